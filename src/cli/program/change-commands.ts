import { Option } from 'commander';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

/** `toolgate changes`, `undo`, `redo` and `plan`: what calls have changed, or would. */
export function addChangeCommands({ command, group, run }: CommandMaker): void {
  const changes = command('changes [path]', 'show what was changed, newest first, and what waits to be written')
    .helpCommand(false)
    .enablePositionalOptions()
    .usage('[options] [path] [command]')
    .option('--limit <n>', 'how many (default 20)', wholeNumber(1))
    .option('--diff', 'with the differences')
    .action(run(async () => (await import('../commands/changes.ts')).changes));
  const settle = (action: 'apply' | 'drop') => async () => {
    const { settleByCommand } = await import('../commands/changes.ts');
    return (id: string, options: Parameters<typeof settleByCommand>[2]) => settleByCommand(action, id, options);
  };
  command('apply <id>', 'write a pending change set over what is there now', changes).action(run(settle('apply')));
  command('drop <id>', 'forget a pending change set', changes).action(run(settle('drop')));
  command('undo [path]', "take back a file's last change, or the last turn")
    .addOption(new Option('--turn <n>', 'take back this turn').argParser(wholeNumber(0)))
    .option('--force', 'overwrite what others changed since')
    .action(run(async () => (await import('../commands/undo.ts')).undoByCommand));
  command('redo', 'bring back what the last undo took').action(
    run(async () => (await import('../commands/undo.ts')).redoByCommand),
  );

  const planned = (action: 'show' | 'apply' | 'drop') => async () => {
    const { plan } = await import('../commands/plan.ts');
    return (options: Parameters<typeof plan>[1]) => plan(action, options);
  };
  const plan = group('plan', 'show, apply or drop what was made with exec --plan', planned('show'));
  command('show', 'show one diff of all that is planned', plan).action(run(planned('show')));
  command('apply', 'write what is planned, in order', plan).action(run(planned('apply')));
  command('drop', 'forget what is planned', plan).action(run(planned('drop')));
}
