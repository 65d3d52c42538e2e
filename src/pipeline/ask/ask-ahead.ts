import type { Settlement } from '../../approval/request.ts';
import type { Assessed } from '../call-states.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { judge, reasonToAsk } from '../judge/judge.ts';
import type { EarlyQuestion } from '../record/trail.ts';
import { withinLimits } from '../run/within-limits.ts';
import { bind, questionOf } from './ask-person.ts';

/**
 * Asks a person about a call that waits for others: commands run one after another, but people need not be asked so. At
 * its turn the call is judged again, and the answer counts if neither the files nor the reason have changed.
 */
export async function askAhead(call: Assessed): Promise<EarlyQuestion | undefined> {
  const { approvals } = call.runtime;
  const someone = approvals.interactive || call.scope.approver !== undefined;
  if (!someone || !isSandboxed(call)) return undefined;
  const waiting = await findQuestion(call);
  if (!waiting) return undefined;
  const { reason, put, asked } = waiting;
  const withdrawn = new AbortController();
  const signal = asked.signal ? AbortSignal.any([asked.signal, withdrawn.signal]) : withdrawn.signal;
  let answer: Promise<Settlement> | undefined = approvals.ask(put, { ...asked, signal });
  let refused: Settlement | undefined;
  answer.then(settled => {
    if (!settled.approved && settled.by !== undefined) refused = settled;
  });
  return {
    async take(grantKey, now) {
      const given = answer;
      answer = undefined;
      if (!given) return undefined;
      // A no stays a no, whatever has changed since.
      if (refused || (grantKey === asked.grantKey && now === reason)) return given;
      withdrawn.abort();
      return undefined;
    },
  };
}

/** Finds the question about a call; undefined where nobody would be asked. */
async function findQuestion(call: Assessed) {
  try {
    const judged = await withinLimits(call, judge(call));
    if (judged.decision.verdict !== 'ask' || judged.rehearse) return undefined;
    const bound = await bind(judged);
    const reason = reasonToAsk(judged);
    return { reason, ...questionOf({ ...judged, bound }, { reason }) };
  } catch {
    // A call that fails here is refused when its turn comes.
    return undefined;
  }
}
