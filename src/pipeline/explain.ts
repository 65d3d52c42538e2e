import type { ApprovalQuestion } from '../approval/approvals.ts';
import type { ArgumentsPreview } from '../approval/request.ts';
import type { Reason, Verdict } from '../policy/types.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import { type Failure, ToolError } from '../tool/error.ts';
import { bind, questionOf } from './ask/ask-person.ts';
import type { Incoming, Judged, Standing } from './call-states.ts';
import { reasonToAsk } from './judge/judge.ts';
import { failureFor } from './result/fail-call.ts';
import { rehearse } from './run/rehearse.ts';
import { judgeOnly } from './stages.ts';

export type Explanation =
  | {
      readonly id: string | number | undefined;
      readonly tool: string;
      /** Arguments as coerced. */
      readonly args: unknown;
      readonly danger: Danger;
      readonly verdict: Verdict;
      readonly reasons: readonly Reason[];
      readonly effects: Effects;
      readonly notes: readonly string[];
      /**
       * Whether the call would first run on a copy, without the network, where the verdict is `ask`: nobody is asked
       * then if all that the call does is inside the policy.
       */
      readonly rehearsed?: true;
      /** The sandbox: `none` where no program runs, `outside` for programs that none would hold, else the policy's. */
      readonly sandbox: 'none' | 'outside' | 'required' | 'off';
      /**
       * The question that a person would be asked, diff included, with `question`. Undefined where nobody would be
       * asked: the call is allowed or denied, or it fails before.
       */
      readonly question?: ApprovalQuestion;
      /** With `question`, for a call that is not denied: what it would change, and all that a yes would be bound to. */
      readonly preview?: { readonly key: string; readonly diff?: string } | { readonly failed: Failure };
      readonly error?: undefined;
    }
  | { readonly id: string | number | undefined; readonly error: Failure };

/** Explains what would be decided, by the very stages that decide. Runs nothing and records nothing. */
export async function explainCall(call: Incoming, { question = false } = {}): Promise<Explanation> {
  const { trail, request } = call;
  let judged: Judged | undefined;
  try {
    judged = await judgeOnly(call);
  } catch (error) {
    // A tool that the policy leaves out is denied before its arguments are looked at.
    if (!(error instanceof ToolError) || trail.at.decision?.verdict !== 'deny')
      return { id: request.id, error: failureFor(trail.at, error) };
  }
  const { name, args, danger, decision, effects = [] } = trail.at;
  const { verdict, reasons } = decision!;
  const asked = question && verdict !== 'deny' && judged ? await questionFor(judged) : undefined;
  return {
    id: request.id,
    tool: name,
    args,
    danger: danger!,
    verdict,
    reasons,
    effects,
    notes: trail.notes,
    sandbox: sandboxFor(trail.at, effects),
    ...(judged?.rehearse ? { rehearsed: true as const } : {}),
    ...(asked?.put && verdict === 'ask' ? { question: asked.put } : {}),
    ...(asked ? { preview: asked.preview } : {}),
  };
}

function sandboxFor({ ready, runtime }: Standing, effects: Effects): 'none' | 'outside' | 'required' | 'off' {
  const runs = effects === 'everything' || effects.some(effect => effect.kind === 'execute');
  if (!runs) return 'none';
  // A tool that says when it works on a layer runs its programs in the sandbox in any case, also without one.
  return ready?.definition.sandboxed ? runtime.policy().sandbox : 'outside';
}

/** The question as the gate itself would put it; the rehearsal that makes the diff has a view that is thrown away. */
async function questionFor(call: Judged) {
  try {
    const bound = await bind(call);
    const diff = await rehearse(call);
    const { put, asked } = questionOf({ ...call, bound }, { reason: reasonToAsk(call), diff });
    return { put, preview: { key: asked.grantKey, ...(diff === undefined ? {} : { diff }) } };
  } catch (error) {
    return { preview: { failed: failureFor(call, error) } };
  }
}

/** What a call would do with these arguments, for a person who was asked about others. Throws where it would fail. */
export function toPreview(explained: Explanation): ArgumentsPreview {
  if (explained.error) throw asError(explained.error);
  const { args, verdict, reasons, effects, danger, preview } = explained;
  if (preview && 'failed' in preview) throw asError(preview.failed);
  return {
    ...preview,
    key: preview?.key ?? '',
    args: args as ArgumentsPreview['args'],
    verdict,
    reasons: reasons.map(({ text }) => text),
    effects,
    danger,
  };
}

const asError = ({ code, message, suggestion, details }: Failure): ToolError =>
  new ToolError(code, message, { suggestion, details });
