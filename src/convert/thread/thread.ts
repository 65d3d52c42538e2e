import type { Worker } from 'node:worker_threads';
import { openThread } from '../../tool/loading/open-thread.ts';
import type { JobKind, ThreadAnswer, ThreadJobs } from './jobs.ts';
import { createPlaces, type ThreadPlace } from './places.ts';
import { watchMemory } from './watch-memory.ts';

interface JobOptions {
  /** Milliseconds for the work itself; then the thread is stopped. */
  readonly time: number;
  readonly signal: AbortSignal;
}

// The build puts the thread's code beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './packs-worker.js', import.meta.url);

/** Milliseconds until the thread's code is loaded, on a machine that is busy. */
const LOADING = 60_000;

/** Milliseconds without work after which a thread ends and gives its memory back. */
const IDLE = 10_000;

const MEGABYTE = 1024 * 1024;

/** Bytes beside the heap: the pixels of a large photograph need them, the streams of an honest PDF do not. */
const MOST_BESIDE: Readonly<Record<JobKind, number>> = {
  html: 256 * MEGABYTE,
  pdf: 192 * MEGABYTE,
  image: 1_280 * MEGABYTE,
};

/** Places of threads: two, so that one page that takes its time does not hold up all others. */
const places = createPlaces<Worker>(2);

/**
 * Converts in a thread of its own: a hostile page can neither hold up this process nor use up its stack or memory, and
 * can be stopped. Rejects where the work failed, took too long or too much, or is no longer wanted.
 */
export async function convert<K extends JobKind>(
  kind: K,
  input: ThreadJobs[K]['input'],
  options: JobOptions,
): Promise<ThreadJobs[K]['made']> {
  const place = await places.take(options.signal);
  try {
    return (await ask(place, { kind, input }, options)) as ThreadJobs[K]['made'];
  } finally {
    places.giveBack(place);
  }
}

interface Job {
  readonly kind: JobKind;
  readonly input: unknown;
}

function ask(place: ThreadPlace<Worker>, job: Job, { time, signal }: JobOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    clearTimeout(place.resting);
    place.thread ??= start();
    const { thread } = place;
    thread.ref();
    const finish = () => {
      clearTimeout(overdue);
      endWatch();
      signal.removeEventListener('abort', onAbort);
      thread.off('error', onError).off('exit', onExit).off('message', onMessage);
    };
    const stop = (reason: unknown) => {
      finish();
      end(place, thread);
      reject(reason);
    };
    const onAbort = () => stop(signal.reason);
    const onError = (error: unknown) => stop(error);
    const onExit = () => stop(new Error('The thread ended'));
    const onMessage = (answer: ThreadAnswer) => {
      if ('begun' in answer) {
        clearTimeout(overdue);
        overdue = startTimer(time);
        return;
      }
      if ('failure' in answer) return stop(new Error(answer.failure));
      finish();
      thread.unref();
      place.resting = setTimeout(() => end(place, thread), IDLE).unref();
      resolve(answer.made);
    };
    const startTimer = (most: number) => setTimeout(() => stop(new Error(`It took longer than ${most} ms`)), most);
    let overdue = startTimer(LOADING);
    const endWatch = watchMemory(thread, MOST_BESIDE[job.kind], () => stop(new Error('It took too much memory')));
    signal.addEventListener('abort', onAbort, { once: true });
    thread.on('error', onError).on('exit', onExit).on('message', onMessage);
    thread.postMessage(job);
  });
}

function end(place: ThreadPlace<Worker>, thread: Worker): void {
  if (place.thread === thread) place.thread = undefined;
  void thread.terminate();
}

function start(): Worker {
  const thread = openThread(CODE, {
    name: 'toolgate-packs',
    resourceLimits: { stackSizeMb: 32, maxOldGenerationSizeMb: 512 },
  });
  // Errors are reported to the one who asks; a thread that fails while nobody does is replaced.
  thread.on('error', () => {});
  return thread;
}
