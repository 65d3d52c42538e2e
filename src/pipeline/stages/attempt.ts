import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPrivate } from '../../policy/taint.ts';
import type { CheckResult } from '../../tool/arguments/check/compile.ts';
import type { Metadata, Result } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { goOn, type MaybePromise } from '../../tool/maybe-promise.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import { showUnseen, showUnseenIn } from '../../tool/text/unseen.ts';
import { markUntrusted } from '../../tool/text/untrusted.ts';
import type { Step } from '../call.ts';
import type { Opened, Performed, SentBack } from '../call-states.ts';
import { wouldReach } from '../effects/may-reach.ts';
import { goesOnAsStep, isHeldBack, isMadeAgain, isRead, isRepeatable, isSandboxed } from '../effects/repeatable.ts';
import { saveCall } from '../record/ledger.ts';
import { render } from '../result/conclude-result.ts';
import { hideUnshown } from '../result/hide-unshown.ts';
import { callAborted, scriptStopped, stoppedHalfway, throwIfAborted } from '../run/call-aborted.ts';
import { copyOf } from '../run/rehearse.ts';
import { RunContext } from '../run/run-context.ts';
import { RunWatch } from '../run/run-watch.ts';
import { USUAL_TIME } from '../run/within-limits.ts';
import type { Stage } from '../stage-row.ts';
import { markSession } from '../taint/taint.ts';

/** Runs the tool: on the ledger first, bounded in time, stopped by an abort, again only where that is harmless. */
export const attemptStage: Stage<Opened, Performed | SentBack> = {
  name: 'attempt',
  bounded: false,
  run: call => {
    throwIfAborted(call);
    const { hold } = call.scope;
    const made = hold ? hold().then(() => beginHeld(call)) : begin(call);
    if (!call.rehearsed) return made;
    return made instanceof Promise ? made.then(orAskFirst) : orAskFirst(made);
  },
};

/** Begins when whoever asked says that it is time; they may have left by then. */
function beginHeld(call: Opened): MaybePromise<Performed> {
  throwIfAborted(call);
  return begin(call);
}

function begin(call: Opened): MaybePromise<Performed> {
  const { step } = call.scope;
  return step?.begin ? beginStep(call, step.begin) : start(call);
}

/**
 * Sends back a rehearsal that shows nothing: it tried to reach what the policy allows, or changed a private file, which
 * was empty to it. A person is asked about the command, and then it runs with all that it needs.
 */
function orAskFirst(call: Performed): Performed | SentBack {
  if (![...call.run.tried].some(host => wouldReach(call, host)) && !changesPrivate(call)) return call;
  call.trail.notes.length = call.run.noted;
  call.view.discard();
  return { back: { args: call.args, unrehearsed: true } };
}

function changesPrivate({ view, runtime, unseen }: Performed): boolean {
  const observed = view.staged?.observed() ?? [];
  if (!unseen || observed === 'everything') return unseen;
  const isSecret = isPrivate(runtime.policy(), runtime.workspace.root);
  return observed.some(({ resource }) => isSecret(resource));
}

/** Begins a step. Whoever took the work over in the meantime is told here, and the tool does not run. */
async function beginStep(call: Opened, tell: NonNullable<Step['begin']>): Promise<Performed> {
  await tell({ callID: call.callID, repeatable: call.rehearsed === true || isMadeAgain(call) });
  call.run.stepBegun = true;
  throwIfAborted(call);
  return start(call);
}

function start(call: Opened): MaybePromise<Performed> {
  const since = performance.now();
  call.run.start(call.trail.timeAt(since), since);
  call.run.noted = call.trail.notes.length;
  call.progress.restart(since);
  markSession(call);
  const read = isRead(call);
  // A call that is held back does nothing before the journal is durable, and all that was written before with it.
  const saved = saveCall(call, 'started', { durable: !read && !isHeldBack(call) });
  if (!(saved instanceof Promise)) return firstTry(call);
  if (!read) return saved.then(() => tryAgain(call));
  // A read waits for no record; a failure to write it is told with the call's last row.
  saved.catch(() => {});
  return firstTry(call);
}

function firstTry(call: Opened): MaybePromise<Performed> {
  let result: MaybePromise<Result>;
  try {
    result = runOnce(call);
  } catch (error) {
    return tryAgain(call, { error });
  }
  if (!(result instanceof Promise)) return checkResult(call, result);
  return result.then(
    made => checkResult(call, made),
    error => tryAgain(call, { error }),
  );
}

/** Runs the tool again. `failed` is a box, since a tool may throw nothing at all, and that is a failure too. */
async function tryAgain(call: Opened, failed?: { readonly error: unknown }): Promise<Performed> {
  for (let last = failed; ; ) {
    if (last) {
      const wait = pauseBefore(call, last.error);
      if (wait === undefined) throw last.error;
      call.view.discard();
      // An abort ends the pause with an error of Node's, which `failCall` tells as that of an aborted call.
      await sleep(wait, undefined, { signal: call.stop.signal });
    }
    try {
      return await checkResult(call, await runOnce(call));
    } catch (error) {
      last = { error };
    }
  }
}

/** Milliseconds until the next attempt; undefined when there is none. */
function pauseBefore(call: Opened, error: unknown): number | undefined {
  const { attempts = 1, delay = 100 } = call.ready.definition.retry ?? {};
  if (call.run.attempts >= attempts || !mayRepeat(call, error)) return undefined;
  const wait = delay * 2 ** (call.run.attempts - 1);
  return wait < timeLeft(call) ? wait : undefined;
}

