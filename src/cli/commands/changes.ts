import type { RecordedSet } from '../../tool/history.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { printable } from '../terminal.ts';

export interface ChangesOptions extends CommonOptions {
  readonly limit?: string;
  readonly diff?: boolean;
}

/** What was changed in the workspace, newest first. */
export function changes(path: string | undefined, options: ChangesOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const sets = await gate.journal.list({
      limit: options.limit === undefined ? 20 : Number(options.limit),
      diffs: options.diff === true || options.json === true,
      ...(path === undefined ? {} : { path: gate.workspace.resolve(path).relative }),
    });
    if (options.json) terminal.result(JSON.stringify({ changes: sets }));
    else if (sets.length === 0) terminal.note('Nothing has been changed through Toolgate here.');
    else terminal.result(printable(sets.map(describe).join('\n')));
    return EXIT.done;
  });
}

function describe(set: RecordedSet): string {
  const state = set.status !== 'committed' ? ` (${set.status})` : set.undone ? ' (undone)' : '';
  const head = `${new Date(set.at).toISOString()}  turn ${set.turn}  ${set.agent}  ${set.title}${state}\n  id ${set.id}`;
  const lines = set.changes.map(change => {
    const from = change.movedFrom ? ` from ${change.movedFrom}` : '';
    const line = `  ${change.operation.padEnd(6)} ${change.path}${from}  +${change.added} -${change.removed}`;
    return change.diff ? `${line}\n${change.diff}` : line;
  });
  return [head, ...lines].join('\n');
}
