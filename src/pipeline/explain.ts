import type { Reason, Verdict } from '../policy/types.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import { type Failure, ToolError } from '../tool/error.ts';
import type { Call } from './call.ts';
import { prepareCall } from './run-call.ts';
import { decide } from './stages/decide.ts';
import { withinLimits } from './within-limits.ts';

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
      readonly sandbox: 'none' | 'required' | 'off';
      readonly error?: undefined;
    }
  | { readonly id: string | number | undefined; readonly error: Failure };

/** What would be decided, by the very stages that decide. Runs nothing and records nothing. */
export async function explainCall(call: Call): Promise<Explanation> {
  call.dry = true;
  await prepareCall(call);
  try {
    if (call.prepareFailure !== undefined) throw call.prepareFailure;
    await withinLimits(call, decide.run(call));
  } catch (error) {
    if (!(error instanceof ToolError) || call.decision?.verdict !== 'deny') {
      call.fail(error);
      return { id: call.request.id, error: call.outcome?.error as Failure };
    }
  }
  const { verdict, reasons } = call.decision!;
  const runs = call.effects === 'everything' || call.effects.some(effect => effect.kind === 'execute');
  return {
    id: call.request.id,
    tool: call.name,
    args: call.args,
    danger: call.danger,
    verdict,
    reasons,
    effects: call.effects,
    notes: call.notes,
    sandbox: runs ? call.runtime.policy().sandbox : 'none',
  };
}
