import { openWrapSandbox, Wrap } from '../../../hosts/wrap/open-wrap.ts';
import { WrapTools } from '../../../hosts/wrap/wrap-tools.ts';
import type { Sandbox } from '../../../sandbox/port.ts';
import { sayClock } from '../../output/say-clock.ts';
import type { CliSession } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';

/** Has the work of wrapped agents wait where their Toolgate has died, so that it can be taken over or dropped. */
export async function recoverLeft(
  { gate, terminal }: Pick<CliSession, 'gate' | 'terminal'>,
  { sandbox, tools }: { readonly sandbox: Sandbox; readonly tools: WrapTools },
): Promise<void> {
  for (const { id, kept, title, at } of gate.workspace.layers.list().filter(({ running }) => !running)) {
    const layer = gate.workspace.layers.take(id);
    if (!layer) continue;
    const said = `${toPrintableLine(title)}, begun at ${sayClock(at)}, was cut off`;
    const { outcome, set } = kept ? SETTLED : await new Wrap({ gate, tools, sandbox, layer }).keep();
    if (outcome.ok) layer.remove();
    if (!outcome.ok) terminal.problem(`${said}. What it did is in ${layer.folder}: ${toPrintableLine(outcome.output)}`);
    else if (set !== undefined) terminal.note(`${said}. What it did waits: toolgate changes apply ${set}`);
  }
}

export async function recoverLeftWraps(session: Pick<CliSession, 'gate' | 'terminal'>): Promise<void> {
  const { gate } = session;
  const sandbox = await openWrapSandbox(gate.workspace.root, process.env);
  await recoverLeft(session, { sandbox, tools: new WrapTools(gate.registry) });
}

const SETTLED = { outcome: { ok: true }, set: undefined } as const;
