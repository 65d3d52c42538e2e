export type MaybePromise<T> = T | Promise<T>;

/** Goes on with the result of some work: at once where it is there, else when it has come. */
export const goOn = <T, R>(made: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  made instanceof Promise ? made.then(next) : next(made);

/** Does some work, or the second function where the work fails, at once or later. */
export function orElse<T>(work: () => MaybePromise<T>, failed: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}

/** Does some work, and then `end`, however it ends. An async function would keep twice as much of each that waits. */
export function inTheEnd<T>(work: () => MaybePromise<T>, end: () => void): Promise<T> {
  let made: MaybePromise<T>;
  try {
    made = work();
  } catch (error) {
    end();
    return Promise.reject(error);
  }
  if (made instanceof Promise) return endLater(made, end);
  end();
  return Promise.resolve(made);
}

/** Does `end` when work that is under way has ended, however it ends. */
export const endLater = <T>(made: Promise<T>, end: () => void): Promise<T> =>
  made.then(
    value => {
      end();
      return value;
    },
    error => {
      end();
      throw error;
    },
  );
