import { relative, resolve } from 'node:path';
import type { Toolgate } from '../../gate/toolgate.ts';
import { isBelow } from '../../system/is-below.ts';
import type { CallContext, Context, Result } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import type { Assessment, Danger, Effect, Effects } from '../../tool/effect.ts';
import { changesState, connects, writes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { Host, HostDeed } from '../host.ts';
import type { PendingCall } from './pending-call.ts';

/** Milliseconds: a host may wait as long for its own person. */
const LONGEST = 24 * 3600 * 1000;
const LONGEST_NAME = 64;
const LONGEST_TITLE = 80;

const hostToolName = (host: Host, tool: string): string =>
  `${host.name}_${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, LONGEST_NAME);

/** Makes the gate know a tool that the host runs itself; `find` gives the host's call for a call of the gate. */
export function registerHostTool(
  { registry }: Pick<Toolgate, 'registry'>,
  { host, tool, kind }: { host: Host; tool: string; kind: HostDeed['kind'] },
  find: (messageID: string) => PendingCall | undefined,
): string {
  const name = hostToolName(host, tool);
  if (registry.find(name)) return name;
  const callOf = ({ messageID }: Pick<CallContext, 'messageID'>): PendingCall => {
    const call = find(messageID);
    if (call) return call;
    throw new ToolError('EXECUTION_ERROR', `${name} is a tool of a host, and only the host can call it`, {
      suggestion: 'Use another tool.',
    });
  };
  const info = define(name, {
    description: `${tool} of ${host.title}`,
    parameters: { type: 'object', additionalProperties: true },
    effects: (_, ctx) => effectsOf(callOf(ctx)),
    ...(kind === 'shell' ? { danger: (_: unknown, ctx: CallContext) => dangerOf(callOf(ctx)) } : {}),
    approval: (_, ctx) => approvalOf(callOf(ctx)),
    untrusted: kind === 'reach' || kind === 'unknown',
    timeout: LONGEST,
    quiet: true,
    execute: (_, ctx) => perform(callOf(ctx), ctx),
  });
  registry.register(info as Info);
  return name;
}

const dangerOf = ({ ownCommand }: PendingCall): Danger | Assessment => ownCommand?.assessment ?? 'dangerous';

const approvalOf = ({ deed, ownCommand }: PendingCall): string | false =>
  deed.kind === 'own-folder' ? OWN_FOLDER : (ownCommand?.asks ?? false);

const OWN_FOLDER = 'it writes to the own folder of the host, which steers what that does';

function effectsOf({ deed, event, ownCommand }: PendingCall): Effects {
  const at = (path: string) => resolve(event.cwd, path);
  if (deed.kind === 'shell') return ownCommand?.effects ?? 'everything';
  if (deed.kind === 'files') return deed.paths.map(path => writes(at(path)));
  if (deed.kind === 'look') return deed.effects.map((effect): Effect => ({ ...effect, resource: at(effect.resource) }));
  if (deed.kind === 'reach') return deed.hosts.map(connects);
  if (deed.kind === 'own-folder') return [changesState(`the file ${at(deed.path)}`)];
  return 'everything';
}

/** Lets the host go on; waits for the end of a call that writes files, and puts on record what is different then. */
async function perform(call: PendingCall, ctx: Context): Promise<Result> {
  await refuseHidden(call, ctx);
  call.letGo();
  const { tool } = call.event;
  if (!call.watch) return { title: tool, output: 'The host runs it.' };
  const end = await Promise.race([call.end, aborted(ctx.abort)]);
  const { callID, sessionID, agent, turn } = ctx;
  const label = call.event.callID;
  const set = await call.watch?.record({ callID, label, sessionID, agent, turn }, titleOf(call));
  if (set === undefined && end !== 'done')
    throw new ToolError('ABORTED', end === 'failed' ? 'The host failed at it' : 'The host did not run it');
  const changed = set === undefined ? 'Nothing is different.' : `Changed: ${call.paths.join(', ')}`;
  return { title: titleOf(call), output: changed, metadata: { changes: set === undefined ? [] : [...call.paths] } };
}

/** Refuses a call whose host reads all below a folder that holds hidden files: the host would leave none out. */
async function refuseHidden(call: PendingCall, { files }: Context): Promise<void> {
  const effects = effectsOf(call);
  const trees = effects === 'everything' ? [] : effects.filter(({ tree, about }) => tree === true && about !== true);
  if (trees.length === 0) return;
  const hidden = (await files.hiddenPaths()).filter(path => trees.some(({ resource }) => isBelow(path, resource)));
  if (hidden.length === 0) return;
  const named = hidden.slice(0, MOST_NAMED).map(path => relative(files.root, path));
  const more = hidden.length > named.length ? `, and ${hidden.length - named.length} more` : '';
  throw new ToolError('POLICY_DENIED', `It would read files that are private or denied: ${named.join(', ')}${more}`, {
    suggestion: 'Search in a folder without them, or by a command, which does not see them.',
  });
}

const MOST_NAMED = 5;

const titleOf = ({ deed, event, paths }: PendingCall): string =>
  deed.kind === 'shell' ? (deed.title ?? firstLine(deed.command)) : `${event.tool} ${paths.join(', ')}`;

const firstLine = (command: string): string => {
  const [line = ''] = command.trim().split('\n');
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
};

const aborted = (signal: AbortSignal): Promise<'left'> =>
  new Promise(resolve => {
    if (signal.aborted) resolve('left');
    signal.addEventListener('abort', () => resolve('left'), { once: true });
  });
