import { Option } from 'commander';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const settle = () => import('../commands/settle.ts');
const undo = () => import('../commands/undo.ts');
const showing = () => import('../commands/plan.ts');

export function addChangeCommands({ command, group, run }: CommandMaker): void {
  const changes = command('changes [path]', 'show what was changed, newest first, and what waits to be written')
    .helpCommand(false)
    .enablePositionalOptions()
    .usage('[options] [path] [command]')
    .option('--limit <n>', 'how many (default 20)', wholeNumber(1))
    .option('--diff', 'with the differences')
    .action(run(() => import('../commands/changes.ts'), 'changes'));
  command(
    'apply <id> [paths...]',
    'write a pending change set, or some files of it, over what is there now',
    changes,
  ).action(run(settle, 'settlePending', 'apply'));
  command('drop <id> [paths...]', 'forget a pending change set, or some files of it', changes).action(
    run(settle, 'settlePending', 'drop'),
  );
  command('undo [path]', "take back a file's last change, or the last turn")
    .addOption(new Option('--turn <n>', 'take back this turn').argParser(wholeNumber(0)))
    .option('--force', 'overwrite what others changed since')
    .action(run(undo, 'undoByCommand'));
  command('redo', 'bring back what the last undo took').action(run(undo, 'redoByCommand'));

  const about = 'show, apply or drop what was made with --plan, whole or by file';
  const plan = group('plan', about, run(showing, 'showPlan', []));
  command('show [paths...]', 'show what is planned, file by file, with the differences', plan).action(
    run(showing, 'showPlan'),
  );
  command('apply [paths...]', 'write what is planned, in order', plan)
    .usage('[options] [id] [path...]')
    .addHelpText('after', PLAN_PARTS)
    .action(run(settle, 'settleByCommand', 'apply'));
  command('drop [paths...]', 'forget what is planned', plan)
    .usage('[options] [id] [path...]')
    .addHelpText('after', PLAN_PARTS)
    .action(run(settle, 'settleByCommand', 'drop'));
}

const PLAN_PARTS = `
With an id only that change set (toolgate plan show --json has the ids), with paths only those files; a folder means all
below it. A file is applied with what it stands on: the folder that is made for it, the other half of a move, what was
planned for it before. It is dropped with what stands on it. The rest stays planned.`;
