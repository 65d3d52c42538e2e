import { ActivityEventType } from '../activity/event-types.ts';
import { startCallSpan } from '../activity/trace.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Call } from './call.ts';
import { markStage } from './record/stage-reports.ts';
import { concludeResult } from './result/conclude-result.ts';
import { tellPrinted } from './result/tell-printed.ts';
import { withinLimits } from './run/within-limits.ts';
import type { Stage } from './stage.ts';
import { STAGES } from './stages.ts';

const indexOf = (name: string): number => STAGES.findIndex(stage => stage.name === name);
const DECIDE = indexOf('decide');
const ORDINARY = STAGES.filter(stage => !stage.always);
const ALWAYS = STAGES.filter(stage => stage.always);

/** Takes a call through all stages. Never throws for what a model did: every call comes to one outcome. */
export async function runCall(call: Call): Promise<Outcome> {
  const { runtime } = call;
  const toolName = runtime.registry.find(call.name)?.tool.id ?? call.name;
  const span = startCallSpan({ tool: toolName, callID: call.callID, agent: call.agent, sessionID: call.sessionID });
  call.numbers = call.scope.session.countCall();
  try {
    runtime.activity.emit(ActivityEventType.TOOL_CALL_START, call, { toolName, arguments: call.shownArgs });
    if (call.prepareFailure !== undefined) throw call.prepareFailure;
    const settled = span.within(() => walk(call, ORDINARY, call.prepared ? DECIDE : 0));
    if (settled instanceof Promise) await settled;
    if (!call.outcome) {
      const made = concludeResult(call);
      if (made instanceof Promise) await made;
    }
  } catch (error) {
    call.fail((await tellPrinted(call, error)) ?? error);
  }
  await conclude(call);
  call.recorded?.();
  const outcome = call.outcome as Outcome;
  if (call.stepBegun) await endStep(call, outcome);
  span.end({ ok: outcome.ok, code: outcome.error?.code });
  return outcome;
}

/** Whoever keeps it has their own ways to find out that it was not kept; the call is done all the same. */
async function endStep({ scope, name }: Call, outcome: Outcome): Promise<void> {
  try {
    await scope.step?.end?.(outcome);
  } catch (error) {
    process.emitWarning(`The end of ${name} could not be kept: ${error instanceof Error ? error.message : error}`);
  }
}

/** Resolves, coerces and validates, and works out the effects; nothing else. For scheduling and for `explain`. */
export async function prepareCall(call: Call): Promise<void> {
  if (call.prepared || call.prepareFailure !== undefined) return;
  try {
    await walk(call, ORDINARY.slice(0, DECIDE), 0);
    call.prepared = true;
  } catch (error) {
    call.prepareFailure = error;
  }
}

/** Stays sync as long as the stages do: a waiting call costs more than a small tool. */
function walk(call: Call, stages: readonly Stage[], from: number): void | Promise<void> {
  let index = from;
  const now = performance.now();
  while (index < stages.length) {
    const stage = stages[index]!;
    markStage(call, stage.name, now);
    const step = stage.run(call);
    if (step instanceof Promise) {
      const at = index;
      const bounded = stage.part === 'prepare' && !stage.patient ? withinLimits(call, step) : step;
      return (bounded as typeof step).then(next => {
        const following = after(next, at);
        return following === undefined ? undefined : walk(call, stages, following);
      });
    }
    const following = after(step, index);
    if (following === undefined) return;
    index = following;
  }
}

function after(step: Awaited<ReturnType<Stage['run']>>, at: number): number | undefined {
  if (step === undefined) return at + 1;
  return step === 'settled' ? undefined : indexOf(step);
}

async function conclude(call: Call): Promise<void> {
  for (const cleanup of call.cleanups.reverse()) {
    try {
      await cleanup();
    } catch (error) {
      process.emitWarning(`After ${call.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  for (const stage of ALWAYS) {
    try {
      const recorded = stage.run(call);
      if (recorded instanceof Promise) await recorded;
    } catch (error) {
      process.emitWarning(`${call.name} could not be recorded: ${error instanceof Error ? error.message : error}`);
    }
  }
}
