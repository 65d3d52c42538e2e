import { startCallSpan } from '../activity/call-span.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { CallEnd, Incoming, Place, Standing, Validated } from './call-states.ts';
import { labelOf } from './label-of.ts';
import { failCall } from './result/fail-call.ts';
import { tellPrinted } from './result/tell-printed.ts';
import { record } from './stages/record.ts';
import { carryOut, prepare } from './stages.ts';
import { runSteps, type Steps } from './steps.ts';

/** Work that was done for a call before its turn had come. */
export interface EarlyWork extends Omit<Place, 'numbers'> {
  /** The call, prepared, and perhaps assessed. */
  readonly prepared?: Validated | undefined;
  /** The error why it could not be prepared. */
  readonly failed?: { readonly error: unknown } | undefined;
}

/** Takes a call through all stages. Never throws for what a model did: every call comes to one outcome. */
export async function runCall(incoming: Incoming, early: EarlyWork = {}): Promise<Outcome> {
  const { runtime, trail, scope } = incoming;
  const { name, callID, agent, sessionID } = trail.at;
  const tool = runtime.registry.find(name)?.tool;
  const toolName = tool?.id ?? name;
  const span = startCallSpan({
    tool: toolName,
    callID,
    label: scope.toolCallID ?? labelOf(incoming.request),
    agent,
    sessionID,
  });
  const place: Place = { numbers: scope.session.countCall(), seat: early.seat, ahead: early.ahead };
  let end: CallEnd;
  try {
    runtime.activity.emit(ActivityEventType.TOOL_CALL_START, incoming, {
      toolName,
      arguments: trail.shown(trail.at.args, trail.at.ready?.parameters.json),
      ...(tool?.isQuiet ? { quiet: true } : {}),
      ...(scope.parent === undefined ? {} : { parentCallID: scope.parent }),
    });
    if (early.failed) throw early.failed.error;
    const settled = span.within(() => runSteps(live(incoming, place, early.prepared)));
    end = { outcome: settled instanceof Promise ? await settled : settled };
  } catch (error) {
    end = failCall(trail.at, (await tellPrinted(trail.at, error)) ?? error);
  }
  await recordSafely(trail.at, end);
  const { outcome } = end;
  trail.at.done?.();
  if (trail.at.run?.stepBegun) await endStep(trail.at, outcome);
  span.end({ errorType: outcome.ok ? undefined : (outcome.error?.code ?? 'EXECUTION_ERROR') });
  return outcome;
}

function* live(incoming: Incoming, place: Place, prepared: Validated | undefined): Steps<Outcome> {
  incoming.trail.readClock();
  return yield* carryOut(prepared ? { ...prepared, place } : yield* prepare({ ...incoming, place }));
}

async function recordSafely(call: Standing, end: CallEnd): Promise<void> {
  try {
    const recorded = record(call, end);
    if (recorded instanceof Promise) await recorded;
  } catch (error) {
    process.emitWarning(`${call.name} could not be recorded: ${error instanceof Error ? error.message : error}`);
  }
}

/** Ends a step. Whoever keeps it has their own ways to find out that it was not kept; the call is done all the same. */
async function endStep({ scope, name }: Standing, outcome: Outcome): Promise<void> {
  try {
    await scope.step?.end?.(outcome);
  } catch (error) {
    process.emitWarning(`The end of ${name} could not be kept: ${error instanceof Error ? error.message : error}`);
  }
}
