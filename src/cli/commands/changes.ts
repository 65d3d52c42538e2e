import type { RecordedSet } from '../../tool/history.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { oneLine, printable } from '../terminal.ts';

export interface ChangesOptions extends CommonOptions {
  readonly limit?: number;
  readonly diff?: boolean;
}

/** What was changed in the workspace, newest first. */
export function changes(path: string | undefined, options: ChangesOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const sets = await gate.journal.list({
      limit: options.limit ?? 20,
      diffs: options.diff === true || options.json === true,
      ...(path === undefined ? {} : { path: gate.workspace.resolve(path).relative }),
    });
    if (options.json) terminal.result(JSON.stringify({ changes: sets }));
    else if (sets.length > 0) terminal.result(printable(sets.map(describe).join('\n')));
    else if (path === undefined) terminal.note('Nothing has been changed through Toolgate here.');
    else terminal.note(`No change of ${oneLine(path)} is recorded. All of them: toolgate changes`);
    return EXIT.done;
  });
}

function describe(set: RecordedSet): string {
  const state = set.status !== 'committed' ? ` (${set.status})` : set.undone ? ' (undone)' : '';
  const head = `${new Date(set.at).toISOString()}  turn ${set.turn}  ${set.agent}  ${oneLine(set.title)}${state}`;
  const lines = set.changes.map(change => {
    const from = change.movedFrom ? ` from ${oneLine(change.movedFrom)}` : '';
    const line = `  ${change.operation.padEnd(6)} ${oneLine(change.path)}${from}  +${change.added} -${change.removed}`;
    return change.diff ? `${line}\n${change.diff.replace(/^(?=.)/gm, '    ')}` : line;
  });
  return [head, `  id ${set.id}`, ...lines].join('\n');
}
