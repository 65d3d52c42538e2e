import { Argument, type Command } from 'commander';
import { HOST_NAMES } from '../../hosts/host-names.ts';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const code = () => import('../commands/hook/install.ts');

export function addHookCommands({ command, run }: CommandMaker): void {
  const judged = 'have the calls of the agent that you already use judged, sandboxed and undoable';
  const hook = command('hook', judged).helpCommand(false);
  const about = (usage: string, description: string): Command =>
    command(usage, description, hook)
      .addArgument(new Argument('<host>', `the agent: ${HOST_NAMES.join(', ')}`))
      .option('--user', 'in your own config of the host, for all projects (default)')
      .option('--project', 'in the config of this project alone, where the host has one');
  about('install', "put our hooks into the host's config; shows the difference and asks").action(
    run(code, 'installHook'),
  );
  about('uninstall', 'take them out again; the config is as it was').action(run(code, 'uninstallHook'));
  about('status', 'say whether the host is gated here, and try whether it stays so when a hook fails')
    .option('--no-try', 'do not start the host')
    .action(run(() => import('../commands/hook/status.ts'), 'hookStatus'));
  command('serve', 'serve the hooks of this folder until nobody uses it; hooks start it by themselves', hook)
    .option('--idle <seconds>', 'end after so long without a call (default 900)', wholeNumber(1))
    .action(run(() => import('../commands/hook/serve.ts'), 'serveHooks'));
}
