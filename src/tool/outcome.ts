import type { Attachment, Metadata } from './context.ts';
import type { Effects } from './effect.ts';
import type { Failure } from './error.ts';

interface OutcomeFacts {
  /** Our id of the call (UUIDv7). */
  readonly callID: string;
  /** The id that the caller gave, as it was given. */
  readonly id: string | number | undefined;
  /** Canonical name where the tool is known, the asked one otherwise. */
  readonly tool: string;
  /** A short line for people. */
  readonly title: string;
  /** What the model reads, also for a failure. */
  readonly output: string;
  /** Facts for programs. */
  readonly metadata: Metadata;
  /** Images and other files for the model. */
  readonly attachments: readonly Attachment[];
}

/** The outcome of a call. Success and failure have the same keys. */
export type Outcome<V = unknown> =
  | (OutcomeFacts & { readonly ok: true; readonly value: V; readonly error: undefined })
  | (OutcomeFacts & { readonly ok: false; readonly value: undefined; readonly error: Failure });

/** Names for the end of a call; `exit` is a call that went well, whose program says that it did not. */
export const OUTCOME_NAMES = ['ok', 'exit', 'failed', 'denied', 'conflict'] as const;
export type OutcomeName = (typeof OUTCOME_NAMES)[number];

interface NamedEnd {
  readonly ok?: boolean | undefined;
  readonly error?: Pick<Failure, 'code' | 'type'> | undefined;
  readonly exitCode?: number | undefined;
}

/** The name of an outcome, made here alone, for lists, terminals and pages. Undefined while there is no outcome. */
export function nameOutcome({ ok, error, exitCode }: NamedEnd): OutcomeName | undefined {
  if (ok === undefined) return undefined;
  if (ok) return exitCode === undefined ? 'ok' : 'exit';
  // An undo that meets later work has done its job by saying so.
  if (error?.code === 'UNDO_CONFLICT') return 'conflict';
  return error?.type === 'permission_error' || error?.type === 'security_error' ? 'denied' : 'failed';
}

const NAMES = ['exitCode', 'exit_code', 'return_code'] as const;

/**
 * The exit code of the program that a call ran, where it is not zero: the result says it under one of the usual names.
 * A call that runs nothing tells of others' programs, whose end is not its own.
 */
export function exitCodeIn(outcome: Outcome, effects: Effects): number | undefined {
  if (effects !== 'everything' && !effects.some(({ kind }) => kind === 'execute')) return undefined;
  for (const said of outcome.ok ? [outcome.metadata, outcome.value] : [outcome.error.details]) {
    if (typeof said !== 'object' || said === null) continue;
    for (const name of NAMES) {
      const code: unknown = Object.hasOwn(said, name) ? (said as Record<string, unknown>)[name] : undefined;
      if (Number.isSafeInteger(code)) return toShellCode(code as number);
    }
  }
  return undefined;
}

/** The code as a shell has it; zero says nothing. Some programs give a signal as a negative number; shells add 128. */
const toShellCode = (code: number): number | undefined =>
  code === 0 ? undefined : code < 0 && code >= -64 ? 128 - code : code;
