import type { ApprovalQuestion } from '../approval/approvals.ts';
import type { Reason, Verdict } from '../policy/types.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import { type Failure, ToolError } from '../tool/error.ts';
import { bind, questionOf } from './ask/ask-person.ts';
import type { Call } from './call.ts';
import { rehearse } from './run/rehearse.ts';
import { withinLimits } from './run/within-limits.ts';
import { prepareCall } from './run-call.ts';
import { reasonToAsk } from './stages/approve.ts';
import { decideStage } from './stages/decide.ts';

export type Explanation =
  | {
      readonly id: string | number | undefined;
      readonly tool: string;
      /** As coerced. */
      readonly args: unknown;
      readonly danger: Danger;
      readonly verdict: Verdict;
      readonly reasons: readonly Reason[];
      readonly effects: Effects;
      readonly notes: readonly string[];
      /** `none`: it runs no program. `outside`: what it runs, no sandbox would hold. The others as the policy says. */
      readonly sandbox: 'none' | 'outside' | 'required' | 'off';
      /**
       * With `question`: what a person would be asked, diff included. It is not there where nobody would be: the call is
       * allowed or denied, or it fails before anyone is asked.
       */
      readonly question?: ApprovalQuestion;
      readonly error?: undefined;
    }
  | { readonly id: string | number | undefined; readonly error: Failure };

/** What would be decided, by the very stages that decide. Runs nothing and records nothing. */
export async function explainCall(call: Call, { question = false } = {}): Promise<Explanation> {
  call.dry = true;
  await prepareCall(call);
  try {
    if (call.prepareFailure !== undefined) throw call.prepareFailure;
    await withinLimits(call, decideStage.run(call));
  } catch (error) {
    if (!(error instanceof ToolError) || call.decision?.verdict !== 'deny') {
      call.fail(error);
      return { id: call.request.id, error: call.outcome?.error as Failure };
    }
  }
  const { verdict, reasons } = call.decision!;
  const asked = question && verdict === 'ask' ? await questionFor(call) : undefined;
  return {
    id: call.request.id,
    tool: call.name,
    args: call.args,
    danger: call.danger,
    verdict,
    reasons,
    effects: call.effects,
    notes: call.notes,
    sandbox: sandboxFor(call),
    ...(asked ? { question: asked } : {}),
  };
}

function sandboxFor({ effects, ready, runtime }: Call): 'none' | 'outside' | 'required' | 'off' {
  const runs = effects === 'everything' || effects.some(effect => effect.kind === 'execute');
  if (!runs) return 'none';
  // Who says when it works on a layer runs its programs in the sandbox in any case, also without one.
  return ready.definition.sandboxed ? runtime.policy().sandbox : 'outside';
}

/** As the gate itself would put it; the rehearsal that makes the diff is on a view that is thrown away. */
async function questionFor(call: Call): Promise<ApprovalQuestion | undefined> {
  try {
    await bind(call);
    const diff = await rehearse(call);
    return questionOf(call, { reason: reasonToAsk(call), ...(diff === undefined ? {} : { diff }) }).put;
  } catch {
    return undefined;
  }
}
