import { setTimeout as sleep } from 'node:timers/promises';
import type { CallRequest } from '../../pipeline/call.ts';
import type { JsonSchema, Schema } from '../../schema/schema.ts';
import type { DeadLetterRow } from '../../store/port.ts';
import { createSyntaxChecker } from '../../syntax/checker.ts';
import type { SyntaxProblem } from '../../syntax/problem.ts';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import { coerce } from '../../tool/arguments/coerce.ts';
import type { Retry } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import type { Journal } from '../../workspace/journal.ts';
import { findBuiltIn } from '../shared/built-in.ts';
import { toReturned } from '../shared/tool-definition.ts';
import { type ExecutorRegistry, usualRegistry } from './registry.ts';

/** Groups calls into batches: all of one may run side by side, and the next waits. */
export const groupToolCallsIntoBatches = (
  calls: readonly CallRequest[],
  registry: ExecutorRegistry = usualRegistry,
): Promise<CallRequest[][]> => registry.group(calls);

/** Packs whose tools name one file; other packs take paths too, but of many files or of none. */
const OF_ONE_FILE: ReadonlySet<string | undefined> = new Set(['filesystem', 'history', undefined]);

/** The file that a call names, as it is written there; null where it names none. */
export function extractToolFilePath(toolName: string, args: Readonly<Record<string, unknown>>): string | null {
  if (!OF_ONE_FILE.has(findBuiltIn(toolName)?.pack)) return null;
  const { path, file_path, filePath, from } = args;
  const named = path ?? file_path ?? filePath ?? from;
  return typeof named === 'string' ? named : null;
}

/** The JSON Schema of a schema, as models are shown it. */
export const zodToJsonSchema = (schema: Schema): JsonSchema => compileSchema(schema).json;

const read = (type: 'boolean' | 'string', value: unknown): unknown => {
  const { value: read } = coerce(compileSchema(ONE_OF[type]), { value });
  return (read as { value: unknown }).value;
};
const wanting = (type: string): JsonSchema => {
  return { type: 'object', properties: { value: { type } }, required: ['value'] };
};
const ONE_OF = { boolean: wanting('boolean'), string: wanting('string') };

/** Reads `"true"`, `"false"`, `"1"` and `"0"` as booleans; gives any other value as it came. */
export const coerceBoolean = (value: unknown): unknown => read('boolean', value);

/** Reads numbers and booleans as text; gives any other value as it came. */
export const coerceString = (value: unknown): unknown => read('string', value);

type Change = Parameters<Journal['recordChange']>[0];

/** Records a change that is written already and that undo should cover; gives the id of the change. */
export async function trackFileChange(change: Change, registry: ExecutorRegistry = usualRegistry): Promise<string> {
  return (await registry.gate()).journal.recordChange(change);
}

export const fileChangeTracker = { recordChange: (change: Change) => trackFileChange(change) };

/** The syntax errors of a text that the earlier text did not have. */
export async function validateSyntax(path: string, content: string, before?: string) {
  const checker = createSyntaxChecker();
  try {
    const errors: readonly SyntaxProblem[] = await checker.newErrors({
      path,
      before: bytes(before),
      after: Buffer.from(content),
    });
    return { valid: errors.length === 0, errors };
  } finally {
    checker.close();
  }
}

const bytes = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : Buffer.from(text);

/** Repeats failed work, unless the failure says that this is useless. The caller vouches that twice is harmless. */
export async function withRetry<T>(work: () => Promise<T>, retry: Partial<Retry> = {}): Promise<T> {
  const { attempts = 3, delay = 100 } = retry;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || (error instanceof ToolError && !error.retryable)) throw error;
      await sleep(delay * 2 ** (attempt - 1));
    }
  }
}

/** Calls that failed for good. None is run again by itself. */
export class DeadLetterQueue {
  readonly #registry: ExecutorRegistry;

  constructor(registry: ExecutorRegistry = usualRegistry) {
    this.#registry = registry;
  }

  async list(): Promise<readonly DeadLetterRow[]> {
    return (await this.#letters()).list();
  }

  async get(id: string): Promise<DeadLetterRow | undefined> {
    return (await this.#letters()).get(id);
  }

  /** Makes the call again, by hand, as a call like any other. */
  async retry(id: string): Promise<unknown> {
    return toReturned(await (await this.#letters()).retry(id));
  }

  async drop(id: string): Promise<void> {
    await (await this.#letters()).drop(id);
  }

  async #letters() {
    return (await this.#registry.gate()).deadLetters;
  }
}
