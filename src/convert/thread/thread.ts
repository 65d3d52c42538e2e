import type { Worker } from 'node:worker_threads';
import { createAskedThread } from '../../tool/loading/asked-thread.ts';
import type { ConvertedPage, HtmlJob } from '../html/convert-html.ts';
import type { FittedImage } from '../image/fit-image.ts';
import type { PdfText } from '../pdf-to-text.ts';

/** Milliseconds for the work itself, after which the thread is stopped, and a signal that ends it before. */
type JobOptions = Readonly<{ time: number; signal: AbortSignal }>;

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

const LIMITS = { stackSizeMb: 32, maxOldGenerationSizeMb: 512 };

/** Threads that stay from one job to the next: two, so that one slow page does not hold up all others. */
const places = createPlaces(2, () =>
  createAskedThread<ThreadAnswer>(CODE, { name: 'toolgate-packs', resourceLimits: LIMITS, idle: IDLE }),
);

/**
 * Converts in a thread of its own: a hostile page cannot hold up this process or use up its stack or memory, and the
 * thread can be stopped. Rejects where the work failed, took too long or too much, or is no longer wanted.
 */
export async function convert<K extends JobKind>(kind: K, input: ThreadJobs[K]['input'], { time, signal }: JobOptions) {
  const thread = await places.take(signal);
  try {
    const late = (most: number) => `It took longer than ${most} ms`;
    const watch = (worker: Worker, fail: (error: Error) => void) =>
      watchMemory(worker, MOST_BESIDE[kind], () => fail(new Error('It took too much memory')));
    const answer = await thread.ask({ kind, input }, { time, loading: LOADING, signal, late, watch });
    if ('made' in answer) return answer.made as ThreadJobs[K]['made'];
    thread.stop();
    throw new Error(answer.failure);
  } finally {
    places.giveBack(thread);
  }
}

/** The jobs of the thread, and what it makes of each. */
export interface ThreadJobs {
  readonly html: { readonly input: HtmlJob; readonly made: ConvertedPage };
  readonly pdf: { readonly input: Uint8Array; readonly made: PdfText };
  readonly image: { readonly input: Uint8Array; readonly made: FittedImage | undefined };
}

export type JobKind = keyof ThreadJobs;

export type Order<K extends JobKind = JobKind> = Readonly<{ kind: K; input: ThreadJobs[K]['input'] }>;

export type ThreadAnswer = { readonly made: unknown } | { readonly failure: string };

/** Makes places for `count` jobs at once, each place when it is first taken; other jobs wait in their order. */
function createPlaces<T>(count: number, make: () => T) {
  const free: T[] = [];
  let unmade = count;
  const waiting = new Set<(place: T) => void>();
  return {
    /** Waits for a place, but no longer than the signal allows. */
    take(signal: AbortSignal): Promise<T> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        // The place that was used last has its thread already.
        const place = free.pop();
        if (place) return resolve(place);
        if (unmade > 0) {
          unmade -= 1;
          return resolve(make());
        }
        const leave = () => {
          waiting.delete(go);
          reject(signal.reason);
        };
        const go = (given: T) => {
          signal.removeEventListener('abort', leave);
          resolve(given);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(go);
      });
    },
    giveBack(place: T): void {
      const [next] = waiting;
      if (!next) return void free.push(place);
      waiting.delete(next);
      next(place);
    },
  };
}

/** Milliseconds between two looks at the memory. */
const EVERY = 100;

/**
 * Calls back once a thread holds more than `most` bytes outside of its heap. The limits of a thread count its heap
 * alone, and unpacked data lies beside the heap. Gives back the function that ends the watch.
 */
function watchMemory(thread: Worker, most: number, onTooMuch: () => void): () => void {
  let asking = false;
  const look = async () => {
    if (asking) return;
    asking = true;
    // A thread that has ended holds nothing.
    const held = await thread.getHeapStatistics().catch(() => undefined);
    asking = false;
    if (watching && held && held.external_memory > most) onTooMuch();
  };
  let watching = true;
  const timer = setInterval(look, EVERY).unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
}
