import type { HistoryQuery, RecordedSet } from '../../tool/history.ts';
import { errorText } from '../failure.ts';
import type { CommonOptions } from '../options.ts';
import { describeChange, describeFiles } from '../output/describe-files.ts';
import { sayClock } from '../output/say-clock.ts';
import { type CliSession, withGate } from '../session.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';

type ChangesOptions = CommonOptions & { readonly limit?: number; readonly diff?: boolean };

export function changes(path: string | undefined, options: ChangesOptions): Promise<void> {
  return withGate({ ...options, input: false }, async session => {
    const { gate, terminal } = session;
    if (gate.workspace.layers.list().some(({ running }) => !running)) await recoverWraps(session);
    const query = {
      limit: options.limit ?? 20,
      diffs: options.diff === true || options.json === true,
      path: path === undefined ? undefined : gate.workspace.resolve(path).relative,
    };
    const listed = await gate.journal.list(query);
    const pending = await pendingSets(gate, query);
    const sets = listed.filter(set => set.status !== 'pending');
    if (options.json) return terminal.json({ changes: sets, pending });
    const texts: string[] = [];
    for (const set of pending)
      texts.push([describe(set, path === undefined), ...(await conflictsOf(session, set))].join('\n'));
    for (const set of sets) texts.push(describe(set, path === undefined));
    if (texts.length > 0) terminal.result(printable(texts.join('\n')));
    else if (path === undefined) terminal.note('Nothing has been changed through Toolgate here.');
    else terminal.note(`No change of ${toPrintableLine(path)} is recorded. All of them: toolgate changes`);
    if (pending.length > 0)
      terminal.note(
        '\nPending: nothing of it is written, for it met the work of others, or is that of a wrapped agent.\n' +
          'See it with: toolgate changes --diff; write it with: toolgate changes apply ID;\n' +
          'forget it with: toolgate changes drop ID; or some files of it: toolgate changes apply ID PATH...',
      );
    if (sets.some(set => set.status === 'planned'))
      terminal.note('\nPlanned: not written yet. See what it comes to with: toolgate plan');
  });
}

/** All sets that wait, also those older than the listed ones. */
async function pendingSets({ journal, workspace }: CliSession['gate'], query: HistoryQuery): Promise<RecordedSet[]> {
  const ids = await workspace.pending.list();
  const found = await Promise.all(ids.map(id => journal.list({ ...query, id })));
  return found.flat().filter(set => ids.includes(set.id));
}

/** The paths of a set that waits that others have changed. */
async function conflictsOf({ gate }: CliSession, { id, changes }: RecordedSet): Promise<string[]> {
  const met = (await gate.plan.met(id)).filter(path => changes.some(change => change.path === path));
  return met.map(path => `  CONFLICT ${toPrintableLine(path)} was changed by others meanwhile`);
}

async function recoverWraps(session: CliSession): Promise<void> {
  const { recoverLeftWraps } = await import('./wrap/recover-left.ts');
  await recoverLeftWraps(session).catch((error: unknown) =>
    session.terminal.problem(`A wrapped agent was cut off: ${toPrintableLine(errorText(error))}`),
  );
}

/** A change set as text; `brief`: all files that git keeps for itself are one line. */
function describe(set: RecordedSet, brief: boolean): string {
  const state = set.status !== 'committed' ? ` (${set.status})` : set.undone ? ' (undone)' : '';
  const head = `${sayClock(set.at)}  turn ${set.turn}  ${set.agent}  ${toPrintableLine(set.title)}${state}`;
  const whole = set.changes.map(change => {
    const line = describeChange(change);
    return change.diff ? `${line}\n${change.diff.replace(/^(?=.)/gm, '    ')}` : line;
  });
  const lines = brief && !set.changes.some(({ diff }) => diff) ? describeFiles(set.changes) : whole;
  return [head, `  id ${set.id}`, ...lines].join('\n');
}
