import { InvalidArgumentError } from 'commander';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const states = () => import('../commands/state/states.ts');
const copies = () => import('../commands/state/copy-state.ts');

export function addStateCommands({ command, group, run }: CommandMaker): void {
  const list = run(states, 'printState');
  const state = group('state', 'what is kept on this machine, of all workspaces', list);
  command('list', 'list it: whose it is, how large, when it was last used', state).action(list);
  command('prune', 'remove the state of workspaces; shows which and asks', state)
    .option('--gone', 'of workspaces that no longer exist')
    .option('--days <n>', 'of those that were not used for so many days', wholeNumber(1))
    .option('--size <size>', 'the longest unused ones, until all is at most so large (such as 500MB or 2GB)', sizeIn)
    .addHelpText(
      'after',
      '\nWhat a living process uses stays, and so does what waits for an answer in a workspace that is there.',
    )
    .action(run(states, 'pruneState'));
  command(
    'backup [folder]',
    'copy the state of this workspace into a new folder, also while it is in use',
    state,
  ).action(run(copies, 'backUpByCommand'));
  command('restore <folder>', 'put such a copy back; what is there now is put aside', state).action(
    run(copies, 'restoreByCommand'),
  );
}

const UNITS: Readonly<Record<string, number>> = { KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

function sizeIn(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kmgt]b)$/i.exec(text) ?? [];
  const bytes = Number(number) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
  if (Number.isFinite(bytes)) return bytes;
  throw new InvalidArgumentError('It must be a size such as 500MB or 2GB.');
}
