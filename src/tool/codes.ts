/** The five kinds of failure a reader may want to tell apart. */
export type ErrorType = 'validation_error' | 'user_error' | 'system_error' | 'permission_error' | 'security_error';

/** Every code an outcome may carry, and its type. The one table: nothing else names a code. */
export const ERROR_CODES = {
  UNKNOWN_TOOL: 'validation_error',
  INVALID_ARGUMENTS: 'validation_error',
  INVALID_OUTPUT: 'system_error',
  INVALID_PATH: 'security_error',
  FILE_NOT_FOUND: 'user_error',
  FILE_EXISTS: 'user_error',
  NOT_A_FILE: 'user_error',
  BINARY_FILE: 'user_error',
  TOO_LARGE: 'user_error',
  EDIT_NOT_FOUND: 'user_error',
  EDIT_AMBIGUOUS: 'user_error',
  STALE_FILE: 'user_error',
  PERMISSION_DENIED: 'permission_error',
  POLICY_DENIED: 'permission_error',
  APPROVAL_DENIED: 'permission_error',
  APPROVAL_TIMEOUT: 'permission_error',
  CLAIMED: 'user_error',
  TIMEOUT: 'system_error',
  ABORTED: 'user_error',
  OUTCOME_UNKNOWN: 'system_error',
  EXECUTION_ERROR: 'system_error',
  SANDBOX_UNAVAILABLE: 'system_error',
  NETWORK_BLOCKED: 'security_error',
  BUDGET_EXCEEDED: 'permission_error',
  SCRIPT_DIVERGED: 'system_error',
  SPAWN_DEPTH: 'permission_error',
  UNKNOWN_AGENT: 'validation_error',
  LLM_ASSIST_REQUIRED: 'system_error',
  UNDO_CONFLICT: 'user_error',
  CYCLE: 'user_error',
  ILLEGAL_TRANSITION: 'user_error',
} as const satisfies Record<string, ErrorType>;

export type ErrorCode = keyof typeof ERROR_CODES;

const ERROR_TYPES: ReadonlySet<unknown> = new Set(Object.values(ERROR_CODES));

export const isErrorType = (value: unknown): value is ErrorType => ERROR_TYPES.has(value);
