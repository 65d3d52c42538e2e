import { useState } from 'react';
import type { Topic } from './live.ts';
import { refresh } from './refresh.ts';
import { RequestFailure } from './request.ts';

export interface Action<T> {
  readonly running: boolean;
  readonly result: T | undefined;
  readonly failure: RequestFailure | undefined;
  run(work: () => Promise<T>): Promise<T | undefined>;
  clear(): void;
}

/**
 * One thing that a button does: one at a time, and what it came to is shown. It runs until what it makes old is shown as
 * it is now: a second click would be about what is gone.
 */
export function useAction<T>(...makesOld: readonly Topic[]): Action<T> {
  const [state, setState] = useState<{ running: boolean; result?: T; failure?: RequestFailure }>({ running: false });
  const run = async (work: () => Promise<T>): Promise<T | undefined> => {
    setState({ running: true });
    try {
      const result = await work();
      await refresh(makesOld);
      setState({ running: false, result });
      return result;
    } catch (error) {
      const failure = error instanceof RequestFailure ? error : new RequestFailure(0, { message: String(error) });
      await refresh(makesOld);
      setState({ running: false, failure });
      return undefined;
    }
  };
  return {
    running: state.running,
    result: state.result,
    failure: state.failure,
    run,
    clear: () => setState({ running: false }),
  };
}
