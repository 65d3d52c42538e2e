import { decide } from '../../policy/decide.ts';
import type { Decision } from '../../policy/types.ts';
import { ToolError } from '../../tool/error.ts';
import { goOn, type MaybePromise } from '../../tool/maybe-promise.ts';
import type { Assessed, Incoming, Judged, Undenied } from '../call-states.ts';
import { refusalOf } from '../effects/judge-again.ts';
import { mayBeRehearsed } from '../effects/repeatable.ts';
import { isOutward } from '../origin/unsure-values.ts';
import type { Stage } from '../stage-row.ts';
import { mayReadPrivate } from '../taint/taint.ts';
import { CallFacts, type SaidFacts } from './call-facts.ts';

/** Puts all that is known of a call to the policy. A deny is a verdict like others; judging does not refuse. */
export function judge(call: Assessed): MaybePromise<Judged> {
  call.trail.reach(call);
  try {
    // Another process may have read for the same conversation what this one has not seen.
    const known = isOutward(call) ? call.scope.session.catchUp(call.scope.step?.takenAt) : undefined;
    if (known) return known.then(() => judgeFound(call)).catch(error => judgeFailed(call, error));
    return judgeFound(call);
  } catch (error) {
    return judgeFailed(call, error);
  }
}

function judgeFound(call: Assessed): MaybePromise<Judged> {
  const mayRead = mayReadPrivate(call);
  const judged = mayRead instanceof Promise ? mayRead.then(may => judgeKnown(call, may)) : judgeKnown(call, mayRead);
  if (!(judged instanceof Promise)) return lookForRehearsal(judged);
  return judged.then(lookForRehearsal).catch(error => judgeFailed(call, error));
}

/** Judges a call whose check throws, and so has not said yes. An error thrown on purpose is told as it is. */
export function judgeFailed(call: Assessed, error: unknown): Judged {
  if (error instanceof ToolError) throw error;
  const failed = error instanceof Error ? error.message : String(error);
  return put({ ...call, effects: 'everything' }, { approval: false, failed, mayReadPrivate: false });
}

/** Judges a call; the tool's own wish for approval is asked for only when nothing forbids the call. */
function judgeKnown(call: Assessed, mayReadPrivate: boolean): MaybePromise<Judged> {
  const { approval } = call.ready.definition;
  const judged = put(call, { approval: false, mayReadPrivate });
  if (!approval || judged.decision.verdict === 'deny') return judged;
  call.trail.reach(judged);
  const wish = typeof approval === 'function' ? approval(call.args as never, call.survey) : approval;
  if (!(wish instanceof Promise)) return put(call, { approval: wish, mayReadPrivate });
  return wish.then(wanted => put(call, { approval: wanted, mayReadPrivate })).catch(error => judgeFailed(call, error));
}

/** Finds out whether a call that needs asking can be rehearsed; its tool is asked only where that would answer. */
function lookForRehearsal(judged: Judged): MaybePromise<Judged> {
  const { rehearses } = judged.ready.definition;
  if (!judged.decision.rehearse || !rehearses || !mayBeRehearsed(judged)) return judged;
  const may = rehearses(judged.args as never, judged.survey);
  return goOn(may, yes => (yes === true ? { ...judged, rehearse: true } : judged));
}

function put(call: Assessed, said: SaidFacts): Judged {
  refuseOverspent(call);
  const facts = new CallFacts(call, said);
  const decision = decide(facts, call.runtime.policy());
  return { ...call, facts, decision, granted: decision.verdict === 'allow', rehearsed: undefined };
}

/** Refuses a call beyond a limit: the use of an agent counts for those it works for, and their limits hold for it. */
function refuseOverspent({ scope, trail: { place } }: Incoming): void {
  const spent = scope.session.isBelow && place ? scope.session.overspent(place.numbers) : undefined;
  if (!spent) return;
  const { what, allowed } = spent;
  throw new ToolError('BUDGET_EXCEEDED', `The agents have used up the ${allowed} ${what} that they may use together`, {
    suggestion: 'Finish with what is there, and say what is left to do.',
    details: { [what]: allowed },
  });
}

export function refuseDenied({ verdict, reasons, code }: Decision): void {
  if (verdict !== 'deny') return;
  const [why] = reasons;
  throw new ToolError(code, why?.text ?? 'The policy denies it', refusalOf(reasons));
}

/** Does the same as the end of `decide`: a call that the policy denies goes no further. */
export const denyStage: Stage<Judged, Undenied> = {
  name: undefined,
  bounded: false,
  run: call => {
    refuseDenied(call.decision);
    return call as Undenied;
  },
};

export const reasonToAsk = ({ decision: { reasons } }: Judged): string =>
  reasons.flatMap(({ verdict, text }) => (verdict === 'ask' ? [text] : [])).join('; ');
