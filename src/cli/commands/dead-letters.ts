import type { DeadLetterRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { mask } from '../../tool/text/mask.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { outcomeJson } from '../output/outcome-line.ts';
import { type CliSession, withGate } from '../session.ts';
import { printable, table, toPrintableLine } from '../terminal/terminal.ts';

/** Calls that failed for good and wait for a person. Nothing is replayed by itself. */
export function printDeadLetters(options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const rows = await gate.store.deadLetters.list({ status: 'open' });
    if (options.json) terminal.result(JSON.stringify({ deadLetters: rows.map(shown) }));
    else if (rows.length === 0) terminal.note('There are no dead letters.');
    else {
      const cells = (row: DeadLetterRow) => [
        row.id,
        new Date(row.at).toISOString(),
        toPrintableLine(row.tool),
        toPrintableLine(row.error.message),
      ];
      terminal.result(table(rows.map(cells)));
      terminal.note('\nMore with: toolgate dead-letters show ID; again with: retry ID; away with: drop ID');
    }
    return EXIT.done;
  });
}

export function deadLetter(action: 'show' | 'retry' | 'drop', id: string, options: CommonOptions): Promise<number> {
  return withGate(options, async session => {
    const { gate, terminal } = session;
    const row = await gate.store.deadLetters.get(id);
    if (!row)
      throw new ToolError('INVALID_ARGUMENTS', `No dead letter has the id ${toPrintableLine(id)}`, {
        suggestion: 'List them with: toolgate dead-letters',
      });
    if (action === 'show') {
      const text = JSON.stringify(shown(row), null, options.json ? undefined : 2);
      terminal.result(options.json ? text : printable(text));
      return EXIT.done;
    }
    if (row.status !== 'open') throw settledBefore(row);
    if (action === 'retry') return retry(row, session, options);
    await gate.store.deadLetters.mark(row.id, 'dropped');
    terminal.result(options.json ? JSON.stringify({ dropped: row.id }) : 'Dropped.');
    return EXIT.done;
  });
}

/** Marked before it runs: of two who retry a letter, one does. */
async function retry(row: DeadLetterRow, session: CliSession, options: CommonOptions): Promise<number> {
  const { gate, terminal, abort } = session;
  const letters = gate.store.deadLetters;
  if (!(await letters.mark(row.id, 'retried'))) throw settledBefore({ ...row, status: 'retried' });
  const outcome = await gate.execute({ name: row.tool, args: row.args }, { abort });
  // A failure of the system leaves a letter of its own; after any other this one is still to be dealt with.
  if (!outcome.ok && outcome.error.type !== 'system_error') await letters.mark(row.id, 'open');
  if (options.json) terminal.result(JSON.stringify(outcomeJson(outcome)));
  else (outcome.ok ? terminal.result : terminal.problem)(printable(outcome.output));
  return exitCodeOf(outcome);
}

const shown = (row: DeadLetterRow): DeadLetterRow => ({ ...row, args: mask(row.args) });

const settledBefore = ({ id, status }: DeadLetterRow): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `The dead letter ${id} was ${status} before`, {
    suggestion: 'What is left: toolgate dead-letters',
  });
