/** The result of some work, or `otherwise` where the work fails; with `codes`, only where the system gives one of them. */
export function tryOr<T, E>(work: () => T, otherwise: E, codes?: readonly string[]): T | E {
  try {
    return work();
  } catch (error) {
    if (codes && !codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')) throw error;
    return otherwise;
  }
}

/** Does some work and then `end`, however the work ends, at once or later. */
export function endAfter<T>(end: () => void, work: () => T): T {
  let isLater = false;
  try {
    const made = work();
    isLater = made instanceof Promise;
    return made instanceof Promise ? (made.finally(end) as T) : made;
  } finally {
    if (!isLater) end();
  }
}
