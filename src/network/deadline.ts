import { type RequestPlace, requestAborted, requestTimedOut } from './failures.ts';

/** The end of one request, whatever brings it: its time, or whoever asked for it. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The place where the request is now, for errors. */
  place: RequestPlace;
  end(): void;
}

export function startDeadline(place: RequestPlace, timeoutMs: number, signals: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  const listeners = signals.map(signal => {
    const stop = () => controller.abort(requestAborted(deadline.place, signal.reason));
    signal.addEventListener('abort', stop, { once: true });
    return () => signal.removeEventListener('abort', stop);
  });
  const late = () => controller.abort(requestTimedOut(deadline.place, 'the request', timeoutMs));
  const timer = setTimeout(late, timeoutMs);
  const deadline: Deadline = {
    signal: controller.signal,
    place,
    end() {
      clearTimeout(timer);
      for (const remove of listeners) remove();
    },
  };
  const already = signals.find(signal => signal.aborted);
  if (already !== undefined) controller.abort(requestAborted(place, already.reason));
  return deadline;
}
