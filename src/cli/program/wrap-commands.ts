import { Option } from 'commander';
import type { CommandMaker } from './command-maker.ts';

const collect = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

export function addWrapCommands({ command, run }: CommandMaker): void {
  const about = 'run a whole agent on a layer over the workspace, and take over what it did as one change';
  command('wrap <program...>', about)
    .usage('[options] -- PROGRAM [ARGUMENTS...]')
    .passThroughOptions()
    .addOption(new Option('--apply', 'write what it did at the end of each turn, unless that meets the work of others'))
    .addOption(new Option('--keep', 'ask nothing: what it did waits (see changes)').conflicts('apply'))
    .option('--home <dir>', "a folder of the agent's own that it writes to as it is; may be given again", collect)
    .option('--allow <host>', 'a host that it may reach; may be given again', collect)
    .option('--env <name>', 'a variable that it gets; may be given again', collect)
    .option('--host <name>', 'the known agent that it is, where its name does not say so')
    .action(run(() => import('../commands/wrap/wrap.ts'), 'wrapCommand'));
}
