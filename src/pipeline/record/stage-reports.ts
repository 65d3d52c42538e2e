import type { Decision } from '../../policy/types.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { maskRecord, shortenText } from '../../tool/text/mask.ts';
import type { Standing } from '../call-states.ts';
import type { StageMark } from './stage-mark.ts';

/**
 * A stage that a call went through, as the event of its end has it: its name, when it began, in milliseconds since the
 * first stage, and what it did, where there is anything to say. What was resolved and decided stands in the ledger too.
 */
export type RecordedStage = readonly [stage: string, at: number, says?: readonly string[]];

const MOST_LINES = 12;
const MOST_SAID = 300;

/** Stages in their order; a stage that the call was sent back to stands there again. The call ended at the last. */
export function reportStages(call: Standing, outcome: Outcome): readonly RecordedStage[] {
  const { mark } = call.trail;
  if (saysNothing(call, outcome)) return mark.tell(tellSilent);
  const way = mark.way;
  return way.map((each, index): RecordedStage => {
    const says = wordsOf(call, outcome, { mark: each, next: way[index + 1] });
    const at = each.began / 100;
    if (says.length === 0) return [each.stage, at];
    const lines = says.slice(0, MOST_LINES).map(line => line.slice(0, 4 * MOST_SAID));
    return [each.stage, at, lines.map(line => shortenText(maskRecord(line), MOST_SAID))];
  });
}

/** The report of stages that say nothing; all records of calls that went the same way share it. */
const tellSilent = (way: readonly StageMark[]): readonly RecordedStage[] =>
  Object.freeze(way.map(({ stage, began }): RecordedStage => Object.freeze([stage, began / 100] as const)));

/** Whether no stage of a call has anything to say, as for most: looked at as a whole, for that is quickly done. */
function saysNothing(call: Standing, outcome: Outcome): boolean {
  const { trail, decision, run } = call;
  const { mark } = trail;
  return (
    outcome.ok &&
    trail.notes.length === 0 &&
    outcome.metadata.repeats === undefined &&
    call.answeredBy === undefined &&
    call.lease === undefined &&
    (run === undefined || run.attempts <= 1) &&
    call.syntax === undefined &&
    call.committed === undefined &&
    (decision === undefined || isPlainAllow(decision)) &&
    (mark.decision === undefined || mark.decision === decision) &&
    !mark.decidedAgain
  );
}

const NONE: readonly string[] = [];

type MarkedStage = { readonly mark: StageMark; readonly next: StageMark | undefined };

function wordsOf(call: Standing, outcome: Outcome, { mark, next }: MarkedStage): readonly string[] {
  const { notes } = call.trail;
  const own = wordsFor(call, outcome, { mark, next });
  const until = next?.notes ?? notes.length;
  const error = next === undefined ? outcome.error : undefined;
  if (until === mark.notes && !error) return own;
  return [...own, ...notes.slice(mark.notes, until), ...(error ? [`${error.code}: ${error.message}`] : [])];
}

function wordsFor(call: Standing, outcome: Outcome, { mark, next }: MarkedStage): readonly string[] {
  const { lease, run } = call;
  switch (mark.stage) {
    case 'decide':
      return reasonsOf(next?.decision ?? call.decision);
    case 'dedupe':
      return outcome.metadata.repeats === undefined ? NONE : ['Answered from the same call earlier in this turn'];
    case 'approve':
      return call.answeredBy === undefined ? NONE : [`${call.answeredBy} answered`];
    case 'claim':
      return !lease?.claims.length ? NONE : [`Holds ${lease.claims.map(({ resource }) => resource).join(', ')}`];
    case 'attempt':
      return run && run.attempts > 1 ? [`Tried ${run.attempts} times`] : NONE;
    case 'verify':
      return call.syntax ?? NONE;
    case 'commit':
      return (call.committed?.changes ?? []).map(
        ({ operation, path, added, removed }) => `${operation} ${path} +${added} -${removed}`,
      );
    default:
      return NONE;
  }
}

/** Reasons of a decision; a plain allow says nothing. */
const reasonsOf = (decision: Decision | undefined): readonly string[] =>
  !decision || isPlainAllow(decision) ? NONE : decision.reasons.map(({ verdict, text }) => `${verdict}: ${text}`);

function isPlainAllow({ reasons }: Decision): boolean {
  // The loop counts places: other ways through a list that is frozen cost more than all else here.
  for (let at = 0; at < reasons.length; at++) {
    const { verdict, from } = reasons[at]!;
    if (verdict !== 'allow' || from !== 'danger') return false;
  }
  return true;
}
