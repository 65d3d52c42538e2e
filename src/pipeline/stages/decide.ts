import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { Assessed, Judged, Validated } from '../call-states.ts';
import { assessCall, assessWorst } from '../judge/assess.ts';
import { judge, judgeFailed } from '../judge/judge.ts';
import type { Stage } from '../stage.ts';

/** Puts the call to the policy. Its effects are worked out here, unless that was done while it waited. */
export const decideStage: Stage<Validated | Assessed, Judged> = {
  name: 'decide',
  bounded: true,
  run: call => ('effects' in call && call.effects ? judge(call) : decideFirst(call)),
};

/** Decides again, whatever was known of its effects before, on a copy: what was decided then is compared with it. */
export const decideAnew = (call: Validated): MaybePromise<Judged> => decideFirst({ ...call });

function decideFirst(call: Validated): MaybePromise<Judged> {
  try {
    const assessed = assessCall(call);
    if (!(assessed instanceof Promise)) return judge(assessed);
    return assessed.then(judge, error => judgeFailed(assessWorst(call), error));
  } catch (error) {
    return judgeFailed(assessWorst(call), error);
  }
}
