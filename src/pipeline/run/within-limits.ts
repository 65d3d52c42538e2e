import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { Incoming } from '../call-states.ts';
import { callAborted } from './call-aborted.ts';

/** Milliseconds for a tool that says nothing of its time. */
export const USUAL_TIME = 120_000;

/**
 * Bounds the functions of a tool that are called before it runs. A function that never answers has not said yes: it is
 * given up when the call is aborted or its time is over.
 */
export function withinLimits<T>(call: Incoming, work: Promise<T>): Promise<T>;
export function withinLimits<T>(call: Incoming, work: MaybePromise<T>): MaybePromise<T>;
export function withinLimits<T>({ stop, runtime }: Incoming, work: MaybePromise<T>): MaybePromise<T> {
  if (!(work instanceof Promise)) return work;
  const limit = Math.min(runtime.policy().limits.time, USUAL_TIME);
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => end(() => reject(callAborted()));
    const onTime = () =>
      end(() => reject(new ToolError('TIMEOUT', `It was not ready after ${limit / 1000} s; nothing was changed`)));
    const timer = Number.isFinite(limit) ? setTimeout(onTime, Math.min(limit, 2 ** 31 - 1)) : undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      leave();
      settle();
    };
    const leave = stop.hear(onAbort);
    work.then(
      value => end(() => resolve(value)),
      error => end(() => reject(error)),
    );
    if (stop.aborted) onAbort();
  });
}
