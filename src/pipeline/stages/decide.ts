import { decide as judge } from '../../policy/decide.ts';
import type { Facts } from '../../policy/types.ts';
import { capabilitiesOf, dangerOf, type Effects } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/schema/schema.ts';
import type { Call } from '../call.ts';
import { resolveEffects } from '../resolve-effects.ts';
import type { Stage, Step } from '../stage.ts';

/** Works out the effects, once, and puts everything to the policy. */
export const decide: Stage = {
  name: 'decide',
  part: 'prepare',
  run(call) {
    const worked = workOutEffects(call);
    return worked instanceof Promise ? worked.then(() => judgeCall(call)) : judgeCall(call);
  },
};

/** Sets the call's resolved effects and its danger. */
export function workOutEffects(call: Call): MaybePromise<void> {
  const { effects } = call.ready.definition;
  const declared = effects ? effects(call.args as never, call.context) : 'everything';
  return declared instanceof Promise ? declared.then(made => setEffects(call, made)) : setEffects(call, declared);
}

function setEffects(call: Call, declared: Effects): void {
  call.effects = resolveEffects(declared, path => call.runtime.workspace.resolve(path));
  const { danger } = call.ready.definition;
  call.danger = typeof danger === 'function' ? danger(call.args as never) : (danger ?? dangerOf(call.effects));
}

/** The tool's own wish for approval is asked for only when nothing forbids the call. */
function judgeCall(call: Call): MaybePromise<Step> {
  put(call, false);
  const { approval } = call.ready.definition;
  if (!approval) return undefined;
  const wish = typeof approval === 'function' ? approval(call.args as never, call.context) : approval;
  if (wish instanceof Promise) return wish.then(wanted => put(call, wanted));
  return put(call, wish);
}

function put(call: Call, approval: boolean | string): Step {
  const policy = call.runtime.policy();
  call.facts = factsOf(call, approval);
  call.decision = judge(call.facts, policy);
  if (call.decision.verdict !== 'deny') return undefined;
  const [why] = call.decision.reasons;
  throw new ToolError(call.decision.code, why?.text ?? 'The policy denies it', {
    suggestion: why?.suggestion,
    details: { reasons: call.decision.reasons },
  });
}

function factsOf(call: Call, approval: boolean | string): Facts {
  const { ready, tool, scope, runtime } = call;
  return {
    tool: ready.id,
    ...(tool?.pack === undefined ? {} : { pack: tool.pack }),
    trust: tool?.trust ?? 'untrusted',
    required: ready.permissions?.required ?? capabilitiesOf(call.effects),
    effects: call.effects,
    danger: call.danger,
    approval,
    session: scope.session.facts(),
    root: runtime.workspace.root,
    ...(runtime.planned && !ready.definition.staged ? { unplannable: true } : {}),
  };
}
