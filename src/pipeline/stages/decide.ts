import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { Assessed, Judged, Validated } from '../call-states.ts';
import { assessCall, assessWorst } from '../judge/assess.ts';
import { judge, judgeFailed } from '../judge/judge.ts';
import type { Stage } from '../stage-row.ts';

/** Puts the call to the policy. Its effects are worked out here, unless they were worked out while it waited. */
export const decideStage: Stage<Validated | Assessed, Judged> = {
  name: 'decide',
  bounded: true,
  run: call => ('effects' in call && call.effects ? judge(call) : decideAnew(call)),
};

/** Decides again, whatever was known of the effects before. */
export function decideAnew(call: Validated): MaybePromise<Judged> {
  try {
    const assessed = assessCall(call);
    if (!(assessed instanceof Promise)) return judge(assessed);
    return assessed.then(judge, error => judgeFailed(assessWorst(call), error));
  } catch (error) {
    return judgeFailed(assessWorst(call), error);
  }
}
