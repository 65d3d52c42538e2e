import { type Readable, Transform } from 'node:stream';
import { type JSONRPCErrorResponse, ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { isRecord } from '../../../../schema/json.ts';
import { recordOf } from '../../../read-said.ts';

interface MessagesOptions {
  /** The most bytes of one message. The reader of the messages ends the connection where one has more. */
  readonly most: number;
  /** Called with each line that is no message, and with the error to answer where one is due. */
  readonly refuse: (answer: JSONRPCErrorResponse | undefined) => void;
}

/** The lines of the input that are messages. The SDK is silent on the others, and their sender might wait for ever. */
export function messagesIn(input: Readable, { most, refuse }: MessagesOptions): Readable {
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
      if (size > most) {
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

interface Refusal {
  readonly answer: JSONRPCErrorResponse | undefined;
}

function refusalOf(line: string): Refusal | undefined {
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
