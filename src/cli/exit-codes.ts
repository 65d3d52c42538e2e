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

/** What a process should exit with after this outcome. A command's own exit code is part of the result, not a failure. */
export function exitCodeOf(outcome: Outcome): number {
  if (!outcome.ok) return exitCodeOfError(outcome.error.code);
  return (outcome.value as { timed_out?: unknown } | undefined)?.timed_out === true ? EXIT.timeout : EXIT.done;
}

export function exitCodeOfError(code: ErrorCode): number {
  if (code === 'TIMEOUT') return EXIT.timeout;
  if (code === 'ABORTED') return EXIT.interrupted;
  return DENIED.has(code) ? EXIT.denied : EXIT.failed;
}
