import { Option } from 'commander';
import { type CommonOptions, wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

export function addChangeCommands({ command, group, run }: CommandMaker): void {
  const changes = command('changes [path]', 'show what was changed, newest first, and what waits to be written')
    .helpCommand(false)
    .enablePositionalOptions()
    .usage('[options] [path] [command]')
    .option('--limit <n>', 'how many (default 20)', wholeNumber(1))
    .option('--diff', 'with the differences')
    .action(run(async () => (await import('../commands/changes.ts')).changes));
  const settle = (action: 'apply' | 'drop') => async () => {
    const { settleByCommand } = await import('../commands/settle.ts');
    return (id: string, paths: readonly string[], options: CommonOptions) =>
      settleByCommand(action, [id, ...paths], options);
  };
  command(
    'apply <id> [paths...]',
    'write a pending change set, or some files of it, over what is there now',
    changes,
  ).action(run(settle('apply')));
  command('drop <id> [paths...]', 'forget a pending change set, or some files of it', changes).action(
    run(settle('drop')),
  );
  command('undo [path]', "take back a file's last change, or the last turn")
    .addOption(new Option('--turn <n>', 'take back this turn').argParser(wholeNumber(0)))
    .option('--force', 'overwrite what others changed since')
    .action(run(async () => (await import('../commands/undo.ts')).undoByCommand));
  command('redo', 'bring back what the last undo took').action(
    run(async () => (await import('../commands/undo.ts')).redoByCommand),
  );

  const show = async () => {
    const { showPlan } = await import('../commands/plan.ts');
    return (paths: readonly string[], options: CommonOptions) => showPlan(paths, options);
  };
  const settlePlan = (action: 'apply' | 'drop') => async () => {
    const { settleByCommand } = await import('../commands/settle.ts');
    return (words: readonly string[], options: CommonOptions) => settleByCommand(action, words, options);
  };
  const plan = group('plan', 'show, apply or drop what was made with --plan, whole or by file', async () => {
    const load = await show();
    return (options: CommonOptions) => load([], options);
  });
  command('show [paths...]', 'show what is planned, file by file, with the differences', plan).action(run(show));
  command('apply [paths...]', 'write what is planned, in order', plan)
    .usage('[options] [id] [path...]')
    .addHelpText('after', PLAN_PARTS)
    .action(run(settlePlan('apply')));
  command('drop [paths...]', 'forget what is planned', plan)
    .usage('[options] [id] [path...]')
    .addHelpText('after', PLAN_PARTS)
    .action(run(settlePlan('drop')));
}

const PLAN_PARTS = `
With an id only that change set (toolgate plan show --json has the ids), with paths only those files; a folder means all
below it. A file is applied with what it stands on: the folder that is made for it, the other half of a move, what was
planned for it before. It is dropped with what stands on it. The rest stays planned.`;
