import { createAskedThread } from '../tool/loading/asked-thread.ts';
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

// The build puts the thread's code beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './syntax-worker.js', import.meta.url);

// Milliseconds that count as long. The memory of WebAssembly never shrinks, and a long parse has made it grow.
const LONG = 1_000;

/**
 * Parses in a thread of its own: a hostile text cannot hold up the event loop or use up its stack, and the thread can
 * be stopped. A parser that threw may be damaged, and is not asked again.
 */
export function createParseThread({ timeout, idle }: ParseThreadOptions) {
  const resourceLimits = { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: 512 };
  const thread = createAskedThread<SyntaxAnswer>(CODE, { name: 'toolgate-syntax', resourceLimits, idle });
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function ask(change: TextChange): Promise<readonly SyntaxProblem[]> {
    if (closed) throw new Error('The syntax checker is closed');
    const started = performance.now();
    const answer = await thread.ask(change, { time: timeout, late: most => `No answer within ${most} ms` });
    if ('failure' in answer || performance.now() - started > LONG) thread.stop();
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.problems;
  }

  return {
    /** Checks changes one after the other. Rejects when the parser threw, could not be loaded or took too long. */
    check(change: TextChange): Promise<readonly SyntaxProblem[]> {
      const result = last.then(() => ask(change));
      last = result.catch(() => {});
      return result;
    },
    close(): void {
      closed = true;
      thread.stop();
    },
  };
}
