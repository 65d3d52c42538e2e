import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const WORKER_HELP = `
Workers share a PostgreSQL database: TOOLGATE_STORE=postgres://USER:PASSWORD@HOST/DATABASE, or "store" in your config.
On several machines give the workspace one name with "workspaceID". A worker that is stopped hands back what it has.`;

const code = () => import('../commands/runs.ts');

export function addWorkerCommands({ command, group, run }: CommandMaker): void {
  command('worker', 'run agents and calls for others on this workspace, until it is stopped')
    .option('--slots <n>', 'how many at once (default 20); what waits for a person takes none', wholeNumber(1))
    .addHelpText('after', WORKER_HELP)
    .action(run(() => import('../commands/worker.ts'), 'worker'));
  const runs = group('runs', 'what you and workers run, have run and will run', run(code, 'listRuns'));
  command('list', 'the last ones', runs)
    .option('--limit <n>', 'how many (default 20)', wholeNumber(1))
    .action(run(code, 'listRuns'));
  command('show <id>', 'show one: what was said and done, and its result', runs).action(run(code, 'printRun'));
  command('wait <id>', 'wait until one has ended, and show its result', runs).action(run(code, 'waitForRun'));
  command('cancel <id>', 'end one and all that it has started', runs).action(run(code, 'cancelRun'));
}
