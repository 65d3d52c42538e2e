import type { Decision, Facts } from '../../policy/types.ts';
import type { CallRow } from '../../store/port.ts';
import { type Effects, isPathEffect } from '../../tool/effect.ts';
import type { Failure } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import { nameOutcome, type Outcome } from '../../tool/outcome.ts';
import { mask, maskOwn, maskRecord } from '../../tool/text/mask.ts';
import type { Assessed, Standing } from '../call-states.ts';
import { goesOnAsStep, isRepeatable } from '../effects/repeatable.ts';
import { LedgerRow } from './ledger-row.ts';
import type { OutputSize } from './tokens.ts';

export function saveCall(
  call: Standing,
  status: 'prepared' | 'started',
  { durable = false }: { durable?: boolean } = {},
): MaybePromise<void> {
  const again = call.trail.row !== undefined;
  return call.runtime.store.calls.save(rowOf(call, status), { durable, again });
}

export function saveSettled(call: Standing, end: SettledCall): MaybePromise<void> {
  const again = call.trail.row !== undefined;
  const row = rowOf(call, 'settled');
  const { outcome, size, exitCode } = end;
  row.settledAt = end.at;
  row.ok = outcome.ok;
  row.outcome = nameOutcome({ ok: outcome.ok, error: outcome.error, exitCode });
  row.error = outcome.error && shownFailure(outcome.error);
  row.bytes = size.bytes;
  row.tokens = size.tokens;
  row.title = end.title;
  row.exitCode = exitCode;
  return call.runtime.store.calls.save(row, { durable: false, again });
}

export interface SettledCall {
  readonly outcome: Outcome;
  readonly size: OutputSize;
  readonly at: number;
  /** The call in one line for people, masked. */
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

/** Reasons, made once for the same decision in a row: a row is written twice, and most calls get the same allow. */
let newest: { readonly decision: Decision; readonly shown: readonly string[] } | undefined;

function shownReasons(decision: Decision): readonly string[] {
  if (newest?.decision !== decision) {
    const shown = decision.reasons.map(reason => maskRecord(reason.text));
    newest = { decision, shown };
  }
  return newest.shown;
}

function rowOf(call: Standing, status: CallRow['status']): LedgerRow {
  const { trail, facts, decision, ready, effects = NOTHING, run } = call;
  trail.row ??= new LedgerRow(call);
  const { row } = trail;
  row.tool = call.name;
  row.args = trail.shown(call.args, ready?.parameters.json);
  row.status = status;
  if (facts === undefined || facts !== row.facts) {
    row.effects = shownEffects(effects);
    row.facts = facts && shownFacts(facts);
  }
  row.danger = call.danger ?? 'dangerous';
  row.verdict = decision?.verdict;
  row.reasons = decision && shownReasons(decision);
  // A rehearsal writes nothing before it is allowed.
  row.repeatable =
    ready !== undefined && (call.rehearsed === true || isRepeatable({ ready, effects }) || isScript(call));
  row.startedAt = run?.startedAt;
  row.attempts = run?.attempts ?? 0;
  row.changeSetID = call.committed?.id;
  row.waited = trail.waited;
  row.askedArgs = trail.asked;
  return row;
}

const NOTHING: Effects = [];

const isScript = (call: Standing): boolean => call.danger !== undefined && goesOnAsStep(call as Assessed);