/** Milliseconds that the policy still gives the call, all attempts together. */
const timeLeft = ({ runtime, run }: Opened): number => runtime.policy().limits.time - run.elapsed;

/**
 * Milliseconds for the tool. It may ask for less time than the policy gives, never for more. The sandbox ends its
 * programs itself when their time is over; what they printed and wrote until then has to be collected.
 */
function timeFor(call: Opened): number {
  const { timeout } = call.ready.definition;
  const wanted = timeout !== undefined && timeout >= 0 ? timeout : USUAL_TIME;
  return Math.min(wanted, Math.max(0, timeLeft(call)) + (isSandboxed(call) ? TO_COLLECT : 0));
}

const TO_COLLECT = 15_000;

function runOnce(call: Opened): MaybePromise<Result> {
  // The caller may have left while the ledger was written.
  throwIfAborted(call);
  call.run.attempts++;
  // Each attempt has its own view: what an earlier attempt still writes goes to its own one, which nobody commits.
  const context = new RunContext(call, call.view, call.run);
  const { definition } = call.ready;
  let made: MaybePromise<Result>;
  try {
    // The next attempt begins with the arguments that this one was given.
    made = definition.execute((definition.retry ? copyOf(call.args) : call.args) as never, context);
  } catch (error) {
    context.close();
    throw error;
  }
  if (made instanceof Promise) return bounded(call, context, made);
  // Promises of other libraries are no results either.
  if (isThenable(made)) return bounded(call, context, Promise.resolve(made));
  context.close();
  return made;
}

const isThenable = (made: unknown): made is PromiseLike<Result> =>
  typeof made === 'object' && made !== null && typeof (made as { then?: unknown }).then === 'function';

function stopped(call: Opened): ToolError {
  if (call.rehearsed || isRepeatable(call)) return callAborted();
  return goesOnAsStep(call) ? scriptStopped() : stoppedHalfway({ isStep: call.run.stepBegun });
}

/** The result of the tool, unless its time is over before, or the call is no longer wanted. */
function bounded(call: Opened, context: RunContext, made: Promise<Result>): Promise<Result> {
  const watch = new RunWatch(context, call.run, timeFor(call));
  const leave = call.stop.hear(() => context.stop(stopped(call)));
  const end = () => {
    watch.end();
    leave();
    context.close();
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    context.onStop = fail;
    if (call.stop.aborted) context.stop(stopped(call));
    made.then(result => {
      end();
      resolve(result);
    }, fail);
  });
}

function checkResult(call: Opened, result: Result): MaybePromise<Performed> {
  if (typeof result !== 'object' || result === null) {
    const kind = result === null ? 'null' : typeof result;
    throw new ToolError('INVALID_OUTPUT', `${call.name} gave back ${kind} instead of a result`);
  }
  const { returns } = call.ready;
  if (!returns) return accept(call, result, result.value);
  return goOn(returns.check(result.value), checked => acceptChecked(call, result, checked));
}

function acceptChecked(call: Opened, result: Result, checked: CheckResult): Performed {
  if (checked.ok) return accept(call, result, checked.value);
  const problems = checked.issues.map(issue => `${issue.path.join('.') || 'value'}: ${issue.message}`).join('; ');
  throw new ToolError('INVALID_OUTPUT', `What ${call.name} gave back does not fit its own schema: ${problems}`);
}

/** Accepts a result. All of it is looked at here, so that nothing is found wrong once the changes are written. */
function accept(call: Opened, result: Result, given: unknown): Performed {
  try {
    const { attachments } = result;
    const said = { title: result.title, output: result.output, value: given, metadata: result.metadata };
    const { title, output, value, metadata } = hideUnshown(call, said);
    const foreign = call.tool.origin === 'foreign';
    const text = render({ output, value });
    const checked: Result = {
      value: foreign ? showUnseenIn(value === undefined && !call.ready.returns ? text : value) : value,
      title: title === undefined ? undefined : String(title),
      metadata: metadata === undefined ? undefined : plainMetadata(metadata),
      attachments: Array.isArray(attachments) ? attachments : undefined,
    };
    return { ...call, result: checked, text: foreign ? fromOutside(call, text) : text };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const changed = isRepeatable(call) ? '; nothing was changed' : '';
    throw new ToolError('INVALID_OUTPUT', `What ${call.name} gave back cannot be shown: ${why}${changed}`);
  }
}

/** A text of somebody else's tool, marked as such, once. */
const fromOutside = ({ name }: Opened, text: string): string =>
  text === '' ? '' : markUntrusted(showUnseen(text), name);

/** Metadata beside the result: values that JSON cannot hold are left out, and the call does not fail for them. */
function plainMetadata(metadata: Metadata): Metadata {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {};
  try {
    JSON.stringify(metadata);
    return { ...metadata };
  } catch {
    return maskSafely(metadata) as Metadata;
  }
}

/** Whether to run again: only after errors that the tool means, where a second run cannot do more than the first. */
function mayRepeat(call: Opened, error: unknown): boolean {
  if (call.stop.aborted || !isRepeatable(call)) return false;
  if (error instanceof ToolError && error.code !== 'EXECUTION_ERROR') return error.retryable;
  return call.ready.definition.retry?.on === 'any' || (error instanceof ToolError && error.retryable);
}
