import { ERROR_CODES, type ErrorCode, type ErrorType } from './codes.ts';

/** What a failed outcome says: plain data, the same keys for every failure. */
export interface Failure {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly message: string;
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable: boolean;
}

export interface ToolErrorOptions {
  /** For the model: how to mend the call. Never a way to answer a question or to loosen the policy. */
  readonly suggestion?: string;
  /** The way for a person to allow the call. No outcome has it: hosts pass on to the model whatever they are given. */
  readonly forPeople?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable?: boolean;
  /** The kind of failure that the tool names for an `EXECUTION_ERROR`; every other code has the type of the table. */
  readonly type?: ErrorType | undefined;
  readonly cause?: unknown;
}

/** An error thrown by tools and stages; the pipeline turns it into a failed outcome. */
export class ToolError extends Error implements Failure {
  override readonly name = 'ToolError';
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly suggestion?: string;
  readonly forPeople?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.type = (code === 'EXECUTION_ERROR' && options.type) || ERROR_CODES[code];
    this.suggestion = options.suggestion;
    this.forPeople = options.forPeople;
    this.details = options.details;
    this.retryable = options.retryable ?? false;
  }
}

/** The plain data of an error, as it stands in an outcome, an event or a row. */
export function toFailure(error: Failure): Failure {
  const { code, type, message, suggestion, details, retryable } = error;
  return {
    code,
    type,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(details === undefined ? {} : { details }),
    retryable,
  };
}
