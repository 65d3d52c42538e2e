import { createAskedThread } from '../../../tool/loading/asked-thread.ts';
import type { PrettierOptions } from './prettier-config.ts';

export type FormatOrder = Readonly<{ path: string; text: string; options: PrettierOptions }>;

export type FormatAnswer = { readonly text: string } | { readonly failure: string; readonly line?: number };

// The build puts the thread's code beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './format-worker.js', import.meta.url);
/** Milliseconds for one file. */
const LONGEST = 20_000;
const LATE = `prettier was not done with it after ${LONGEST / 1000} s`;

/** Prettier in a thread of its own: a hostile text cannot hold up the process or use up its memory. */
export function openPrettierThread(signal: AbortSignal) {
  const resourceLimits = { stackSizeMb: 16, maxOldGenerationSizeMb: 512 };
  const thread = createAskedThread<FormatAnswer>(CODE, { name: 'toolgate-format', resourceLimits });
  return {
    /** Formats texts one after the other; never rejects. */
    format: (order: FormatOrder): Promise<FormatAnswer> =>
      thread.ask(order, { time: LONGEST, signal, late: () => LATE }).catch(error => {
        const { message } = error as Error;
        if (signal.aborted) return { failure: 'stopped' };
        return { failure: message === LATE ? LATE : `prettier failed: ${message}` };
      }),
    close: thread.stop,
  };
}
