import { ERROR_CODES, type ErrorCode } from '../codes.ts';

/** What only the gate itself may say of a call. */
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
export function codeOfForeign(code: unknown): ErrorCode | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_CODES, code) || OF_THE_GATE.has(code)) return undefined;
  return code as ErrorCode;
}

/** The code for an error of which only the type is known. */
export function codeOfType(type: unknown): ErrorCode {
  if (type === 'validation_error') return 'INVALID_ARGUMENTS';
  return type === 'permission_error' ? 'PERMISSION_DENIED' : 'EXECUTION_ERROR';
}
