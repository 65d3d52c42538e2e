import { createAskedThread } from '../../tool/loading/asked-thread.ts';
import type { JobKind, ThreadAnswer, ThreadJobs } from './jobs.ts';
import { createPlaces } from './places.ts';
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

const LIMITS = { stackSizeMb: 32, maxOldGenerationSizeMb: 512 };

/** Threads that stay from one job to the next: two, so that one slow page does not hold up all others. */
const places = createPlaces(2, () =>
  createAskedThread<ThreadAnswer>(CODE, { name: 'toolgate-packs', resourceLimits: LIMITS, idle: IDLE }),
);

/**
 * Converts in a thread of its own: a hostile page cannot hold up this process or use up its stack or memory, and the
 * thread can be stopped. Rejects where the work failed, took too long or too much, or is no longer wanted.
 */
export async function convert<K extends JobKind>(
  kind: K,
  input: ThreadJobs[K]['input'],
  { time, signal }: JobOptions,
): Promise<ThreadJobs[K]['made']> {
  const thread = await places.take(signal);
  try {
    const answer = await thread.ask(
      { kind, input },
      {
        time,
        loading: LOADING,
        signal,
        late: most => `It took longer than ${most} ms`,
        watch: (worker, fail) =>
          watchMemory(worker, MOST_BESIDE[kind], () => fail(new Error('It took too much memory'))),
      },
    );
    if ('made' in answer) return answer.made as ThreadJobs[K]['made'];
    thread.stop();
    throw new Error(answer.failure);
  } finally {
    places.giveBack(thread);
  }
}
