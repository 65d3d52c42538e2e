/** Resolves after a while, or as soon as the signal fires. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

/** Resolves when the signal fires; listens no longer than until `done` does. */
export function fired(signal: AbortSignal | undefined, done: AbortSignal): Promise<void> {
  if (!signal) return never();
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true, signal: done }));
}

export const never = (): Promise<never> => new Promise(() => {});
