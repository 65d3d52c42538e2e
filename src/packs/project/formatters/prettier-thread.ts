import type { Worker } from 'node:worker_threads';
import { openThread } from '../../../tool/loading/open-thread.ts';
import type { PrettierOptions } from './prettier-config.ts';

export interface FormatOrder {
  readonly path: string;
  readonly text: string;
  readonly options: PrettierOptions;
}

export type FormatAnswer = { readonly text: string } | { readonly failure: string; readonly line?: number };

interface PrettierThread {
  /** One after the other; never rejects. */
  format(order: FormatOrder): Promise<FormatAnswer>;
  close(): void;
}

// The build puts the thread's code beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './format-worker.js', import.meta.url);
/** Milliseconds for one file. */
const LONGEST = 20_000;

/** Prettier in a thread of its own: a hostile text can neither hold up the process nor use up its memory. */
export function openPrettierThread(signal: AbortSignal, longest = LONGEST): PrettierThread {
  let worker: Worker | undefined;
  const stop = () => {
    void worker?.terminate();
    worker = undefined;
  };
  const format = (order: FormatOrder): Promise<FormatAnswer> =>
    new Promise(resolve => {
      worker ??= start();
      const thread = worker;
      const finish = (answer: FormatAnswer, isBroken: boolean) => {
        clearTimeout(overdue);
        signal.removeEventListener('abort', onAbort);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (isBroken && worker === thread) stop();
        resolve(answer);
      };
      const onAbort = () => finish({ failure: 'stopped' }, true);
      const onMessage = (answer: FormatAnswer) => finish(answer, false);
      const onError = (error: unknown) => finish({ failure: `prettier failed: ${(error as Error).message}` }, true);
      const onExit = () => finish({ failure: 'prettier ended' }, true);
      const overdue = setTimeout(
        () => finish({ failure: `prettier was not done with it after ${longest / 1000} s` }, true),
        longest,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      if (signal.aborted) onAbort();
      else thread.postMessage(order);
    });
  return { format, close: stop };
}

function start(): Worker {
  const worker = openThread(CODE, {
    name: 'toolgate-format',
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 512 },
  });
  // Told to the one who waits; one that fails while nobody does is replaced.
  worker.on('error', () => {});
  return worker;
}
