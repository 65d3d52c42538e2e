import { isRecord } from '../../schema/json.ts';
import { nearest } from '../../tool/text/nearest.ts';

export interface JsonlCall {
  readonly id?: string | number;
  readonly tool: string;
  readonly args: unknown;
  readonly turn?: number | undefined;
}

export interface BadLine {
  readonly id?: string | number;
  readonly problem: string;
}

export type JsonlLine = { readonly call: JsonlCall } | BadLine;

const KEYS = ['id', 'tool', 'name', 'args', 'arguments', 'turn'];

export function parseCall(line: string): JsonlLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `The line is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!isRecord(value)) return { problem: 'The line is not a JSON object' };
  const { id, tool, name, args, arguments: other, turn } = value;
  const label = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  const bad = (problem: string): BadLine => ({ ...label, problem });
  const odd = oddKey(value);
  if (odd) return bad(odd);
  const called = tool ?? name;
  if (typeof called !== 'string') return bad('The line names no "tool"');
  if (turn !== undefined && !(Number.isSafeInteger(turn) && (turn as number) >= 0))
    return bad('"turn" must be a whole number from 0 up');
  return { call: { ...label, tool: called, args: args ?? other ?? {}, turn: turn as number | undefined } };
}

/** A key that seems to be meant for ours: others are passed over, but with dropped arguments a call is another one. */
function oddKey(value: object): string | undefined {
  const keys = Object.keys(value);
  const unknown = keys.filter(key => !KEYS.includes(key));
  const near = unknown.map(key => [key, nearest(key, KEYS, 1)[0]]).find(([, known]) => known !== undefined);
  if (near) return `The line has an unknown key "${near[0]}"; did you mean "${near[1]}"?`;
  if (unknown.length > 0 && !keys.includes('args') && !keys.includes('arguments'))
    return `The line has no "args", and an unknown key "${unknown[0]}"`;
  return undefined;
}

/** The most bytes of one line, or of the arguments of one call. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024;

/** The lines of a stream as calls; a bad line is told, and does not end the stream. Blank lines are passed over. */
export async function* readCalls(
  input: AsyncIterable<Uint8Array>,
  mostBytes = MOST_LINE_BYTES,
): AsyncGenerator<JsonlLine> {
  for await (const line of boundedLines(input, mostBytes)) {
    const text = line === 'too long' ? undefined : textIfUtf8(line);
    if (line === 'too long') yield { problem: `The line is longer than ${mostBytes} bytes` };
    else if (text === undefined) yield { problem: 'The line is not UTF-8' };
    else if (text.trim() !== '') yield parseCall(text);
  }
}

/** The lines as bytes, so that a character cut in two by a chunk stays one; a line without bounds is dropped while it comes. */
export async function* boundedLines(
  input: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Buffer | 'too long'> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
    else parts = [];
  };
  const finish = (): Buffer | 'too long' => {
    const line = length > mostBytes ? 'too long' : Buffer.concat(parts);
    [parts, length] = [[], 0];
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; start = end + 1, end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      yield finish();
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield finish();
}

/** Bytes that are no text are refused: a character that stands for them would go into a file. */
export function textIfUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
