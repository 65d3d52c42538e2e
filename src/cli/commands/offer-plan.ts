import type { CommonOptions } from '../options.ts';
import type { CliSession } from '../session.ts';
import { colouredDiff } from '../terminal/coloured-diff.ts';
import { isCliInsideJob } from '../terminal/require-person.ts';
import { canAsk, printable, questionStream } from '../terminal/terminal.ts';
import { loadPrompts, withKeys } from '../terminal/with-keys.ts';

type Choice = 'apply' | 'show' | 'leave' | 'drop';

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

function choose(): Promise<Choice> {
  const leave = (): Choice => 'leave';
  return withKeys(async input => {
    const prompts = await loadPrompts();
    const choice = await prompts.select<Choice>({
      message: 'What becomes of the plan?',
      options: [
        { value: 'leave', label: 'Leave it planned' },
        { value: 'show', label: 'Show the differences' },
        { value: 'apply', label: 'Write it' },
        { value: 'drop', label: 'Drop it' },
      ],
      initialValue: 'leave',
      input,
      output: questionStream(),
    });
    return prompts.isCancel(choice) ? leave() : choice;
  }, leave);
}
