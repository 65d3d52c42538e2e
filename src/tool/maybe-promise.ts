export type MaybePromise<T> = T | Promise<T>;

/** Goes on with what some work makes: at once where it is there, else when it has come. */
export const goOn = <T, R>(made: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  made instanceof Promise ? made.then(next) : next(made);

/** Does some work, or else what is to be done where it fails, at once or later. */
export function orElse<T>(work: () => MaybePromise<T>, failed: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
