import type { ErrorCode } from '../tool/codes.ts';
import type { Outcome } from '../tool/outcome.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, denied: 3, timeout: 124, interrupted: 130 } as const;

const DENIED: ReadonlySet<ErrorCode> = new Set([
  'PERMISSION_DENIED',
  'POLICY_DENIED',
  'APPROVAL_DENIED',
  'APPROVAL_TIMEOUT',
  'BUDGET_EXCEEDED',
  'NETWORK_BLOCKED',
] satisfies ErrorCode[]);

/** What a process should exit with after this outcome. */
export const exitCodeOf = (outcome: Outcome): number => (outcome.ok ? EXIT.done : exitCodeOfError(outcome.error.code));

export function exitCodeOfError(code: ErrorCode): number {
  if (code === 'TIMEOUT') return EXIT.timeout;
  if (code === 'ABORTED') return EXIT.interrupted;
  return DENIED.has(code) ? EXIT.denied : EXIT.failed;
}
