import type { Decision } from '../../policy/types.ts';
import { maskRecord, shortenText } from '../../tool/text/mask.ts';
import type { Call } from '../call.ts';
import type { StageMark } from './stage-mark.ts';

/**
 * A stage that a call went through, as the event of its end has it: its name, when it began, in milliseconds since the
 * first, and what it did, where there is anything to say. What was resolved and decided stands in the ledger too.
 */
export type RecordedStage = readonly [stage: string, at: number, says?: readonly string[]];

/** A call that is sent round again and again says no more than this. */
const MOST_MARKS = 60;
const MOST_LINES = 12;
const MOST_SAID = 300;

/** `now` is read once for all stages that follow each other without a pause: a clock costs more than such a stage. */
export function markStage(call: Call, stage: string, now: number): void {
  if (call.marks.length >= MOST_MARKS) return;
  call.marks.push({ stage, began: now, notes: call.notes.length, decision: call.decision });
}

/** In their order; one that the call was sent back to stands there again. The last is where it ended. */
export function reportStages(call: Call): readonly RecordedStage[] {
  const { marks } = call;
  const first = marks[0]?.began ?? 0;
  return marks.map((mark, index): RecordedStage => {
    const at = Math.round((mark.began - first) * 100) / 100;
    const says = wordsOf(call, mark, marks[index + 1]);
    if (says.length === 0) return [mark.stage, at];
    return [
      mark.stage,
      at,
      says.slice(0, MOST_LINES).map(line => shortenText(maskRecord(line.slice(0, 4 * MOST_SAID)), MOST_SAID)),
    ];
  });
}

const NONE: readonly string[] = [];

function wordsOf(call: Call, mark: StageMark, next: StageMark | undefined): readonly string[] {
  const own = wordsFor(call, mark.stage, next);
  const until = next?.notes ?? call.notes.length;
  const error = next === undefined ? call.outcome?.error : undefined;
  if (until === mark.notes && !error) return own;
  return [...own, ...call.notes.slice(mark.notes, until), ...(error ? [`${error.code}: ${error.message}`] : [])];
}

function wordsFor(call: Call, stage: string, next: StageMark | undefined): readonly string[] {
  switch (stage) {
    case 'decide':
      return reasonsOf(next?.decision ?? call.decision);
    case 'dedupe':
      return call.outcome?.metadata.repeats === undefined ? NONE : ['Answered from the same call earlier in this turn'];
    case 'approve':
      return call.answeredBy === undefined ? NONE : [`${call.answeredBy} answered`];
    case 'claim':
      return call.claims.length === 0 ? NONE : [`Holds ${call.claims.map(({ resource }) => resource).join(', ')}`];
    case 'attempt':
      return call.attempts > 1 ? [`Tried ${call.attempts} times`] : NONE;
    case 'verify':
      return call.syntax;
    case 'commit':
      return (call.committed?.changes ?? []).map(
        ({ operation, path, added, removed }) => `${operation} ${path} +${added} -${removed}`,
      );
    default:
      return NONE;
  }
}

/** A plain allow says nothing. */
const reasonsOf = (decision: Decision | undefined): readonly string[] =>
  !decision || decision.reasons.every(({ verdict, from }) => verdict === 'allow' && from === 'danger')
    ? NONE
    : decision.reasons.map(({ verdict, text }) => `${verdict}: ${text}`);
