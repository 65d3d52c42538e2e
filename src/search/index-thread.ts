import type { Worker } from 'node:worker_threads';
import { openThread } from '../tool/loading/open-thread.ts';
import { atMost } from './at-most.ts';
import type { AnswerMessage, CallMessage, CallName, IndexCalls, IndexRole } from './messages.ts';
import { CODE, INDEX_LIMITS } from './thread-code.ts';

export type IndexThread = ReturnType<typeof createIndexThread>;

/** The most starts of the thread: it starts again after a failure, but not for ever. */
const MAX_STARTS = 5;
/** Milliseconds for the thread to finish what it has in hand. */
const GOODBYE = 2_000;

/** The index in a thread of its own: its work never holds up the event loop. */
export function createIndexThread(role: IndexRole) {
  const open = new Map<number, { resolve: (value: never) => void; reject: (reason: Error) => void }>();
  let worker: Worker | undefined;
  let starts = 0;
  let last = 0;
  let closed = false;

  const start = (): Worker => {
    if (starts++ >= MAX_STARTS) throw new Error('The index failed several times');
    const thread = openThread(CODE, { ...INDEX_LIMITS, name: 'toolgate-search', workerData: role });
    const end = (reason: Error) => {
      if (worker !== thread) return;
      worker = undefined;
      for (const { reject } of open.values()) reject(reason);
      open.clear();
    };
    thread.on('message', (message: AnswerMessage) => settle(thread, message));
    thread.on('error', error => end(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => end(new Error('The index ended')));
    thread.unref();
    return thread;
  };

  const settle = (thread: Worker, message: AnswerMessage) => {
    const call = open.get(message.id);
    open.delete(message.id);
    // Work in the background keeps no process alive.
    if (open.size === 0) thread.unref();
    if ('failure' in message) call?.reject(new Error(message.failure));
    else call?.resolve(message.output as never);
  };

  /** Asks the thread. Rejects when the thread ends before it answers. */
  const call = <N extends CallName>(name: N, input: IndexCalls[N]['in']): Promise<IndexCalls[N]['out']> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The index is closed'));
      worker ??= start();
      const id = ++last;
      open.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, name, input } satisfies CallMessage<N>);
    });

  return {
    call,
    async close() {
      if (closed) return;
      const goodbye = worker && call('close', {}).catch(() => {});
      closed = true;
      await atMost(GOODBYE, goodbye);
      await worker?.terminate();
    },
  };
}
