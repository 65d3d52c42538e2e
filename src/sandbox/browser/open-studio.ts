import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { removeTree } from '../../system/remove-tree.ts';
import { type Failure, ToolError } from '../../tool/error.ts';
import { openThread } from '../../tool/loading/open-thread.ts';
import { endBrowser, makeBrowserHome } from './home.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';

interface StudioOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real path of the workspace. */
  readonly root: string;
  readonly signal: AbortSignal;
}

/** A browser that nobody sees, in a thread of its own. */
export interface Studio {
  /** Whether the browser's own walls are around its pages. */
  readonly walled: boolean;
  send(message: ToThread): void;
  /** Gives a number to those who ask for a picture, and what the thread says of it, until the end. */
  listen(onMessage: (message: FromThread) => void, onEnd: (error: ToolError) => void): { id: number; end(): void };
  /** Closes the studio; resolves when nothing of it is left: no process, no folder. Never throws. */
  close(): Promise<void>;
}

// The thread's code, which the build puts beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './browser-worker.js', import.meta.url);
/** Milliseconds for the browser to start; on a busy machine that is the slowest part. */
const START = 40_000;
/** Variables by which playwright finds its own browser. */
const KNOWN_TO_PLAYWRIGHT = ['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'PLAYWRIGHT_BROWSERS_PATH'] as const;

export async function openStudio({ env, root, signal }: StudioOptions): Promise<Studio> {
  signal.throwIfAborted();
  const home = makeBrowserHome();
  const thread = startThread({ env, root, home, time: START });
  const ended = endOf(thread);
  ended.catch(() => undefined);
  const close = async (): Promise<void> => {
    // A browser has nothing to save, so it is ended at once.
    await endBrowser(home);
    await thread.terminate();
    await endBrowser(home);
    removeTree(home);
  };
  const timer = new AbortController();
  try {
    const late = sleep(START * 2, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).then(() => {
      throw new ToolError('TIMEOUT', 'The browser did not start in time', { retryable: true });
    });
    late.catch(() => undefined);
    const walled = await Promise.race([opened(thread), ended, late]);
    return { walled, send: message => thread.postMessage(message), listen: listener(thread, ended), close };
  } catch (error) {
    await close();
    signal.throwIfAborted();
    throw error;
  } finally {
    timer.abort();
  }
}

/** Starts the thread, with as little of the environment as it can do with. */
function startThread(start: ThreadStart): Worker {
  const { env, home } = start;
  const known = KNOWN_TO_PLAYWRIGHT.filter(name => env[name]).map(name => [name, env[name]]);
  const thread = openThread(CODE, {
    name: 'toolgate-browser',
    workerData: { ...start, env: { ...env } },
    // The limit bounds what a page has the browser say.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: { ...Object.fromEntries(known), TMPDIR: join(home, 'tmp') },
  });
  thread.stdout.resume();
  thread.stderr.resume();
  return thread;
}

const endOf = (thread: Worker): Promise<never> =>
  new Promise((_, reject) => {
    const suggestion = 'The page takes too much. Try another one, or a part of it.';
    const gone = (why: string) =>
      reject(new ToolError('EXECUTION_ERROR', `The browser's thread ended: ${why}`, { suggestion }));
    thread.once('error', error => gone(error instanceof Error ? error.message : String(error)));
    thread.once('exit', () => gone('the page was closed'));
  });

const opened = (thread: Worker): Promise<boolean> =>
  new Promise((resolve, reject) => {
    thread.once('message', (message: FromThread) => {
      if ('opened' in message) resolve(message.opened.walled);
      else if ('notOpened' in message) reject(toError(message.notOpened));
    });
  });

function listener(thread: Worker, ended: Promise<never>): Studio['listen'] {
  let last = 0;
  return (onMessage, onEnd) => {
    const id = ++last;
    const forward = (message: FromThread) => {
      if ('id' in message && message.id === id) onMessage(message);
    };
    thread.on('message', forward);
    ended.catch(onEnd);
    return { id, end: () => void thread.off('message', forward) };
  };
}

export const toError = ({ code, message, ...rest }: Failure): ToolError => new ToolError(code, message, rest);
