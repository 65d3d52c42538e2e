import { expect, it } from 'vitest';
import type { Judged, Performed, Permitted, Resolved, Validated } from './call-states.ts';
import { approveStage } from './stages/approve.ts';
import { attemptStage } from './stages/attempt.ts';
import { claimStage } from './stages/claim.ts';
import { commitStage } from './stages/commit.ts';
import { decideStage } from './stages/decide.ts';
import { dedupeStage } from './stages/dedupe.ts';
import { validateStage } from './stages/validate.ts';
import { pass } from './steps.ts';

/** Calls in a wrong order; never called: the compiler alone reads it. */
export function outOfOrder(calls: {
  readonly resolved: Resolved;
  readonly validated: Validated;
  readonly judged: Judged;
  readonly permitted: Permitted;
  readonly performed: Performed;
}): unknown {
  const { resolved, validated, judged, permitted, performed } = calls;
  return [
    // @ts-expect-error arguments are repaired before they are checked
    pass(validateStage, resolved),
    // @ts-expect-error only checked arguments are judged
    pass(decideStage, resolved),
    // @ts-expect-error nothing is answered from before without a verdict
    pass(dedupeStage, validated),
    // @ts-expect-error a person is asked about what no earlier call has answered
    pass(approveStage, judged),
    // @ts-expect-error nothing is claimed for a call that nobody has allowed
    pass(claimStage, judged),
    // @ts-expect-error a tool runs on what is claimed and confirmed
    pass(attemptStage, permitted),
    // @ts-expect-error what was not looked at is not written
    pass(commitStage, performed),
  ];
}

it('stages in another order do not compile', () => {
  expect(outOfOrder).toBeTypeOf('function');
});
