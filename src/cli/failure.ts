import { CommanderError } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import type { ErrorCode } from '../tool/codes.ts';
import { type Failure, ToolError, toFailure } from '../tool/error.ts';
import { EXIT, exitCodeOfError } from './exit-codes.ts';

/** The gate could not be opened. Whatever the code of the error says, nothing was decided about a call. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly error: ToolError;

  constructor(error: ToolError) {
    super(error.message, { cause: error });
    this.error = error;
  }
}

/** The line asks for something that is not there, such as a model or an agent. */
export class UsageError extends ConfigError {
  readonly error: ToolError;

  constructor(error: ToolError) {
    super(error.message, error.suggestion);
    this.error = error;
  }
}

/** The error for Ctrl-C at a question. */
export const interrupted = (): ToolError => new ToolError('ABORTED', 'Interrupted; nothing was done');

export function failureOf(error: unknown, more: string): { readonly exit: number; readonly error: Failure } {
  if (error instanceof CommanderError) {
    const message = error.code === 'commander.help' ? 'Which command?' : error.message;
    return { exit: EXIT.usage, error: usage(message, more) };
  }
  if (error instanceof UsageError) return { exit: EXIT.usage, error: toldToPeople(error.error) };
  if (error instanceof ConfigError) return { exit: EXIT.usage, error: usage(error.message, error.suggestion) };
  if (error instanceof StartError) return { exit: EXIT.failed, error: toldToPeople(error.error) };
  if (error instanceof ToolError) return { exit: exitCodeOfError(error.code), error: toldToPeople(error) };
  const fault = 'This is a fault of Toolgate; please report it.';
  return { exit: EXIT.failed, error: plain('EXECUTION_ERROR', errorText(error), fault) };
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A failure in words for people: a person runs the command. */
const toldToPeople = (error: ToolError): Failure =>
  toFailure({ ...toFailure(error), suggestion: error.forPeople ?? error.suggestion });

/** "error: unknown command 'tols'\n(Did you mean tools?)" as a message and what to do. */
function usage(text: string, more: string | undefined): Failure {
  const [first = '', ...rest] = text.replace(/^error: /, '').split('\n(Did you mean ');
  const near = rest.length > 0 ? `Did you mean ${rest.join('').replace(/\)$/, '')}` : undefined;
  return plain('INVALID_ARGUMENTS', first, near ?? more);
}

const plain = (code: ErrorCode, message: string, suggestion: string | undefined): Failure =>
  toFailure(new ToolError(code, message, { suggestion }));

/** Does the work; a fault of a file or a flag is told as wrong usage, wherever it was found. */
export function asUsage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toUsage(error);
  }
}

export const toUsage = (error: unknown): unknown => (error instanceof ToolError ? new UsageError(error) : error);
