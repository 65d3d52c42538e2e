import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { ConfigError } from '../../../config/config-error.ts';
import { openWrapSandbox, Wrap } from '../../../hosts/wrap/open-wrap.ts';
import { type PreparedWrap, prepareWrap } from '../../../hosts/wrap/prepare-wrap.ts';
import { readBranches, sayCommits } from '../../../hosts/wrap/tell-commits.ts';
import { WrapTools } from '../../../hosts/wrap/wrap-tools.ts';
import { WRAPPED_HOSTS } from '../../../hosts/wrap/wrapped-hosts.ts';
import { withHosts } from '../../../policy/create/create-policy.ts';
import { quoteWord } from '../../../shell/state/value.ts';
import { ToolError } from '../../../tool/error.ts';
import { newId } from '../../../tool/id.ts';
import type { Outcome } from '../../../tool/outcome.ts';
import { EXIT, exitCodeOf } from '../../exit-codes.ts';
import { UsageError } from '../../failure.ts';
import type { CommonOptions } from '../../options.ts';
import { type CliSession, policyForHosts, withGate, workingFolder } from '../../session.ts';
import { refuseInsideJob } from '../../terminal/require-person.ts';
import { printable, toPrintableLine } from '../../terminal/terminal.ts';
import { recoverLeft } from './recover-left.ts';
import { settleWrap } from './settle-wrap.ts';

export interface WrapOptions extends CommonOptions {
  readonly apply?: boolean;
  readonly keep?: boolean;
  readonly home?: readonly string[];
  readonly allow?: readonly string[];
  readonly env?: readonly string[];
  readonly host?: string;
}

export async function wrapCommand(command: readonly string[], options: WrapOptions): Promise<number> {
  await refuseInsideJob('Wrapping an agent');
  checkWords(options);
  let prepared: PreparedWrap | undefined;
  return withGate(
    { ...options, policy: await policyForHosts(options) },
    session => runWrapped(session, prepared!, options),
    async settings => {
      prepared = prepare(command, options, settings.workspace.root);
      return { agent: 'wrap', policy: withHosts(settings.policy, prepared.hosts) };
    },
  );
}

function checkWords({ json, host }: WrapOptions): void {
  if (json) throw new ConfigError('wrap has no --json: standard output is that of the agent');
  if (host !== undefined && !WRAPPED_HOSTS.includes(host))
    throw new ConfigError(`No agent ${JSON.stringify(host)} is known`, `Those that are: ${WRAPPED_HOSTS.join(', ')}.`);
}

function prepare(command: readonly string[], options: WrapOptions, root: string): PreparedWrap {
  const { home = [], allow = [], env = [], host } = options;
  try {
    return prepareWrap(
      { command, host, homes: home, allow, variables: env },
      { env: process.env, root: realpathSync(root), cwd: realpathSync(workingFolder(options)) },
    );
  } catch (error) {
    throw error instanceof ToolError ? new UsageError(error) : error;
  }
}

async function runWrapped(session: CliSession, prepared: PreparedWrap, options: WrapOptions): Promise<number> {
  const { gate, terminal, abort } = session;
  const sandbox = await openWrapSandbox(gate.workspace.root, process.env);
  const tools = new WrapTools(gate.registry);
  await recoverLeft(session, { sandbox, tools });
  terminal.note(sayWrapped(prepared, gate.workspace.root));
  const title = `${prepared.title}: ${prepared.command.map(quoteWord).join(' ')}`;
  const note = { title, sessionID: newId(), agent: prepared.agent, at: Date.now() };
  const wrap = new Wrap({ gate, tools, sandbox, layer: gate.workspace.layers.open(note) });
  const branches = await readBranches(sandbox, gate.workspace.root);
  const { outcome, hungUp } = await untilHungUp(abort, stop =>
    wrap.run(prepared, { stop, onTurn: () => endTurn(wrap, options) }),
  );
  if (!outcome.ok && !wrap.hasRun) {
    wrap.layer.remove();
    terminal.problem(printable(outcome.output));
    return exitCodeOf(outcome);
  }
  const ended = (outcome.ok ? outcome.value : {}) as { code?: number; refused?: string[] };
  const { code = EXIT.failed, refused = [] } = ended;
  if (!outcome.ok) terminal.problem(printable(outcome.output));
  const unreached = refused.map(toPrintableLine).join(', ');
  if (unreached !== '') terminal.note(`Not reached: ${unreached}. To open a host: toolgate wrap --allow HOST`);
  const commits = await sayCommits(sandbox, { root: gate.workspace.root, layer: wrap.layer, before: branches });
  const settled = await settleWrap(session, wrap, { ...options, input: options.input && !hungUp, commits });
  return code === 0 && !settled ? EXIT.failed : code;
}

/** The end of a turn, while the agent waits: what it did so far is written, or waits where others can see it. */
async function endTurn(wrap: Wrap, { apply }: WrapOptions): Promise<void> {
  if (apply) {
    const { outcome } = await wrap.write({ unasked: true });
    // A turn's work that met the work of others waits already.
    if (outcome.ok || outcome.error.details?.pending !== undefined) return;
  }
  await wrap.keep();
}

/** Ends the agent when we are told to end, or when the terminal is gone; what it did is dealt with all the same. */
async function untilHungUp(abort: AbortSignal, run: (stop: AbortSignal) => Promise<Outcome>) {
  const gone = new AbortController();
  const onGone = () => gone.abort();
  process.on('SIGHUP', onGone);
  try {
    return { outcome: await run(AbortSignal.any([abort, gone.signal])), hungUp: gone.signal.aborted };
  } finally {
    process.off('SIGHUP', onGone);
  }
}

function sayWrapped({ title, hosts, env, attended, advice }: PreparedWrap, root: string): string {
  const { home, folders, held } = attended;
  const short = (path: string) =>
    toPrintableLine(path.startsWith(`${home}/`) ? `~/${relative(home, path)}` : path).replace(/\/$/, '');
  const own = folders.map(({ at }) => short(at)).join(', ');
  const kept = held.map(({ at }) => short(at)).join(', ');
  const names = Object.keys(env).map(toPrintableLine).sort().join(', ');
  return [
    `${title} runs in a wrap. It sees ${toPrintableLine(root)} through a layer: no file there changes before you say so.`,
    own === ''
      ? '  Writes as it is: nothing else. Folders of its own are named with --home.'
      : `  Writes as it is: ${own}, with the credentials in there${kept && `; read-only: ${kept}`}`,
    `  Reaches: ${hosts.map(toPrintableLine).join(', ') || 'no host'}, and what your policy allows`,
    ...(names === '' ? [] : [`  Knows the variables: ${names}`]),
    '  All else of your home is hidden, and so is what the policy denies to read; private files are empty.',
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ].join('\n');
}
