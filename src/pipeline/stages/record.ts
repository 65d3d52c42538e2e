import { Buffer } from 'node:buffer';
import { ActivityEventType } from '../../activity/event-types.ts';
import { newId } from '../../tool/id.ts';
import { exitCodeIn, type Outcome } from '../../tool/outcome.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import type { CallEnd, Standing } from '../call-states.ts';
import { noteResult } from '../origin/note-result.ts';
import { CallEnded } from '../record/call-events.ts';
import { type SettledCall, saveSettled, shownFailure } from '../record/ledger.ts';
import { tokensOf } from '../record/tokens.ts';
import { readKey } from './dedupe.ts';

/** Records, as the last stage of every call: ledger, economics, what failed, dead letter, the one end event. */
export function record(call: Standing, { outcome, forPeople }: CallEnd): void | Promise<void> {
  const { runtime, scope, run, view, progress, name } = call;
  const { session } = scope;
  // The outcome of a call of a script stays there: only the script's own words go to the model.
  const tokens = scope.parent === undefined ? tokensOf(outcome.output) : 0;
  const size = { bytes: Buffer.byteLength(outcome.output), tokens };
  session.countTokens(size.tokens);
  if (session.changed && session.isBudgeted) session.changed();
  progress?.end();
  view?.discard();
  if (outcome.ok && run?.workIn !== undefined) session.cwd = run.workIn;
  const at = runtime.now();
  const noted = noteResult(call, outcome, at);
  if (outcome.ok) rememberRead(call, outcome);
  else session.failed(`${name}:${outcome.error.code}`);
  const title = maskSafely(outcome.title) as string;
  const exitCode = exitCodeIn(outcome, call.effects ?? []);
  saveLast(call, { outcome, size, at, title, exitCode });
  const hasRun = run?.startedAt !== undefined;
  if (!outcome.ok && hasRun && outcome.error.type === 'system_error') buryCall(call, outcome);
  const error = outcome.error && shownFailure(outcome.error);
  runtime.registry.reportCall(name, call, error);
  if (error) runtime.activity.emit(ActivityEventType.ERROR, call, { toolName: name, error });
  const data = new CallEnded(call, { outcome, at, title, exitCode, error, forPeople });
  runtime.activity.emitDated(ActivityEventType.TOOL_CALL_END, call, { at, data });
  // Nobody is given what others wrote before that is on record: a crash would make the session forget it.
  const kept = noted ? noted.then(() => session.origins.settle()) : session.origins.settle();
  return kept ? kept.then(() => runtime.activity.settle()) : runtime.activity.settle();
}

/** Saves the last row. Whether or not it is saved, the end event comes. */
function saveLast(call: Standing, end: SettledCall): void {
  const warn = (error: unknown) => process.emitWarning(`The ledger could not be written: ${error}`);
  try {
    const saved = saveSettled(call, end);
    if (saved instanceof Promise) saved.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function rememberRead(call: Standing, outcome: Outcome): void {
  if (outcome.metadata.repeats !== undefined || !call.seen) return;
  call.scope.session.remember(call.scope.turn, readKey(call), { outcome, identities: call.seen });
}

/** The whole arguments, so that a person can have the call run again; those that JSON cannot hold as they are shown. */
function asJson({ args, trail }: Standing): unknown {
  try {
    JSON.stringify(args);
    return args;
  } catch {
    return trail.shown(args);
  }
}

/** Keeps a call for a person to look at; nothing is replayed by itself. */
function buryCall(call: Standing, outcome: Outcome & { ok: false }): void {
  const { runtime } = call;
  const id = newId();
  const error = shownFailure(outcome.error);
  const row = {
    id,
    callID: call.callID,
    sessionID: call.sessionID,
    agent: call.agent,
    tool: call.name,
    args: asJson(call),
    error,
    attempts: call.run?.attempts ?? 0,
    at: runtime.now(),
    status: 'open' as const,
  };
  runtime.store.deadLetters.add(row).catch(error => process.emitWarning(`A dead letter could not be stored: ${error}`));
  runtime.activity.emit(ActivityEventType.DEAD_LETTER, call, { id, toolName: call.name, error });
}
