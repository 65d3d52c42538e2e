import { ToolError } from '../../tool/error.ts';
import type { HistoryQuery, RecordedSet } from '../../tool/history.ts';
import type { CommittedChange } from '../../workspace/port.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { type CliSession, withGate } from '../session.ts';
import { requirePerson } from '../terminal/require-person.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';

export interface ChangesOptions extends CommonOptions {
  readonly limit?: number;
  readonly diff?: boolean;
}

/** What was changed in the workspace, newest first; before it, what waits to be written. */
export function changes(path: string | undefined, options: ChangesOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const query = {
      limit: options.limit ?? 20,
      diffs: options.diff === true || options.json === true,
      ...(path === undefined ? {} : { path: gate.workspace.resolve(path).relative }),
    };
    const listed = await gate.journal.list(query);
    const pending = await pendingSets(gate, query);
    const sets = listed.filter(set => set.status !== 'pending');
    if (options.json) terminal.result(JSON.stringify({ changes: sets, pending }));
    else if (sets.length + pending.length > 0)
      terminal.result(printable([...pending, ...sets].map(describe).join('\n')));
    else if (path === undefined) terminal.note('Nothing has been changed through Toolgate here.');
    else terminal.note(`No change of ${toPrintableLine(path)} is recorded. All of them: toolgate changes`);
    if (!options.json && pending.length > 0)
      terminal.note(
        '\nPending: someone else changed or held these files while the command ran, so nothing of it was written.\n' +
          'See it with: toolgate changes --diff; write it over what is there now with: toolgate changes apply ID;\n' +
          'forget it with: toolgate changes drop ID',
      );
    return EXIT.done;
  });
}

/** All of them, also those that are older than what is listed. */
async function pendingSets({ journal, workspace }: CliSession['gate'], query: HistoryQuery): Promise<RecordedSet[]> {
  const ids = await workspace.pending.list();
  const found = await Promise.all(ids.map(id => journal.list({ ...query, id })));
  return found.flat().filter(set => ids.includes(set.id));
}

/** Writes a pending set over what is there now, or forgets it. */
export function settleByCommand(action: 'apply' | 'drop', id: string, options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const { pending } = gate.workspace;
    if (action === 'drop') {
      if (!(await pending.drop(id))) throw notPending(id);
      terminal.result(options.json ? JSON.stringify({ dropped: id }) : 'Dropped; no file was touched.');
      return EXIT.done;
    }
    if (!(await pending.list()).includes(id)) throw notPending(id);
    await requirePerson('Writing a pending change set', {
      input: options.input,
      store: gate.store,
      question: `Write ${toPrintableLine(id)} over what is there now?`,
    });
    const written = (await pending.apply(id))?.changes ?? [];
    if (options.json) terminal.result(JSON.stringify({ applied: id, changes: written }));
    else terminal.result(printable(['Written:', ...written.map(describeChange)].join('\n')));
    terminal.note('What was there before is kept. Take it back with: toolgate undo');
    return EXIT.done;
  });
}

const notPending = (id: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `No change set ${toPrintableLine(id)} is waiting`, {
    suggestion: 'Those that wait are shown by: toolgate changes',
  });

function describe(set: RecordedSet): string {
  const state = set.status !== 'committed' ? ` (${set.status})` : set.undone ? ' (undone)' : '';
  const head = `${new Date(set.at).toISOString()}  turn ${set.turn}  ${set.agent}  ${toPrintableLine(set.title)}${state}`;
  const lines = set.changes.map(change => {
    const line = describeChange(change);
    return change.diff ? `${line}\n${change.diff.replace(/^(?=.)/gm, '    ')}` : line;
  });
  return [head, `  id ${set.id}`, ...lines].join('\n');
}

type Change = Pick<CommittedChange, 'operation' | 'path' | 'added' | 'removed'> & { readonly movedFrom?: string };

function describeChange({ operation, path, movedFrom, added, removed }: Change): string {
  const from = movedFrom ? ` from ${toPrintableLine(movedFrom)}` : '';
  return `  ${operation.padEnd(6)} ${toPrintableLine(path)}${from}  +${added} -${removed}`;
}
