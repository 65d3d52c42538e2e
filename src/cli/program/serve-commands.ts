import { Argument } from 'commander';
import { MCP_HOST_NAMES } from '../../hosts/mcp/mcp-host-names.ts';
import { planOption, roleOption, servedToolsOptions, wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const code = () => import('../commands/mcp/install.ts');

export function addServeCommands({ command, run }: CommandMaker, version: string): void {
  const serve = command(
    'serve',
    'serve agents and people over HTTP on this machine: MCP and the console, behind a token',
  )
    .option('--port <n>', 'where to listen (default 7717; 0 takes a free one)', wholeNumber(0))
    .addOption(planOption())
    .option('--no-wait', 'refuse what asks when its client cannot show the question, instead of waiting for an answer')
    .option('--demo', 'a sample workspace, with a scripted agent that can be started from the page; needs no key')
    .addHelpText(
      'after',
      '\nThe token for agents is new with each start, or what TOOLGATE_TOKEN says; so is the one in the link for people\n(TOOLGATE_CONSOLE_TOKEN), which agents must not have: it answers approvals. The asking token (TOOLGATE_ASKING_TOKEN)\nis for clients that you trust to put questions to you: what such a client answers counts as your word.',
    )
    .action(run(() => import('../commands/serve.ts'), 'serve', version));
  const mcp = command('mcp', 'the same on standard input and output, for the assistant that starts it')
    .addOption(roleOption())
    .addOption(planOption())
    .option('--wait', 'what asks waits for an answer (see approvals) when the client cannot show the question')
    .action(run(() => import('../commands/mcp/mcp.ts'), 'mcp', version));
  command('acp', 'the agent of run for the editor that starts it, over ACP on standard input and output')
    .option('--agent <type>', 'explorer, coder, reviewer, orchestrator, or one of your own (default coder)')
    .option('--model <name>', 'provider/name, or a name of "models" in the config')
    .addOption(planOption())
    .action(run(() => import('../commands/acp/acp.ts'), 'acp', version));
  const about = (usage: string, description: string) =>
    command(usage, description, mcp)
      .addArgument(new Argument('<host>', `the agent: ${MCP_HOST_NAMES.join(', ')}`))
      .option('--user', 'in your own config of the host, for all projects (default)')
      .option('--project', 'in the config of this project alone, where the host has one');
  const install = about('install', 'give a host our tools in the place of its own; shows the difference and asks');
  install.action(run(code, 'installMcp'));
  about('uninstall', 'take them out again; the config is as it was').action(run(code, 'uninstallMcp'));
  for (const each of [serve, mcp]) for (const option of servedToolsOptions()) each.addOption(option);
  for (const option of servedToolsOptions().slice(0, 2)) install.addOption(option);
}
