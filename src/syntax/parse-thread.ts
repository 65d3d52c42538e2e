import type { Worker } from 'node:worker_threads';
import { openThread } from '../tool/loading/open-thread.ts';
import type { TextChange } from './find-syntax-problems.ts';
import { STACK_MB } from './ordinary.ts';
import type { SyntaxProblem } from './problem.ts';
import type { SyntaxAnswer } from './worker.ts';

interface ParseThreadOptions {
  /** Milliseconds for one change; then the thread is stopped. */
  readonly timeout: number;
  /** Milliseconds without work after which the thread ends and gives its memory back. */
  readonly idle: number;
}

interface ParseThread {
  /** Checks one change after the other. Rejects when the parser threw, could not be loaded or took too long. */
  check(change: TextChange): Promise<readonly SyntaxProblem[]>;
  close(): void;
}

// The build puts the thread's code beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './syntax-worker.js', import.meta.url);

// Milliseconds that count as long. The memory of WebAssembly never shrinks, and what takes so long has made it grow.
const LONG = 1_000;

/**
 * Parses in a thread of its own: a hostile text can neither hold up the event loop nor use up its stack, and can be
 * stopped. Starts with the first change, and again after each failure, since a parser that threw may be damaged.
 */
export function createParseThread({ timeout, idle }: ParseThreadOptions): ParseThread {
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const stop = () => {
    clearTimeout(resting);
    void worker?.terminate();
    worker = undefined;
  };

  const ask = (change: TextChange) =>
    new Promise<readonly SyntaxProblem[]>((resolve, reject) => {
      if (closed) return reject(new Error('The syntax checker is closed'));
      clearTimeout(resting);
      worker ??= start();
      const thread = worker;
      thread.ref();
      const finish = () => {
        clearTimeout(overdue);
        thread.off('error', onError).off('exit', onExit).off('message', onMessage);
      };
      const fail = (reason: string) => {
        finish();
        if (worker === thread) stop();
        reject(new Error(reason));
      };
      const onError = (error: unknown) => fail(error instanceof Error ? error.message : String(error));
      const onExit = () => fail('The parsing thread ended');
      const onMessage = (answer: SyntaxAnswer) => {
        if ('failure' in answer) return fail(answer.failure);
        finish();
        thread.unref();
        if (performance.now() - started > LONG) stop();
        else resting = setTimeout(stop, idle).unref();
        resolve(answer.problems);
      };
      const started = performance.now();
      const overdue = setTimeout(() => fail(`No answer within ${timeout} ms`), timeout);
      thread.on('error', onError).on('exit', onExit).on('message', onMessage);
      thread.postMessage(change);
    });

  return {
    check: change => {
      const result = last.then(() => ask(change));
      last = result.catch(() => {});
      return result;
    },
    close: () => {
      closed = true;
      stop();
    },
  };
}

function start(): Worker {
  const worker = openThread(CODE, {
    name: 'toolgate-syntax',
    resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: 512 },
  });
  // Errors are reported to the one who asks; a thread that fails while nobody does is replaced.
  worker.on('error', () => {});
  return worker;
}
