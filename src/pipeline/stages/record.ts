import { ActivityEventType } from '../../activity/event-types.ts';
import { newId } from '../../tool/id.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import type { Call } from '../call.ts';
import { saveCall, shownFailure } from '../record/ledger.ts';
import { reportStages } from '../record/stage-reports.ts';
import { tokensOf } from '../record/tokens.ts';
import type { Stage } from '../stage.ts';
import { readKey } from './dedupe.ts';

/** The last stage of every call: ledger, economics, what failed, dead letter, the one end event. */
export const recordStage: Stage = {
  name: 'record',
  part: 'conclude',
  always: true,
  run(call) {
    const { outcome, runtime } = call;
    if (!outcome) throw new Error('A call without an outcome cannot be recorded');
    const { session, turn } = call.scope;
    call.bytes = Buffer.byteLength(outcome.output);
    call.tokens = tokensOf(outcome.output);
    session.countTokens(call.tokens);
    if (session.isBudgeted) session.changed?.();
    if (call.hasFiles) call.files.discard();
    if (outcome.ok && call.workIn !== undefined) session.cwd = call.workIn;
    if (outcome.ok) rememberRead(call, outcome, turn);
    else session.failed(`${call.name}:${outcome.error.code}`);
    saveLast(call);
    if (!outcome.ok && call.ranAt !== undefined && outcome.error.type === 'system_error') buryCall(call, outcome);
    const error = outcome.error && shownFailure(outcome.error);
    if (error && (error.type === 'system_error' || call.ranAt !== undefined)) {
      runtime.activity.emit(ActivityEventType.ERROR, call, { toolName: call.name, error });
    }
    runtime.activity.emit(ActivityEventType.TOOL_CALL_END, call, {
      toolName: call.name,
      success: outcome.ok,
      stages: reportStages(call),
      ...(outcome.ok
        ? {
            result: {
              title: maskSafely(outcome.title),
              output: maskSafely(outcome.output, 4000),
              metadata: maskSafely(outcome.metadata),
            },
          }
        : { error, forPeople: call.forPeople }),
    });
    const settled = runtime.activity.settle();
    return settled?.then(() => undefined);
  },
};

/** Whatever becomes of the row, the end event comes. */
function saveLast(call: Call): void {
  const warn = (error: unknown) => process.emitWarning(`The ledger could not be written: ${error}`);
  try {
    const saved = saveCall(call, 'settled');
    if (saved instanceof Promise) saved.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function rememberRead(call: Call, outcome: Outcome, turn: number): void {
  if (outcome.metadata.repeats !== undefined || !call.seen) return;
  call.scope.session.remember(turn, readKey(call), { outcome, identities: call.seen });
}

/** Whole, so that a person can have it run again; what no JSON can hold only as it is shown. */
function asJson({ args, shownArgs }: Call): unknown {
  try {
    JSON.stringify(args);
    return args;
  } catch {
    return shownArgs;
  }
}

/** Kept for a person to look at; nothing is replayed by itself. */
function buryCall(call: Call, outcome: Outcome & { ok: false }): void {
  const { runtime, scope } = call;
  const id = newId();
  const error = shownFailure(outcome.error);
  const row = {
    id,
    callID: call.callID,
    sessionID: scope.session.id,
    agent: scope.agent,
    tool: call.name,
    args: asJson(call),
    error,
    attempts: call.attempts,
    at: runtime.now(),
    status: 'open' as const,
  };
  runtime.store.deadLetters.add(row).catch(error => process.emitWarning(`A dead letter could not be stored: ${error}`));
  runtime.activity.emit(ActivityEventType.DEAD_LETTER, call, { id, toolName: call.name, error });
}
