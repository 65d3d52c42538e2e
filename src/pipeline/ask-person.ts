import { grantKey } from '../approval/grant-key.ts';
import type { Settled } from '../approval/request.ts';
import { suggestRules } from '../policy/suggest-rules.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { isPathEffect } from '../tool/effect.ts';
import type { Call } from './call.ts';

export interface Question {
  readonly reason: string;
  readonly diff?: string;
}

/** Asks once more in the middle of a run; a no throws. */
export async function askPerson(call: Call, question: Question): Promise<void> {
  const settled = await putQuestion(call, question, question.reason);
  if (!settled.approved) throw settled.error;
}

/** Puts a call before a person; bound to its arguments, its tool, the files it touches and the policy. */
export function putQuestion(call: Call, { reason, diff }: Question, which?: string): Promise<Settled> {
  const { ready, runtime, scope, facts } = call;
  const policy = runtime.policy();
  return runtime.approvals.ask(
    {
      stepId: call.callID,
      tool: ready.id,
      args: (call.args ?? {}) as Record<string, unknown>,
      reason,
      effects: call.effects,
      danger: call.danger,
      suggestions: facts ? suggestRules(facts, policy) : [],
      root: runtime.workspace.root,
      ...(diff === undefined ? {} : { diff }),
    },
    {
      sessionID: scope.session.id,
      agent: scope.agent,
      signal: scope.abort,
      ...(scope.approver ? { approver: scope.approver } : {}),
      grantKey: grantKey({
        tool: ready.id,
        fingerprint: ready.fingerprint,
        args: call.args,
        fileStates: fileStates(call),
        policyVersion: policy.version,
        ...(which === undefined ? {} : { question: which }),
      }),
    },
  );
}

/** The same as a text, to compare. */
export const filesNow = (call: Call): string => canonicalJson(fileStates(call));

/** What the files that a call touches are now, as far as a person was shown them. */
function fileStates(call: Call): Record<string, string | undefined> {
  const states: Record<string, string | undefined> = {};
  if (call.effects === 'everything') return states;
  for (const effect of call.effects) {
    if (isPathEffect(effect)) states[effect.resource] = call.runtime.workspace.identity(effect.resource);
  }
  return states;
}
