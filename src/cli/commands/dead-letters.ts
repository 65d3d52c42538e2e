import { noLetter } from '../../gate/dead-letters.ts';
import type { DeadLetterRow } from '../../store/port.ts';
import type { CommonOptions } from '../options.ts';
import { printOutcome } from '../output/outcome-line.ts';
import { sayClock } from '../output/say-clock.ts';
import { withGate } from '../session.ts';
import { printable, table, toPrintableLine } from '../terminal/terminal.ts';

export function printDeadLetters(options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const rows = await gate.deadLetters.list();
    if (options.json) return terminal.json({ deadLetters: rows });
    if (rows.length === 0) return terminal.note('There are no dead letters.');
    const cells = ({ id, at, tool, error }: DeadLetterRow) => [
      id,
      sayClock(at),
      ...[tool, error.message].map(toPrintableLine),
    ];
    terminal.result(table(rows.map(cells)));
    terminal.note('\nMore with: toolgate dead-letters show ID; again with: retry ID; away with: drop ID');
  });
}

export function showDeadLetter(id: string, options: CommonOptions): Promise<void> {
  return withGate(options, async ({ gate, terminal }) => {
    const row = await gate.deadLetters.get(id);
    if (!row) throw noLetter(id);
    if (options.json) terminal.json(row);
    else terminal.result(printable(JSON.stringify(row, null, 2)));
  });
}

export const retryDeadLetter = (id: string, options: CommonOptions): Promise<number> =>
  withGate(options, async ({ gate, terminal, abort }) =>
    printOutcome(terminal, await gate.deadLetters.retry(id, { abort }), options),
  );

export function dropDeadLetter(id: string, options: CommonOptions): Promise<void> {
  return withGate(options, async ({ gate, terminal }) => {
    await gate.deadLetters.drop(id);
    if (options.json) terminal.json({ dropped: id });
    else terminal.result('Dropped.');
  });
}
