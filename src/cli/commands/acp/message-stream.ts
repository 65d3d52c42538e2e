import type { Readable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { boundedLines } from '../../input/jsonl.ts';

interface MessageStreamOptions {
  readonly input: Readable;
  readonly write: (line: string, done: (error?: Error | null) => void) => void;
  readonly onProblem: (problem: string) => void;
}

/** Bytes of one message: a prompt may have files in it. */
const MOST = 32 * 2 ** 20;

/**
 * Messages of the protocol, one a line. A line that is no message is answered with an error and skipped, however long:
 * the SDK's own stream ends the connection at such a line, and with it every session, or sends all of the line back.
 */
export function messageStream({ input, write, onProblem }: MessageStreamOptions): Stream {
  const send = (message: object) =>
    new Promise<void>((resolve, reject) => {
      write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()));
    });
  const refuse = ({ problem, answer }: Refusal) => {
    onProblem(problem);
    if (answer) send({ jsonrpc: '2.0', ...answer }).catch(() => {});
  };
  return { readable: ReadableStream.from(messagesIn(input, refuse)), writable: new WritableStream({ write: send }) };
}

async function* messagesIn(input: Readable, refuse: (refusal: Refusal) => void): AsyncGenerator<AnyMessage> {
  try {
    for await (const line of boundedLines(input, MOST)) {
      const read = line === 'too long' ? TOO_LONG : readMessage(line.toString('utf8').trim());
      if (read === undefined) continue;
      if ('problem' in read) refuse(read);
      else yield read.message;
    }
  } catch {
    // Standard input was closed under the reader: nothing more comes.
  }
}

/** Why a line is no message, and the answer to it; a line that may be an answer itself gets none. */
interface Refusal {
  readonly problem: string;
  readonly answer?: { readonly id: string | number | null; readonly error: { code: number; message: string } };
}

const refusal = (code: number, problem: string, id: string | number | null = null): Refusal => ({
  problem,
  answer: { id, error: { code, message: problem } },
});

const TOO_LONG = refusal(-32600, `Invalid request: a message has ${MOST / 2 ** 20} MB at most`);

function readMessage(text: string): { readonly message: AnyMessage } | Refusal | undefined {
  if (text === '') return undefined;
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return refusal(-32700, 'Parse error: the line is no JSON');
  }
  if (Array.isArray(sent)) return refusal(-32600, 'Invalid request: send one message a line');
  if (typeof sent !== 'object' || sent === null) return refusal(-32600, 'Invalid request: the line is no object');
  const { jsonrpc, id, method, result, error } = sent as Readonly<Record<string, unknown>>;
  const isID = id === undefined || id === null || typeof id === 'string' || Number.isFinite(id);
  const isCall = typeof method === 'string';
  const isAnswer = method === undefined && id !== undefined && (result !== undefined || error !== undefined);
  if (jsonrpc === '2.0' && isID && (isCall || isAnswer)) return { message: sent as AnyMessage };
  const problem = 'Invalid request: the line is no message of JSON-RPC 2.0';
  if (isAnswer) return { problem };
  return refusal(-32600, problem, isID && id !== undefined ? (id as string | number | null) : null);
}
