import type { Outcome } from '../tool/outcome.ts';
import type { Incoming, Resolved, SentBack, Validated } from './call-states.ts';
import { toIncoming, toResolved } from './go-back.ts';
import { refuseDenied } from './judge/refuse-denied.ts';
import { concludeResult } from './result/conclude-result.ts';
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
import { verifyStage } from './stages/verify.ts';
import { pass, type Steps, wait } from './steps.ts';

// The life of a call. Every call, from every adapter, goes through these stages, in this order; `record`, which a call
// that failed on the way comes to as well, is the end of run-call.ts.

/** Prepares a call: what is known of it by its words alone. One that was sent back has its tool already. */
export function* prepare(incoming: Incoming, known?: Resolved): Steps<Validated> {
  for (let call = incoming, again = known; ; again = undefined) {
    const resolved = again ?? (yield* pass(resolveStage, call));
    const coerced = yield* pass(coerceStage, resolved);
    const checked = yield* pass(validateStage, coerced);
    if ('ready' in checked) return checked;
    call = toIncoming(resolved, checked);
  }
}

/** Carries a call out from the verdict on. What is sent back is checked and judged like a call that has just come. */
export function* carryOut(prepared: Validated): Steps<Outcome> {
  for (let call = prepared; ; ) {
    const end = yield* judgeAndPerform(call);
    if (!('back' in end)) return end;
    const again = toResolved(call, end);
    call = yield* prepare(again, again);
  }
}

function* judgeAndPerform(call: Validated): Steps<Outcome | SentBack> {
  const judged = yield* pass(decideStage, call);
  refuseDenied(judged.decision);
  const unanswered = yield* pass(dedupeStage, judged);
  if ('outcome' in unanswered) return unanswered.outcome;
  const permitted = yield* pass(approveStage, unanswered);
  if ('back' in permitted) return permitted;
  const claimed = yield* pass(claimStage, permitted);
  try {
    const confirmed = yield* pass(confirmStage, claimed);
    if ('back' in confirmed) return confirmed;
    const opened = yield* pass(cacheStage, confirmed);
    const performed = yield* pass(attemptStage, opened);
    if ('back' in performed) return performed;
    const verified = yield* pass(verifyStage, performed);
    const committed = yield* pass(commitStage, verified);
    return yield* wait(concludeResult(committed));
  } finally {
    if (claimed.lease) yield* wait(claimed.lease.release());
  }
}
