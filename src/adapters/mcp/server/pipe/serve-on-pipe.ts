import { setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { checkOptions } from '../../../../index.ts';
import type { McpServing } from '../create-mcp-serving.ts';
import { sendListChanged } from '../serve-offers.ts';
import { tellTasksOn } from '../tasks/pipe.ts';
import { messagesIn } from './messages-in.ts';

export interface PipeOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the serving from our side. */
  readonly signal?: AbortSignal;
  /** Receives problems beside the answers, such as a line that is no message. */
  readonly onProblem?: (error: Error) => void;
}

/** The most bytes of one message: a file may be written in one call. */
const MOST = 64 * 2 ** 20;

/** Serves the one client at the other end of a pipe, until it goes. */
export async function serveOnPipe(serving: McpServing, options: PipeOptions): Promise<void> {
  checkOptions('serveOnPipe', options, { input: true, output: true, signal: true, onProblem: true });
  const { input, output, signal, onProblem } = options;
  const messages = messagesIn(input, {
    most: MOST,
    refuse: answer => {
      if (answer) void transport.send(answer).catch(() => {});
      onProblem?.(new Error(answer?.error.message ?? 'A line that is no message was passed over'));
    },
  });
  // Each message that waits for a slow reader listens on the output.
  setMaxListeners(0, output);
  const transport = new StdioServerTransport(messages, output, { maxBufferSize: MOST });
  const stops: (() => void)[] = [];
  const handle = serveStdio(
    async context => {
      const server = (await serving.factory(context)) as McpServer;
      stops.push(serving.onToolsChanged(() => sendListChanged(server)));
      return server;
    },
    { transport, onerror: onProblem },
  );
  stops.push(tellTasksOn(transport, serving.tasks));
  const gone = Promise.withResolvers<void>();
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    gone.resolve();
  };
  const end = () => void handle.close();
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  await gone.promise;
  signal?.removeEventListener('abort', end);
  input.unpipe().pause();
  for (const stop of stops) stop();
}
