import type { Settlement } from '../../approval/request.ts';
import type { Call } from '../call.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { withinLimits } from '../run/within-limits.ts';
import { reasonToAsk } from '../stages/approve.ts';
import { decideStage } from '../stages/decide.ts';
import type { EarlyQuestion } from './ahead.ts';
import { bind, questionOf } from './ask-person.ts';

/**
 * Commands run one after another, but people need not be asked so: one that waits for others asks already. When its
 * turn has come it is judged again, and the answer counts if neither the files nor the reason have changed.
 */
export async function askAhead(call: Call): Promise<EarlyQuestion | undefined> {
  const { approvals } = call.runtime;
  const someone = approvals.interactive || call.scope.approver !== undefined;
  if (!someone || call.prepareFailure !== undefined || !isSandboxed(call)) return undefined;
  try {
    await withinLimits(call, decideStage.run(call));
    if (call.decision?.verdict === 'ask') await bind(call);
  } catch {
    // It is refused when its turn comes.
    return undefined;
  }
  if (call.decision?.verdict !== 'ask') return undefined;
  const reason = reasonToAsk(call);
  const { put, asked } = questionOf(call, { reason });
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
      // A no is one whatever has changed since.
      if (refused || (grantKey === asked.grantKey && now === reason)) return given;
      withdrawn.abort();
      return undefined;
    },
  };
}
