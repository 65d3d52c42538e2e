import { config } from 'zod';
import { type McpServing, serveOnPipe } from '../../../adapters/mcp/server/index.ts';
import type { CommonOptions, ServedToolsOptions } from '../../options.ts';
import { withGate } from '../../session.ts';
import { isCliInsideJob } from '../../terminal/require-person.ts';
import { outputGone } from '../../terminal/streams.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { openServing } from './open-serving.ts';

type McpOptions = CommonOptions & ServedToolsOptions & { readonly wait?: boolean };

export function mcp(version: string, options: McpOptions): Promise<void> {
  return withGate(
    // Standard input is the client's.
    { ...options, input: false },
    async session => {
      const { terminal, mcpServers, abort } = session;
      // The servers come up meanwhile; what needs one waits for it.
      void mcpServers?.ready();
      if (process.stdin.isTTY)
        terminal.note('This speaks MCP on standard input and output; an editor or assistant starts it as a command.');
      // Whoever started this command is believed to ask a person, unless it runs inside a job of an agent.
      const elicit = options.yes !== true && !(await isCliInsideJob());
      config({ jitless: true });
      const serving = await openServing(session, options, { version, elicit });
      await serveOnPipe(compilingFromNowOn(serving), {
        input: process.stdin,
        output: process.stdout,
        signal: AbortSignal.any([abort, outputGone]),
        onProblem: error => terminal.note(`mcp: ${toPrintableLine(error.message)}`),
      });
      serving.close();
    },
    { agent: 'mcp', waitForAnswers: options.wait === true },
  );
}

/**
 * Has zod compile schemas once the client is there. Those of the protocol, made before, are not compiled: a message is
 * checked quickly with few of them, and compiling each would be a tenth of the start. Those of tools come later.
 */
const compilingFromNowOn = (serving: McpServing): McpServing => ({
  ...serving,
  factory: async context => {
    const server = await serving.factory(context);
    setImmediate(() => config({ jitless: false }));
    return server;
  },
});
