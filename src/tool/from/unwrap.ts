import { ERROR_CODES, type ErrorCode, isErrorType } from '../codes.ts';
import type { Result } from '../context.ts';
import { ToolError } from '../error.ts';

type Args = Record<string, unknown>;

/** Reads `{ ok, value }` and `{ success, … }` results; anything else is the value itself. */
export function unwrap(name: string, returned: unknown): Result {
  if (typeof returned !== 'object' || returned === null) return asResult(returned);
  const result = returned as Args;
  if (typeof result.ok === 'boolean' && ('value' in result || 'error' in result)) {
    if (result.ok) return asResult(result.value);
    throw failureOf(name, result.error);
  }
  if (typeof result.success === 'boolean') {
    const { success, error, error_type, suggestion, code, ...rest } = result;
    if (success) return asResult(code === undefined ? rest : { ...rest, code });
    throw failureOf(name, { message: error, suggestion, code, type: error_type, details: { ...rest, error_type } });
  }
  return asResult(returned);
}

const asResult = (value: unknown): Result => (typeof value === 'string' ? { output: value, value } : { value });

function failureOf(name: string, error: unknown): ToolError {
  const facts = (typeof error === 'object' && error !== null ? error : { message: error }) as Args;
  return toToolError({ ...facts, message: String(facts.message ?? `${name} failed`) });
}

/** Codes that only the gate itself may give a call. */
const OF_THE_GATE: ReadonlySet<string> = new Set<ErrorCode>([
  'UNKNOWN_TOOL',
  'INVALID_OUTPUT',
  'POLICY_DENIED',
  'APPROVAL_DENIED',
  'APPROVAL_TIMEOUT',
  'CLAIMED',
  'ABORTED',
  'OUTCOME_UNKNOWN',
  'BUDGET_EXCEEDED',
]);

/** The code that a tool of another shape gave its error, where it is one of ours and the tool's to give. */
function codeOfForeign(code: unknown): ErrorCode | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_CODES, code) || OF_THE_GATE.has(code)) return undefined;
  return code as ErrorCode;
}

/** The code for an error of which only the type is known. */
function codeOfType(type: unknown): ErrorCode {
  if (type === 'validation_error') return 'INVALID_ARGUMENTS';
  return type === 'permission_error' ? 'PERMISSION_DENIED' : 'EXECUTION_ERROR';
}

/** A failure as a tool of another shape tells it. No part of it is sure to be of the right kind. */
interface ForeignFailure {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message: string;
  readonly suggestion?: unknown;
  readonly details?: unknown;
  readonly retryable?: unknown;
}

/** The failure as an error of ours. A known code and a known type stay; another code stands in the details. */
export function toToolError({ code, type, message, ...said }: ForeignFailure): ToolError {
  const own = codeOfForeign(code);
  const details = typeof said.details === 'object' && said.details !== null ? said.details : {};
  return new ToolError(own ?? codeOfType(type), message, {
    type: isErrorType(type) ? type : undefined,
    suggestion: typeof said.suggestion === 'string' ? said.suggestion : undefined,
    details: { ...details, ...(code === undefined || own ? {} : { code }) },
    retryable: said.retryable === true,
  });
}
