/** A place to work at; it keeps its thread from one job to the next. */
export interface ThreadPlace<T> {
  thread?: T;
  resting?: NodeJS.Timeout;
}

interface ThreadPlaces<T> {
  /** Waits for a place, and no longer than the signal allows. */
  take(signal: AbortSignal): Promise<ThreadPlace<T>>;
  giveBack(place: ThreadPlace<T>): void;
}

/** Makes places for so many jobs at once; the others wait in their order. */
export function createPlaces<T>(count: number): ThreadPlaces<T> {
  const free: ThreadPlace<T>[] = Array.from({ length: count }, () => ({}));
  const waiting = new Set<(place: ThreadPlace<T>) => void>();
  return {
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        // The place that was used last has its thread already.
        const place = free.pop();
        if (place) return resolve(place);
        const leave = () => {
          waiting.delete(go);
          reject(signal.reason);
        };
        const go = (given: ThreadPlace<T>) => {
          signal.removeEventListener('abort', leave);
          resolve(given);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(go);
      });
    },
    giveBack(place) {
      const [next] = waiting;
      if (!next) return void free.push(place);
      waiting.delete(next);
      next(place);
    },
  };
}
