import { RequestFailure, request } from './request.ts';

/** Between two requests for the same thing, however often events make it old. */
const PAUSE = 400;

export interface Asking {
  /** What is known is old. */
  ask(): void;
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

  const run = async () => {
    state = 'asking';
    try {
      const data = await request<T>(path, { signal: controller.signal });
      if (!controller.signal.aborted) onData(data);
    } catch (error) {
      if (controller.signal.aborted) return;
      onFailure(error instanceof RequestFailure ? error : new RequestFailure(0, { message: String(error) }));
    }
    window.setTimeout(() => {
      const again = state === 'again';
      state = 'idle';
      if (again && !controller.signal.aborted) void run();
    }, PAUSE);
  };
  return {
    ask() {
      if (state === 'idle') void run();
      else state = 'again';
    },
    stop: () => controller.abort(),
  };
}
