import { setMaxListeners } from 'node:events';
import { type Readable, Transform, type Writable } from 'node:stream';
import {
  type JSONRPCErrorResponse,
  type McpServer,
  ProtocolErrorCode,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { checkOptions } from '../../../../index.ts';
import { isRecord } from '../../../../schema/json.ts';
import { recordOf } from '../../../read-said.ts';
import type { McpServing } from '../create-mcp-serving.ts';
import { sendListChanged } from '../serve-offers.ts';
import { tellTasksOn } from '../tasks/news.ts';

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
  const messages = messagesIn(input, answer => {
    if (answer) void transport.send(answer).catch(() => {});
    onProblem?.(new Error(answer?.error.message ?? 'A line that is no message was passed over'));
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

/**
 * The lines of the input that are messages; the reader ends the connection where one is too long. The SDK is silent on
 * the other lines, and their sender might wait for ever: `refuse` gets the error to answer, where one is due.
 */
function messagesIn(input: Readable, refuse: (answer: JSONRPCErrorResponse | undefined) => void): Readable {
  let begun: Buffer[] = [];
  let size = 0;
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        const line = Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
        [begun, size, from] = [[], 0, end + 1];
        const text = line.toString('utf8').trim();
        if (text === '') continue;
        const refused = refusalOf(text);
        if (refused) refuse(refused.answer);
        else this.push(line);
      }
      begun.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > MOST) {
        this.push(Buffer.concat(begun));
        [begun, size] = [[], 0];
      }
      done();
    },
  });
  const end = () => void lines.end();
  input.once('close', end);
  if (input.destroyed) end();
  return input.pipe(lines);
}

function refusalOf(line: string): { answer: JSONRPCErrorResponse | undefined } | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(line);
  } catch {
    return { answer: errorOf(ProtocolErrorCode.ParseError, 'Parse error: the line is no JSON') };
  }
  try {
    parseJSONRPCMessage(sent);
    return undefined;
  } catch {
    return { answer: answerTo(sent) };
  }
}

/** The error to answer; nobody waits for one to a notification or an answer. */
function answerTo(sent: unknown): JSONRPCErrorResponse | undefined {
  const { id, method } = recordOf(sent);
  if (isRecord(sent) && (id === undefined || method === undefined)) return undefined;
  const what = Array.isArray(sent) ? 'send one message a line' : 'the line is no message of JSON-RPC 2.0';
  const error = errorOf(ProtocolErrorCode.InvalidRequest, `Invalid Request: ${what}`);
  return typeof id === 'string' || Number.isSafeInteger(id) ? { ...error, id: id as string | number } : error;
}

const errorOf = (code: number, message: string): JSONRPCErrorResponse => ({ jsonrpc: '2.0', error: { code, message } });
