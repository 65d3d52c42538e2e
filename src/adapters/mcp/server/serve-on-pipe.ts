import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpServing } from './create-mcp-serving.ts';

export interface PipeOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends it from our side. */
  readonly signal?: AbortSignal;
  /** What went wrong beside the answers, such as a line that is no message. */
  readonly onProblem?: (error: Error) => void;
}

/** Bytes of one message: a file may be written in one call. */
const MOST = 64 * 2 ** 20;

/** Serves the one client at the other end of a pipe, until it goes. */
export async function serveOnPipe(serving: McpServing, options: PipeOptions): Promise<void> {
  const { input, output, signal, onProblem } = options;
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MOST });
  const stops: (() => void)[] = [];
  const handle = serveStdio(
    async context => {
      const server = (await serving.factory(context)) as McpServer;
      stops.push(serving.onToolsChanged(() => server.sendToolListChanged()));
      return server;
    },
    { transport, ...(onProblem ? { onerror: onProblem } : {}) },
  );
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
  for (const stop of stops) stop();
}
