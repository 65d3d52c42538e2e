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
export function exitCodeOf(outcome: Outcome): number {
  if (outcome.ok) return EXIT.done;
  if (outcome.error.code === 'TIMEOUT') return EXIT.timeout;
  if (outcome.error.code === 'ABORTED') return EXIT.interrupted;
  return DENIED.has(outcome.error.code) ? EXIT.denied : EXIT.failed;
}
