/** The result of some work, or `otherwise` where the work fails; with `codes`, only where the system gives one of them. */
export function tryOr<T, E>(work: () => T, otherwise: E, codes?: readonly string[]): T | E {
  try {
    return work();
  } catch (error) {
    if (codes && !codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')) throw error;
    return otherwise;
  }
}
