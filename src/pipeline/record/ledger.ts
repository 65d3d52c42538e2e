import type { Decision, Facts } from '../../policy/types.ts';
import type { CallRow } from '../../store/port.ts';
import { type Effects, isPathEffect } from '../../tool/effect.ts';
import type { Failure } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/schema/schema.ts';
import { mask, maskOwn, maskRecord, shortenText } from '../../tool/text/mask.ts';
import type { Call } from '../call.ts';
import { isRepeatable } from '../effects/repeatable.ts';

/** Writes the call's row of the ledger as it stands now. */
export function saveCall(call: Call, status: CallRow['status'], options?: { durable?: boolean }): MaybePromise<void> {
  return call.runtime.store.calls.save(rowOf(call, status), options);
}

/** An error as records show it: masked, bounded, and always JSON, whatever a tool has put into its details. */
export const shownFailure = (error: Failure): Failure => mask(error, 4000) as Failure;

/** A command or an address may hold a secret. Paths stay as they are: another policy may be tried on them. */
function shownEffects(effects: Effects): Effects {
  if (effects === 'everything') return effects;
  const shown = effects.map(effect => {
    const resource = isPathEffect(effect) ? maskOwn(effect.resource) : maskRecord(effect.resource);
    return resource === effect.resource ? effect : { ...effect, resource };
  });
  return shown.every((effect, index) => effect === effects[index]) ? effects : shown;
}

function shownFacts(facts: Facts): Facts {
  const effects = shownEffects(facts.effects);
  const { approval, failed, why } = facts;
  const said = why !== undefined || failed !== undefined || typeof approval === 'string';
  if (effects === facts.effects && !said) return facts;
  return {
    ...facts,
    effects,
    approval: typeof approval === 'string' ? maskRecord(approval) : approval,
    ...(why === undefined ? {} : { why: maskRecord(why) }),
    ...(failed === undefined ? {} : { failed: maskRecord(failed) }),
  };
}

const reasonsShown = new WeakMap<Decision, readonly string[]>();

/** Once for each decision: a row is written two or three times, and most calls get the same plain allow. */
function shownReasons(decision: Decision): readonly string[] {
  let shown = reasonsShown.get(decision);
  if (!shown) {
    shown = decision.reasons.map(reason => maskRecord(reason.text));
    reasonsShown.set(decision, shown);
  }
  return shown;
}

function rowOf(call: Call, status: CallRow['status']): CallRow {
  const { scope, decision, outcome, runtime } = call;
  return {
    id: call.callID,
    label: call.request.id === undefined ? undefined : shortenText(String(call.request.id), 200),
    sessionID: scope.session.id,
    turn: scope.turn,
    agent: scope.agent,
    processID: runtime.processID,
    tool: call.name,
    args: call.shownArgs,
    status,
    effects: shownEffects(call.effects),
    danger: call.danger,
    verdict: decision?.verdict,
    reasons: decision && shownReasons(decision),
    facts: call.facts && shownFacts(call.facts),
    repeatable: call.resolved && isRepeatable(call),
    preparedAt: call.startedAt,
    startedAt: call.ranAt,
    settledAt: status === 'settled' ? runtime.now() : undefined,
    ok: outcome?.ok,
    error: outcome?.error && shownFailure(outcome.error),
    attempts: call.attempts,
    bytes: outcome && call.bytes,
    tokens: outcome && call.tokens,
    changeSetID: call.committed?.id,
  };
}
