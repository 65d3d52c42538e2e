import { Option } from 'commander';
import type { CommandMaker } from './command-maker.ts';

/** `toolgate usage` and `dead-letters`: what was recorded of calls. */
export function addRecordCommands({ command, group, run }: CommandMaker): void {
  command('usage', 'calls, time, bytes and estimated tokens so far')
    .addOption(new Option('--by <what>', 'of what').choices(['tool', 'agent', 'session']).default('tool'))
    .action(run(async () => (await import('../commands/usage.ts')).usage));

  const letter = (action: 'show' | 'retry' | 'drop') => async () => {
    const { deadLetter } = await import('../commands/dead-letters.ts');
    return (id: string, options: Parameters<typeof deadLetter>[2]) => deadLetter(action, id, options);
  };
  const dead = async () => (await import('../commands/dead-letters.ts')).printDeadLetters;
  const letters = group('dead-letters', 'calls that failed for good', dead);
  command('list', 'list them', letters).action(run(dead));
  command('show <id>', 'show one', letters).action(run(letter('show')));
  command('retry <id>', 'run one again, by hand', letters).action(run(letter('retry')));
  command('drop <id>', 'forget one', letters).action(run(letter('drop')));
}
