import type { CommonOptions } from '../options.ts';
import type { CliSession } from '../session.ts';
import { colouredDiff } from '../terminal/coloured-diff.ts';
import { isCliInsideJob } from '../terminal/require-person.ts';
import { canAsk, printable } from '../terminal/terminal.ts';
import { askHere } from '../terminal/with-keys.ts';

/** Offers the person at the terminal to settle what a run has planned; anywhere else it stays planned. */
export async function offerPlan({ gate, terminal, abort }: CliSession, options: CommonOptions): Promise<void> {
  if (options.json || options.quiet || abort.aborted || !canAsk(options) || (await isCliInsideJob())) return;
  for (;;) {
    const choice = await choose();
    if (choice === 'show') {
      const { diff } = await gate.plan.show();
      terminal.note(colouredDiff(printable(diff), process.stderr));
      continue;
    }
    if (choice === 'drop') {
      await gate.plan.drop();
      terminal.note('Dropped; no file was touched.');
    }
    if (choice === 'apply') {
      await gate.plan.apply();
      terminal.note('Written. What was there before is kept. Take it back with: toolgate undo');
    }
    return;
  }
}

const choose = () =>
  askHere<'apply' | 'show' | 'leave' | 'drop'>(
    (prompts, at) => {
      const options = [
        { value: 'leave' as const, label: 'Leave it planned' },
        { value: 'show' as const, label: 'Show the differences' },
        { value: 'apply' as const, label: 'Write it' },
        { value: 'drop' as const, label: 'Drop it' },
      ];
      return prompts.select({ message: 'What becomes of the plan?', options, initialValue: 'leave', ...at });
    },
    () => 'leave',
  );
