import { RequestFailure, request } from './request.ts';

/** Between two requests for the same thing, however often events make it old. */
const PAUSE = 400;

export interface Asking {
  /** What is known is old. Resolves when it is known anew, or could not be asked for. */
  ask(): Promise<void>;
  stop(): void;
}

export interface AskingOptions<T> {
  readonly onData: (data: T) => void;
  readonly onFailure: (failure: RequestFailure) => void;
}

/** Asks for a path, one request at a time; what becomes old meanwhile is asked for again afterwards. */
export function keepAsking<T>(path: string, { onData, onFailure }: AskingOptions<T>): Asking {
  const controller = new AbortController();
  let state: 'idle' | 'asking' | 'again' = 'idle';
  let waiting: (() => void)[] = [];

  const answer = (those: readonly (() => void)[]) => {
    for (const resolve of those) resolve();
  };
  const run = async () => {
    state = 'asking';
    const those = waiting;
    waiting = [];
    try {
      const data = await request<T>(path, { signal: controller.signal });
      if (!controller.signal.aborted) onData(data);
    } catch (error) {
      if (controller.signal.aborted) return;
      onFailure(error instanceof RequestFailure ? error : new RequestFailure(0, { message: String(error) }));
    } finally {
      answer(those);
    }
    window.setTimeout(() => {
      const again = state === 'again';
      state = 'idle';
      if (again && !controller.signal.aborted) void run();
    }, PAUSE);
  };
  return {
    ask() {
      const known = new Promise<void>(resolve => waiting.push(resolve));
      if (controller.signal.aborted) answer(waiting);
      else if (state === 'idle') void run();
      else state = 'again';
      return known;
    },
    stop() {
      controller.abort();
      answer(waiting);
    },
  };
}
