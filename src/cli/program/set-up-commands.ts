import { Argument, Option } from 'commander';
import { COMPLETED_SHELLS } from '../commands/completion/scripts.ts';
import { EDITOR_NAMES } from '../commands/init/editors.ts';
import type { CommandMaker } from './command-maker.ts';

const COMPLETION_HELP = `
For bash, in ~/.bashrc:   source <(toolgate completion bash)
For zsh, in ~/.zshrc:     source <(toolgate completion zsh)
For fish:                 toolgate completion fish > ~/.config/fish/completions/toolgate.fish
For PowerShell, in $PROFILE:  toolgate completion powershell | Out-String | Invoke-Expression`;

export function addSetUpCommands({ command, run }: CommandMaker): void {
  command('trust', "trust this workspace's config as it is now")
    .option('--remove', 'no longer trust it')
    .action(run(() => import('../commands/trust.ts'), 'trust'));
  command('sign-in', 'sign in to an MCP server of the config that wants it, in your browser')
    .addArgument(new Argument('<server>', 'its name in "mcpServers"'))
    .option('--forget', 'forget an earlier sign-in')
    .action(run(() => import('../commands/sign-in.ts'), 'signIn'));
  command('doctor', 'say what works on this machine and what to install').action(
    run(() => import('../commands/doctor/doctor.ts'), 'doctor'),
  );
  command('init', 'write a commented config into this folder, and what your editor needs to start toolgate')
    .addArgument(new Argument('[what]', 'a pack of tools to start from, in place of a config').choices(['pack']))
    .addArgument(new Argument('[name]', 'what the pack is called'))
    .addOption(new Option('--editor <name>', 'the editor or assistant').choices([...EDITOR_NAMES, 'none']))
    .action(run(() => import('../commands/init/init.ts'), 'init'));
  command('demo', 'watch a scripted agent at work in a temporary folder; needs no key').action(
    run(() => import('../commands/demo/demo.ts'), 'demo'),
  );
  command('completion', 'print a script that completes commands, options and names of tools in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(COMPLETED_SHELLS))
    .addHelpText('after', COMPLETION_HELP)
    .action(run(() => import('../commands/completion/completion.ts'), 'printCompletion'));
}
