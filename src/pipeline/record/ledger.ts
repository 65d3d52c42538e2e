import type { Decision, Facts } from '../../policy/types.ts';
import type { CallRow } from '../../store/port.ts';
import { type Effects, isPathEffect } from '../../tool/effect.ts';
import type { Failure } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import { nameOutcome, type Outcome } from '../../tool/outcome.ts';
import { mask, maskOwn, maskRecord } from '../../tool/text/mask.ts';
import type { Assessed, Standing } from '../call-states.ts';
import { goesOnAsStep, isRepeatable } from '../effects/repeatable.ts';
import { labelOf } from '../label-of.ts';
import type { OutputSize } from './tokens.ts';

/** Writes the row of a call that goes on, as it stands now. */
export function saveCall(
  call: Standing,
  status: 'prepared' | 'started',
  options?: { durable?: boolean },
): MaybePromise<void> {
  return call.runtime.store.calls.save(rowOf(call, status), options);
}

/** Writes the last row of a call. */
export const saveSettled = (call: Standing, end: SettledCall): MaybePromise<void> =>
  call.runtime.store.calls.save(rowOf(call, 'settled', end));

export interface SettledCall {
  readonly outcome: Outcome;
  readonly size: OutputSize;
  readonly at: number;
  /** What people read of it in a line, masked. */
  readonly title: string;
  readonly exitCode: number | undefined;
}

/** An error as records show it: masked, bounded, and always JSON, whatever a tool has put into its details. */
export const shownFailure = (error: Failure): Failure => mask(error, 4000) as Failure;

/** Effects without secrets of commands and addresses. Paths stay as they are: another policy may be tried on them. */
function shownEffects(effects: Effects): Effects {
  if (effects === 'everything' || effects.length === 0) return effects;
  const shown = effects.map(effect => {
    const resource = isPathEffect(effect) ? maskOwn(effect.resource) : maskRecord(effect.resource);
    return resource === effect.resource ? effect : { ...effect, resource };
  });
  return shown.every((effect, index) => effect === effects[index]) ? effects : shown;
}

function shownFacts(facts: Facts): Facts {
  const effects = shownEffects(facts.effects);
  const { approval, failed, why, args, unsure } = facts;
  const said = why !== undefined || failed !== undefined || typeof approval === 'string';
  if (effects === facts.effects && !said && args === undefined && !unsure) return facts;
  return {
    ...facts,
    args: undefined,
    effects,
    unsure: unsure?.map(one => ({ ...one, value: maskRecord(one.value) })),
    approval: typeof approval === 'string' ? maskRecord(approval) : approval,
    ...(why === undefined ? {} : { why: maskRecord(why) }),
    ...(failed === undefined ? {} : { failed: maskRecord(failed) }),
  };
}

const reasonsShown = new WeakMap<Decision, readonly string[]>();

/** Reasons, made once for each decision: a row is written two or three times, and most calls get the same allow. */
function shownReasons(decision: Decision): readonly string[] {
  let shown = reasonsShown.get(decision);
  if (!shown) {
    shown = decision.reasons.map(reason => maskRecord(reason.text));
    reasonsShown.set(decision, shown);
  }
  return shown;
}

function rowOf(call: Standing, status: CallRow['status'], end?: SettledCall): CallRow {
  const { scope, decision, runtime, ready, effects = NOTHING, run } = call;
  const { outcome, size, exitCode } = end ?? {};
  return {
    id: call.callID,
    label: labelOf(call.request),
    sessionID: call.sessionID,
    parentID: scope.parent,
    turn: scope.turn,
    agent: call.agent,
    processID: runtime.processID,
    tool: call.name,
    args: call.trail.shown(call.args, ready?.parameters.json),
    status,
    effects: shownEffects(effects),
    danger: call.danger ?? 'dangerous',
    verdict: decision?.verdict,
    reasons: decision && shownReasons(decision),
    facts: call.facts && shownFacts(call.facts),
    // Nothing of a rehearsal is written before it is let be.
    repeatable: ready !== undefined && (call.rehearsed === true || isRepeatable({ ready, effects }) || isScript(call)),
    preparedAt: call.startedAt,
    startedAt: run?.startedAt,
    settledAt: end?.at,
    ok: outcome?.ok,
    outcome: outcome && nameOutcome({ ok: outcome.ok, error: outcome.error, exitCode }),
    error: outcome?.error && shownFailure(outcome.error),
    attempts: run?.attempts ?? 0,
    bytes: size?.bytes,
    tokens: size?.tokens,
    changeSetID: call.committed?.id,
    title: end?.title,
    exitCode,
    waited: call.trail.waited,
    askedArgs: call.trail.asked,
  };
}

const NOTHING: Effects = [];

/** Known once its arguments are. */
const isScript = (call: Standing): boolean => call.danger !== undefined && goesOnAsStep(call as Assessed);
