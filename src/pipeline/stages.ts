import { goOn, type MaybePromise } from '../tool/maybe-promise.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Answered, Claimed, Incoming, Judged, Resolved, SentBack, Validated } from './call-states.ts';
import { toIncoming, toResolved } from './go-back.ts';
import { denyStage } from './judge/judge.ts';
import { concludeStage } from './result/conclude-result.ts';
import type { Lease } from './schedule/lease.ts';
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
import { verifyStage } from './stages/verify.ts';

// The life of a call. Every call, from every adapter, goes through these stages, in this order; `record`, to which a
// call that failed on the way comes as well, is the end of run-call.ts.

const resolving = StageRow.from(resolveStage);
const checking = StageRow.from(coerceStage).to(validateStage);
const judging = StageRow.from(decideStage);
const permitting = judging.to(denyStage).to(dedupeStage).to(approveStage).to(claimStage);
const performing = StageRow.from(confirmStage)
  .to(cacheStage)
  .to(attemptStage)
  .to(verifyStage)
  .to(commitStage)
  .to(concludeStage);

/** Prepares a call: finds out all that its words alone tell. */
export const prepare = (incoming: Incoming): MaybePromise<Validated> => goOn(resolving.pass(incoming), check);

/** Checks a call whose tool is known. A call that stands for another begins anew as the other. */
const check = (resolved: Resolved): MaybePromise<Validated> =>
  goOn(checking.pass(resolved), checked => ('ready' in checked ? checked : prepare(toIncoming(resolved, checked))));

/** Judges a call, and does nothing about it. */
export const judgeOnly = (incoming: Incoming): MaybePromise<Judged> =>
  goOn(prepare(incoming), prepared => judging.pass(prepared));

/** Carries a call out from the verdict on. A call sent back is checked and judged like one that has just come. */
export function carryOut(prepared: Validated): MaybePromise<Outcome> {
  // The trail has the tool and the names of the prepared call, which need not be kept until the end.
  const { trail } = prepared;
  const end = goOn(permitting.pass(prepared), perform);
  return end instanceof Promise ? end.then(made => endOrBegin(trail, made)) : endOrBegin(trail, end);
}

const endOrBegin = (trail: Incoming['trail'], end: Outcome | SentBack): MaybePromise<Outcome> =>
  'back' in end ? goOn(check(toResolved(trail.at as Resolved, end)), carryOut) : end;

function perform(permitted: Claimed | Answered | SentBack): MaybePromise<Outcome | SentBack> {
  if ('back' in permitted) return permitted;
  if ('outcome' in permitted) return permitted.outcome;
  return permitted.lease ? performLeased(permitted, permitted.lease) : performing.pass(permitted);
}

async function performLeased(call: Claimed, lease: Lease): Promise<Outcome | SentBack> {
  try {
    return await performing.pass(call);
  } finally {
    await lease.release();
  }
}
