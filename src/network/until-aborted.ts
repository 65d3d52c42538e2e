/** Waits no longer than the signal allows. A value that comes too late goes to `late`, so that nothing stays open. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, late?: (value: T) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(
      value => {
        signal.removeEventListener('abort', stop);
        if (signal.aborted) late?.(value);
        resolve(value);
      },
      error => {
        signal.removeEventListener('abort', stop);
        reject(error);
      },
    );
  });
}
