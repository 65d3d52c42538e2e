import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { requirePerson } from '../terminal/require-person.ts';
import { printable } from '../terminal/terminal.ts';

/** Shows, applies or drops what was planned with `--plan`. */
export function plan(action: 'show' | 'apply' | 'drop', options: CommonOptions): Promise<number> {
  return withGate(options, async ({ gate, terminal }) => {
    if (action === 'show') {
      const shown = await gate.plan.show();
      if (options.json) terminal.result(JSON.stringify(shown));
      else if (shown.sets.length === 0)
        terminal.note('Nothing is planned. Plan a call with: toolgate exec TOOL --plan');
      else {
        terminal.result(printable(shown.diff));
        terminal.note('Write it with: toolgate plan apply; forget it with: toolgate plan drop');
      }
      return EXIT.done;
    }
    const waiting = (await gate.plan.show()).sets.length;
    if (action === 'apply' && waiting > 0)
      await requirePerson('Writing a plan', {
        input: options.input,
        store: gate.store,
        question: `Write what is planned (${waiting} change set${waiting === 1 ? '' : 's'}; see it with: toolgate plan show)?`,
      });
    const done = action === 'apply' ? (await gate.plan.apply()).map(set => set.id) : await gate.plan.drop();
    const sets = `${done.length} planned change set${done.length === 1 ? '' : 's'}`;
    if (options.json) terminal.result(JSON.stringify({ [action === 'apply' ? 'applied' : 'dropped']: done }));
    else if (done.length === 0) terminal.note('Nothing is planned.');
    else terminal.result(action === 'apply' ? `Applied ${sets}. Take back with: toolgate undo` : `Dropped ${sets}.`);
    return EXIT.done;
  });
}
