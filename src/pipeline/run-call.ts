import { startCallSpan } from '../activity/call-span.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import { isTraced, type OpenSpan } from '../activity/span.ts';
import type { RegisteredTool } from '../registry/registered.ts';
import { goOn, type MaybePromise } from '../tool/maybe-promise.ts';
import type { Outcome } from '../tool/outcome.ts';
import { labelOf } from './call.ts';
import type { CallEnd, Incoming, Standing, Validated } from './call-states.ts';
import { CallStarted } from './record/call-events.ts';
import type { Place, Trail } from './record/trail.ts';
import { failCall } from './result/fail-call.ts';
import { tellPrinted } from './result/tell-printed.ts';
import { record } from './stages/record.ts';
import { carryOut, prepare } from './stages.ts';

/** Work that was done for a call before its turn had come. */
export interface EarlyWork extends Omit<Place, 'numbers'> {
  /** The call, prepared, and perhaps assessed. */
  readonly prepared?: Validated | undefined;
  readonly failed?: { readonly error: unknown } | undefined;
}

const NOTHING_EARLY: EarlyWork = {};

/** Takes a call through all stages. Never throws for what a model did: every call comes to one outcome. */
export function runCall(incoming: Incoming, early: EarlyWork = NOTHING_EARLY): MaybePromise<Outcome> {
  const { runtime, scope, trail } = incoming;
  const { name, callID, agent, sessionID } = trail.at;
  const tool = runtime.registry.find(name)?.tool;
  trail.place = { numbers: scope.session.countCall(), seat: early.seat, ahead: early.ahead };
  if (!isTraced()) return live(incoming, early, { tool, span: undefined });
  const label = scope.toolCallID ?? labelOf(incoming.request);
  const span = startCallSpan({ tool: tool?.id ?? name, callID, label, agent, sessionID });
  const traced = { tool, span };
  return span ? span.within(() => live(incoming, early, traced)) : live(incoming, early, traced);
}

interface TracedTool {
  /** The tool; undefined where no tool is called so, as far as is known yet. */
  readonly tool: RegisteredTool | undefined;
  readonly span: OpenSpan | undefined;
}

function live(incoming: Incoming, early: EarlyWork, { tool, span }: TracedTool): MaybePromise<Outcome> {
  const { trail } = incoming;
  let made: MaybePromise<Outcome>;
  try {
    made = start(incoming, early, tool);
  } catch (error) {
    return closeFailed(trail, error, span);
  }
  return made instanceof Promise ? closeLater(trail, made, span) : close(trail.at, { outcome: made }, span);
}

function start(incoming: Incoming, early: EarlyWork, tool: RegisteredTool | undefined): MaybePromise<Outcome> {
  const { runtime, trail } = incoming;
  const data = new CallStarted(incoming, tool);
  runtime.activity.emitDated(ActivityEventType.TOOL_CALL_START, incoming, { at: trail.now, data });
  if (early.failed) throw early.failed.error;
  return goOn(early.prepared ?? prepare(incoming), carryOut);
}

/** Closes by `then`: an async function keeps twice as much of each call that waits. */
const closeLater = (trail: Trail<Standing>, made: Promise<Outcome>, span: TracedTool['span']): Promise<Outcome> =>
  made.then(
    outcome => close(trail.at, { outcome }, span),
    error => closeFailed(trail, error, span),
  );

async function closeFailed(trail: Trail<Standing>, error: unknown, span: TracedTool['span']): Promise<Outcome> {
  const end = failCall(trail.at, (await tellPrinted(trail.at, error)) ?? error);
  return close(trail.at, end, span);
}

/** Closes a call that has come to its end: nobody hears of the outcome before it is recorded. */
function close(call: Standing, end: CallEnd, span: TracedTool['span']): MaybePromise<Outcome> {
  if (call.run?.stepBegun) call.scope.step?.acted?.();
  const recorded = recordSafely(call, end);
  return recorded ? recorded.then(() => tell(call, end.outcome, span)) : tell(call, end.outcome, span);
}

function tell(call: Standing, outcome: Outcome, span: TracedTool['span']): MaybePromise<Outcome> {
  call.done?.();
  return call.run?.stepBegun ? endStep(call, outcome).then(() => endSpan(outcome, span)) : endSpan(outcome, span);
}

function endSpan(outcome: Outcome, span: TracedTool['span']): Outcome {
  span?.end(outcome.ok ? undefined : { errorType: outcome.error.code });
  return outcome;
}

function recordSafely(call: Standing, end: CallEnd): MaybePromise<void> {
  const warn = (error: unknown) =>
    process.emitWarning(`${call.name} could not be recorded: ${error instanceof Error ? error.message : error}`);
  try {
    const recorded = record(call, end);
    return recorded instanceof Promise ? recorded.catch(warn) : undefined;
  } catch (error) {
    return warn(error);
  }
}

/** Ends a step. Whoever keeps it has own ways to find that its end was not kept; the call is done all the same. */
async function endStep({ scope, name }: Standing, outcome: Outcome): Promise<void> {
  try {
    await scope.step?.end?.(outcome);
  } catch (error) {
    process.emitWarning(`The end of ${name} could not be kept: ${error instanceof Error ? error.message : error}`);
  }
}
