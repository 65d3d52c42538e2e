import type { Result } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { aborted } from '../aborted.ts';
import type { Call } from '../call.ts';
import { contextOf } from '../call.ts';
import { render } from '../conclude-result.ts';
import { saveCall } from '../ledger.ts';
import { isRead, isRepeatable } from '../repeatable.ts';
import { RunContext } from '../run-context.ts';
import type { Stage } from '../stage.ts';
import { markSession } from '../taint.ts';

/** Runs the tool: on the ledger first, bounded in time, stopped by an abort, again only where that is harmless. */
export const attempt: Stage = {
  name: 'attempt',
  part: 'perform',
  run(call) {
    call.throwIfAborted();
    call.ranAt = call.runtime.now();
    markSession(call);
    const saved = saveCall(call, 'started', { durable: !isRead(call) });
    return saved instanceof Promise ? saved.then(() => tryAgain(call)) : firstTry(call);
  },
};

function firstTry(call: Call): undefined | Promise<undefined> {
  let result: Result | Promise<Result>;
  try {
    result = runOnce(call);
  } catch (error) {
    return tryAgain(call, error);
  }
  if (!(result instanceof Promise)) return checkResult(call, result);
  return result.then(
    made => checkResult(call, made),
    error => tryAgain(call, error),
  );
}

async function tryAgain(call: Call, failed?: unknown): Promise<undefined> {
  const { retry } = call.ready.definition;
  let error = failed;
  for (;;) {
    if (error !== undefined) {
      if (!mayRepeat(call, error) || call.attempts >= (retry?.attempts ?? 1)) throw error;
      if (call.hasFiles) call.files.discard();
      await pause((retry?.delay ?? 100) * 2 ** (call.attempts - 1), call);
    }
    try {
      return await checkResult(call, await runOnce(call));
    } catch (thrown) {
      error = thrown ?? new ToolError('EXECUTION_ERROR', 'The tool failed without a reason');
    }
  }
}

function runOnce(call: Call): Result | Promise<Result> {
  call.attempts++;
  const context = new RunContext(
    call,
    contextOf(call, () => call.files),
  );
  const made = call.ready.definition.execute(call.args as never, context);
  if (!(made instanceof Promise)) {
    context.flush();
    return made;
  }
  return bounded(call, context, made);
}

async function bounded(call: Call, context: RunContext, made: Promise<Result>): Promise<Result> {
  const limit = call.ready.definition.timeout ?? call.runtime.policy().limits.time;
  const outer = call.scope.abort;
  const onAbort = () => context.stop(aborted());
  const timer = Number.isFinite(limit)
    ? setTimeout(() => context.stop(timedOut(limit)), Math.min(limit, 2 ** 31 - 1))
    : undefined;
  outer?.addEventListener('abort', onAbort);
  try {
    return await new Promise<Result>((resolve, reject) => {
      context.onStop = reject;
      if (outer?.aborted) onAbort();
      made.then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
    context.flush();
  }
}

function checkResult(call: Call, result: Result): undefined | Promise<undefined> {
  if (typeof result !== 'object' || result === null) {
    throw new ToolError(
      'INVALID_OUTPUT',
      `${call.name} gave back ${result === null ? 'null' : typeof result} instead of a result`,
    );
  }
  const { returns } = call.ready;
  if (!returns) return accept(call, result);
  const checked = returns.check(result.value);
  const take = (outcome: Awaited<typeof checked>): undefined => {
    if (!outcome.ok) {
      const problems = outcome.issues.map(issue => `${issue.path.join('.') || 'value'}: ${issue.message}`);
      throw new ToolError(
        'INVALID_OUTPUT',
        `What ${call.name} gave back does not fit its own schema: ${problems.join('; ')}`,
      );
    }
    return accept(call, { ...result, value: outcome.value });
  };
  return checked instanceof Promise ? checked.then(take) : take(checked);
}

function accept(call: Call, result: Result): undefined {
  try {
    call.text = render(result);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError('INVALID_OUTPUT', `What ${call.name} gave back cannot be shown: ${why}; nothing was changed`);
  }
  call.result = result;
}

/** Only retryable errors, and only where a second run cannot do more than the first. */
function mayRepeat(call: Call, error: unknown): boolean {
  if (!(error instanceof ToolError) || !error.retryable || call.scope.abort?.aborted) return false;
  return isRepeatable(call);
}

const timedOut = (limit: number): ToolError =>
  new ToolError('TIMEOUT', `It ran longer than ${limit / 1000} s and was stopped`, {
    suggestion: 'Ask for less in one call, or give a longer timeout where the tool takes one.',
  });

function pause(milliseconds: number, call: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const { abort } = call.scope;
    const onAbort = () => {
      clearTimeout(timer);
      reject(aborted());
    };
    const timer = setTimeout(() => {
      abort?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    abort?.addEventListener('abort', onAbort, { once: true });
  });
}
