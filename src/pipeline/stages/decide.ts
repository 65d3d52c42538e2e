import { decide as judge } from '../../policy/decide.ts';
import { strictest, strictness } from '../../policy/presets.ts';
import type { Decision, Facts } from '../../policy/types.ts';
import { capabilitiesOf, dangerOf, type Effects } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/schema/schema.ts';
import { filesNow } from '../ask-person.ts';
import type { Call } from '../call.ts';
import { isRead } from '../repeatable.ts';
import { resolveEffects } from '../resolve-effects.ts';
import type { Stage, Step } from '../stage.ts';

/** Works out the effects, once, and puts everything to the policy. */
export const decide: Stage = {
  name: 'decide',
  part: 'prepare',
  run(call) {
    try {
      const worked = workOutEffects(call);
      const judged = worked instanceof Promise ? worked.then(() => judgeCall(call)) : judgeCall(call);
      return judged instanceof Promise ? judged.catch(error => refuse(call, error)) : judged;
    } catch (error) {
      return refuse(call, error);
    }
  },
};

/** A check that throws has not said yes. What it throws on purpose is told as it is. */
function refuse(call: Call, error: unknown): Step {
  if (error instanceof ToolError) throw error;
  call.effects = 'everything';
  return put(call, { approval: false, failed: error instanceof Error ? error.message : String(error) });
}

/** Sets the call's resolved effects and its danger. */
export function workOutEffects(call: Call): MaybePromise<void> {
  const { effects } = call.ready.definition;
  const declared = effects ? effects(call.args as never, call.context) : 'everything';
  return declared instanceof Promise ? declared.then(made => setEffects(call, made)) : setEffects(call, declared);
}

function setEffects(call: Call, declared: Effects): void {
  call.effects = resolveEffects(declared, (path, options) => call.runtime.workspace.resolve(path, options));
  const { danger } = call.ready.definition;
  call.danger = typeof danger === 'function' ? danger(call.args as never) : (danger ?? dangerOf(call.effects));
}

/** The tool's own wish for approval is asked for only when nothing forbids the call. */
function judgeCall(call: Call): MaybePromise<Step> {
  call.judged = isRead(call) ? '' : filesNow(call);
  put(call, { approval: false });
  const { approval } = call.ready.definition;
  if (!approval) return undefined;
  const wish = typeof approval === 'function' ? approval(call.args as never, call.context) : approval;
  if (wish instanceof Promise) return wish.then(wanted => put(call, { approval: wanted }));
  return put(call, { approval: wish });
}

type Said = Pick<Facts, 'approval' | 'failed'>;

function put(call: Call, said: Said): Step {
  call.facts = factsOf(call, said);
  call.decision = judgeFacts(call, call.facts);
  return refuseDenied(call.decision);
}

/** Another answer may have brought a rule since the call was judged, and a deny always wins. */
export const refuseDeniedSince = (call: Call): Step => refuseDenied(judgeFacts(call, call.facts as Facts));

function refuseDenied({ verdict, reasons, code }: Decision): undefined {
  if (verdict !== 'deny') return;
  const [why] = reasons;
  throw new ToolError(code, why?.text ?? 'The policy denies it', { suggestion: why?.suggestion, details: { reasons } });
}

/** A rule that names the tool which stood for this one holds too, as far as it is stricter. */
function judgeFacts({ runtime, by }: Call, facts: Facts): Decision {
  const decision = judge(facts, runtime.policy());
  if (by === undefined) return decision;
  const { reasons } = judge({ ...facts, tool: by, approval: false }, runtime.policy());
  const own = reasons.filter(({ verdict, rule }) => verdict !== 'allow' && rule?.tool !== undefined);
  if (own.length === 0) return decision;
  const all = [...own, ...decision.reasons].sort((a, b) => strictness(b.verdict) - strictness(a.verdict));
  const verdict = own.reduce((strict, reason) => strictest(strict, reason.verdict), decision.verdict);
  return { verdict, reasons: all, code: decision.verdict === 'deny' ? decision.code : 'POLICY_DENIED' };
}

function factsOf(call: Call, said: Said): Facts {
  const { ready, tool, scope, runtime } = call;
  return {
    tool: ready.id,
    ...(tool?.pack === undefined ? {} : { pack: tool.pack }),
    trust: tool?.trust ?? 'untrusted',
    required: ready.permissions?.required ?? capabilitiesOf(call.effects),
    effects: call.effects,
    danger: call.danger,
    ...said,
    session: { ...scope.session.facts(), ...(call.number === undefined ? {} : { calls: call.number }) },
    root: runtime.workspace.root,
    ...(ready.definition.staged ? { contained: true } : {}),
    ...(runtime.planned && !ready.definition.staged ? { unplannable: true } : {}),
  };
}
