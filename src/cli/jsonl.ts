import { createInterface } from 'node:readline';
import { parseJson } from '../tool/coerce/parse-json.ts';

export interface JsonlCall {
  readonly id?: string | number;
  readonly tool: string;
  readonly args: unknown;
  readonly turn?: number;
}

export type JsonlLine = { readonly call: JsonlCall } | { readonly id?: string | number; readonly problem: string };

/** The lines of a stream as calls; a bad line is told, it does not end the stream. Blank lines are passed over. */
export async function* readCalls(input: NodeJS.ReadableStream): AsyncGenerator<JsonlLine> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield parseCall(line);
  }
}

export function parseCall(line: string): JsonlLine {
  let value: unknown;
  try {
    // Keeps how numbers were written, and refuses a key given twice: the arguments are a model's.
    value = parseJson(line);
  } catch (error) {
    return { problem: `The line is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'The line is not a JSON object' };
  const { id, tool, name, args, arguments: other, turn } = value as Record<string, unknown>;
  const label = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  const called = tool ?? name;
  if (typeof called !== 'string') return { ...label, problem: 'The line names no "tool"' };
  if (turn !== undefined && !Number.isSafeInteger(turn)) return { ...label, problem: '"turn" must be a whole number' };
  return {
    call: {
      ...label,
      tool: called,
      args: args ?? other ?? {},
      ...(turn === undefined ? {} : { turn: turn as number }),
    },
  };
}
