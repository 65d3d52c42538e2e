import { mask } from '../../tool/mask.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { outcomeJson } from '../outcome-line.ts';
import { withGate } from '../session.ts';
import { printable, table } from '../terminal.ts';

/** Calls that failed for good and wait for a person. Nothing is replayed by itself. */
export function deadLetters(
  action: 'list' | 'show' | 'retry' | 'drop',
  id: string | undefined,
  options: CommonOptions,
): Promise<number> {
  return withGate(options, async ({ gate, terminal, abort }) => {
    const store = gate.store.deadLetters;
    if (action === 'list') {
      const rows = await store.list({ status: 'open' });
      if (options.json)
        terminal.result(JSON.stringify({ deadLetters: rows.map(row => ({ ...row, args: mask(row.args) })) }));
      else if (rows.length === 0) terminal.note('There are no dead letters.');
      else
        terminal.result(
          printable(
            table(
              rows.map(row => [row.id, new Date(row.at).toISOString(), row.tool, row.error.code, row.error.message]),
            ),
          ),
        );
      return EXIT.done;
    }
    const row = id === undefined ? undefined : await store.get(id);
    if (!row) {
      terminal.problem(`No dead letter has the id ${id}. List them with: toolgate dead-letters`);
      return EXIT.failed;
    }
    if (action === 'show') {
      terminal.result(JSON.stringify({ ...row, args: mask(row.args) }, null, options.json ? undefined : 2));
      return EXIT.done;
    }
    if (action === 'drop') {
      await store.mark(row.id, 'dropped');
      terminal.result(options.json ? JSON.stringify({ dropped: row.id }) : 'Dropped.');
      return EXIT.done;
    }
    const outcome = await gate.execute({ name: row.tool, args: row.args }, { abort });
    if (outcome.ok) await store.mark(row.id, 'retried');
    if (options.json) terminal.result(JSON.stringify(outcomeJson(outcome)));
    else (outcome.ok ? terminal.result : terminal.problem)(printable(outcome.output));
    return exitCodeOf(outcome);
  });
}
