import { roleOption, wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

/** `toolgate serve` and `mcp`: the gate for other programs, and for people in the console. */
export function addServeCommands({ command, run }: CommandMaker, version: string): void {
  command('serve', 'serve agents and people over HTTP on this machine: MCP and the console, behind a token')
    .option('--port <n>', 'where to listen (default 7717; 0 takes a free one)', wholeNumber(0))
    .option('--no-wait', 'refuse what asks when its client cannot show the question, instead of waiting for an answer')
    .option(
      '--structured',
      'send values beside the text, for programs; most assistants would show a model those instead',
    )
    .option('--demo', 'a sample workspace, with a scripted agent that can be started from the page; needs no key')
    .addHelpText(
      'after',
      '\nThe token for agents is new with each start, or what TOOLGATE_TOKEN says; so is the one in the link for people\n(TOOLGATE_CONSOLE_TOKEN), which agents must not have: it answers approvals. The asking token (TOOLGATE_ASKING_TOKEN)\nis for clients that you trust to put questions to you: what such a client answers counts as your word.',
    )
    .action(
      run(async () => {
        const { serve } = await import('../commands/serve.ts');
        return (options: Parameters<typeof serve>[0]) => serve(options, version);
      }),
    );
  command('mcp', 'the same on standard input and output, for the assistant that starts it')
    .addOption(roleOption())
    .option('--wait', 'what asks waits for an answer (see approvals) when the client cannot show the question')
    .option(
      '--structured',
      'send values beside the text, for programs; most assistants would show a model those instead',
    )
    .action(
      run(async () => {
        const { mcp } = await import('../commands/mcp.ts');
        return (options: Parameters<typeof mcp>[0]) => mcp(options, version);
      }),
    );
}
