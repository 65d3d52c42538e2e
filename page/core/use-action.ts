import { useState } from 'react';
import { RequestFailure } from './request.ts';

export interface Action<T> {
  readonly running: boolean;
  readonly result: T | undefined;
  readonly failure: RequestFailure | undefined;
  run(work: () => Promise<T>): Promise<T | undefined>;
  clear(): void;
}

/** One thing that a button does: one at a time, and what it came to is shown. */
export function useAction<T>(): Action<T> {
  const [state, setState] = useState<{ running: boolean; result?: T; failure?: RequestFailure }>({ running: false });
  const run = async (work: () => Promise<T>): Promise<T | undefined> => {
    setState({ running: true });
    try {
      const result = await work();
      setState({ running: false, result });
      return result;
    } catch (error) {
      const failure = error instanceof RequestFailure ? error : new RequestFailure(0, { message: String(error) });
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
