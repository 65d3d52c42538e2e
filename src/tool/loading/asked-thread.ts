import type { Worker, WorkerOptions } from 'node:worker_threads';
import { openThread } from './open-thread.ts';

interface AskedThreadOptions extends WorkerOptions {
  readonly name: string;
  /** Milliseconds without work after which the thread ends and gives its memory back; left out: it stays. */
  readonly idle?: number;
}

interface AskOptions {
  /** Milliseconds until the answer; then the thread is stopped. */
  readonly time: number;
  /** Milliseconds until the thread has said that it has `begun`, and `time` counts; left out: `time` counts at once. */
  readonly loading?: number;
  readonly signal?: AbortSignal;
  /** The words for an answer that took longer than so many milliseconds. */
  readonly late: (milliseconds: number) => string;
  /** Starts watching the thread while it works; gives the function that ends the watch. */
  readonly watch?: (thread: Worker, fail: (error: Error) => void) => () => void;
}

interface AskedThread<Answer> {
  /** Asks for one answer at a time. Rejects where the thread fails, ends or takes too long, and where nobody wants the answer any more. */
  ask(order: unknown, options: AskOptions): Promise<Answer>;
  stop(): void;
}

/** A thread that starts with the first order, and again after each failure, since one that failed may be damaged. */
export function createAskedThread<Answer>(code: URL, { idle, ...options }: AskedThreadOptions): AskedThread<Answer> {
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(resting);
    void worker?.terminate();
    worker = undefined;
  };
  return {
    stop,
    async ask(order, how) {
      how.signal?.throwIfAborted();
      clearTimeout(resting);
      worker ??= start(code, options);
      const thread = worker;
      thread.ref();
      try {
        const answer = await answerOf<Answer>(thread, order, how);
        thread.unref();
        if (idle !== undefined) resting = setTimeout(stop, idle).unref();
        return answer;
      } catch (error) {
        if (worker === thread) stop();
        throw error;
      }
    },
  };
}

function start(code: URL, options: WorkerOptions): Worker {
  const worker = openThread(code, options);
  // Errors are told to the one who asks; a thread that fails while nobody asks is replaced.
  worker.on('error', () => {});
  return worker;
}

async function answerOf<Answer>(thread: Worker, order: unknown, how: AskOptions): Promise<Answer> {
  const { time, loading = time, signal, late, watch } = how;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const within = (most: number) => setTimeout(() => reject(new Error(late(most))), most);
  let overdue = within(loading);
  const onMessage = (message: Answer | 'begun') => {
    if (message !== 'begun') return resolve(message);
    clearTimeout(overdue);
    overdue = within(time);
  };
  const onExit = () => reject(new Error('The thread ended'));
  const onAbort = () => reject(signal?.reason);
  const endWatch = watch?.(thread, reject);
  signal?.addEventListener('abort', onAbort, { once: true });
  thread.on('message', onMessage).on('error', reject).on('exit', onExit);
  thread.postMessage(order);
  try {
    return await promise;
  } finally {
    clearTimeout(overdue);
    endWatch?.();
    signal?.removeEventListener('abort', onAbort);
    thread.off('message', onMessage).off('error', reject).off('exit', onExit);
  }
}
