import { noLetter } from '../../gate/dead-letters.ts';
import type { DeadLetterRow } from '../../store/port.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { printOutcome } from '../output/outcome-line.ts';
import { sayClock } from '../output/say-clock.ts';
import { withGate } from '../session.ts';
import { printable, table, toPrintableLine } from '../terminal/terminal.ts';

export function printDeadLetters(options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const rows = await gate.deadLetters.list();
    if (options.json) terminal.result(JSON.stringify({ deadLetters: rows }));
    else if (rows.length === 0) terminal.note('There are no dead letters.');
    else {
      const cells = (row: DeadLetterRow) => [
        row.id,
        sayClock(row.at),
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
  return withGate(options, async ({ gate: { deadLetters }, terminal, abort }) => {
    if (action === 'show') {
      const row = await deadLetters.get(id);
      if (!row) throw noLetter(id);
      const text = JSON.stringify(row, null, options.json ? undefined : 2);
      terminal.result(options.json ? text : printable(text));
      return EXIT.done;
    }
    if (action === 'retry') return printOutcome(terminal, await deadLetters.retry(id, { abort }), options);
    await deadLetters.drop(id);
    terminal.result(options.json ? JSON.stringify({ dropped: id }) : 'Dropped.');
    return EXIT.done;
  });
}
