import { aborted, type Place, timedOut } from './failures.ts';

/** The end of one request, whatever brings it: its time, or whoever asked for it. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Where the request is now, for what is told of it. */
  place: Place;
  end(): void;
}

export function startDeadline(place: Place, timeoutMs: number, signals: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  const listeners = signals.map(signal => {
    const stop = () => controller.abort(aborted(deadline.place, signal.reason));
    signal.addEventListener('abort', stop, { once: true });
    return () => signal.removeEventListener('abort', stop);
  });
  const timer = setTimeout(() => controller.abort(timedOut(deadline.place, 'the request', timeoutMs)), timeoutMs);
  const deadline: Deadline = {
    signal: controller.signal,
    place,
    end() {
      clearTimeout(timer);
      for (const remove of listeners) remove();
    },
  };
  const already = signals.find(signal => signal.aborted);
  if (already !== undefined) controller.abort(aborted(place, already.reason));
  return deadline;
}
