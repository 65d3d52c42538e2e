interface Places<T> {
  /** Waits for a place, but no longer than the signal allows. */
  take(signal: AbortSignal): Promise<T>;
  giveBack(place: T): void;
}

/** Makes places for `count` jobs at once, each place when it is first taken; other jobs wait in their order. */
export function createPlaces<T>(count: number, make: () => T): Places<T> {
  const free: T[] = [];
  let unmade = count;
  const waiting = new Set<(place: T) => void>();
  return {
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        // The place that was used last has its thread already.
        const place = free.pop();
        if (place) return resolve(place);
        if (unmade > 0) {
          unmade -= 1;
          return resolve(make());
        }
        const leave = () => {
          waiting.delete(go);
          reject(signal.reason);
        };
        const go = (given: T) => {
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
