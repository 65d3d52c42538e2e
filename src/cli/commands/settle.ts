import type { CommittedSet, WaitingSelection } from '../../workspace/port.ts';
import type { CommonOptions } from '../options.ts';
import { describeChange } from '../output/describe-files.ts';
import { type CliSession, withGate } from '../session.ts';
import { requirePerson } from '../terminal/require-person.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';

type SettleAction = 'apply' | 'drop';

export const settlePending = (action: SettleAction, id: string, paths: readonly string[], options: CommonOptions) =>
  settleByCommand(action, [id, ...paths], options);

export function settleByCommand(
  action: SettleAction,
  operands: readonly string[],
  options: CommonOptions,
): Promise<void> {
  return withGate(options, async session => {
    const { gate, terminal } = session;
    const selection = await selectionOf(session, operands);
    const paths = await gate.plan.select(action, selection);
    if (paths.length === 0 && (await gate.plan.show()).sets.length === 0) {
      if (!options.json) return terminal.note('Nothing is planned.');
      return terminal.json(action === 'apply' ? { applied: [] } : { dropped: [] });
    }
    if (action === 'drop') {
      const dropped = await gate.plan.drop(selection);
      if (options.json) return terminal.json({ dropped, paths });
      const lines = paths.map(path => `  ${toPrintableLine(path)}`);
      return terminal.result(printable(['Dropped; no file was touched:', ...lines].join('\n')));
    }
    const question = await questionOf(session, selection, paths);
    await requirePerson('Writing what waits', { input: options.input, store: gate.store, question });
    tellApplied(session, options, await gate.plan.apply(selection));
  });
}

/** A set's id stands first, if one is meant; a folder means all that waits below it. */
async function selectionOf({ gate }: CliSession, operands: readonly string[]): Promise<WaitingSelection> {
  const id = SET_ID.test(operands[0] ?? '') ? operands[0] : undefined;
  const named = id === undefined ? operands : operands.slice(1);
  if (named.length === 0) return { id };
  const known = await gate.plan.select('apply', { id });
  const paths = named.flatMap(name => {
    const path = gate.workspace.resolve(name, { keepLast: true }).relative;
    const below = path === '.' ? known : known.filter(one => one === path || one.startsWith(`${path}/`));
    return below.length > 0 ? below : [path];
  });
  return { id, paths };
}

const SET_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const MOST_NAMED = 12;

async function questionOf({ gate }: CliSession, { id }: WaitingSelection, paths: readonly string[]): Promise<string> {
  const pending = id !== undefined && (await gate.workspace.pending.list()).includes(id);
  const what = paths.length === 0 ? 'what is planned' : sayPaths(paths);
  if (!pending) return `Write ${what}? The differences: toolgate plan`;
  const met = (await gate.plan.met(id)).filter(path => paths.includes(path));
  if (met.length === 0) return `Write ${what}?`;
  return `Others have changed ${sayPaths(met)} meanwhile, and that would be overwritten. Write ${what} over what is there now?`;
}

function sayPaths(paths: readonly string[]): string {
  const names = [...new Set(paths.map(path => /^(?:.*\/)?\.git(?=\/)/.exec(path)?.[0] ?? path))];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).map(toPrintableLine).join(', ')}${more}`;
}

function tellApplied({ terminal }: CliSession, options: CommonOptions, sets: readonly CommittedSet[]): void {
  const changes = sets.flatMap(set => set.changes);
  if (options.json) terminal.json({ applied: sets.map(({ id }) => id), changes });
  else if (changes.length === 0) terminal.result('Nothing was left to write: the files are as it was planned.');
  else terminal.result(printable(['Written:', ...changes.map(describeChange)].join('\n')));
  terminal.note('What was there before is kept. Take it back with: toolgate undo');
}
