import { expect, it } from 'vitest';
import { denyStage } from './judge/judge.ts';
import { StageRow } from './stage-row.ts';
import { approveStage } from './stages/approve.ts';
import { attemptStage } from './stages/attempt.ts';
import { cacheStage } from './stages/cache.ts';
import { claimStage, confirmStage } from './stages/claim.ts';
import { coerceStage } from './stages/coerce.ts';
import { commitStage } from './stages/commit.ts';
import { decideStage } from './stages/decide.ts';
import { dedupeStage } from './stages/dedupe.ts';
import { resolveStage } from './stages/resolve.ts';
import { validateStage } from './stages/validate.ts';

/** Stages in a wrong order; never made: the compiler alone reads it. */
export function outOfOrder(): unknown {
  const resolved = StageRow.from(resolveStage);
  const validated = resolved.to(coerceStage).to(validateStage);
  const judged = validated.to(decideStage);
  const permitted = judged.to(denyStage).to(dedupeStage).to(approveStage);
  const performed = permitted.to(claimStage).to(confirmStage).to(cacheStage).to(attemptStage);
  return [
    // @ts-expect-error arguments are repaired before they are checked
    resolved.to(validateStage),
    // @ts-expect-error only checked arguments are judged
    resolved.to(decideStage),
    // @ts-expect-error nothing is answered from before without a verdict
    validated.to(dedupeStage),
    // @ts-expect-error what the policy denies goes no further
    judged.to(dedupeStage),
    // @ts-expect-error a person is asked about what no earlier call has answered
    judged.to(approveStage),
    // @ts-expect-error nothing is claimed for a call that nobody has allowed
    judged.to(claimStage),
    // @ts-expect-error a tool runs on what is claimed and confirmed
    permitted.to(attemptStage),
    // @ts-expect-error what was not looked at is not written
    performed.to(commitStage),
  ];
}

it('stages in another order do not compile', () => {
  expect(outOfOrder).toBeTypeOf('function');
});
