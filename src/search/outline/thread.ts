import { join } from 'node:path';
import { addAll } from '../../tool/lists/long-lists.ts';
import { createAskedThread } from '../../tool/loading/asked-thread.ts';
import { fileIdentityAt } from '../files/identity.ts';
import { CODE, OUTLINE_LIMITS } from '../thread-code.ts';
import type { IndexEntry } from './entries.ts';

/** A file that was read and outlined; it has no identity when there is no such file. */
export interface OutlinedFile {
  readonly path: string;
  readonly identity: string | undefined;
  /** The hash of the content; empty when the file was not read. */
  readonly hash: string;
  readonly entries: readonly IndexEntry[];
}

/** The message to the thread: the absolute paths are `root` and one of `paths` each. */
export interface OutlineJob {
  readonly root: string;
  readonly paths: readonly string[];
  readonly chunks: boolean;
}

/** Milliseconds for a job; a file has a second for its parser, and reading a stuck disk has no end. */
const ASKED = { time: 20_000, late: () => 'The outline took too long' };

export type OutlineThread = ReturnType<typeof createOutlineThread>;

/** Outlines files apart from the database: questions are answered meanwhile, and a file can end no more than this. */
export function createOutlineThread({ root, chunks }: Omit<OutlineJob, 'paths'>) {
  const thread = createAskedThread<readonly OutlinedFile[]>(CODE, {
    ...OUTLINE_LIMITS,
    name: 'toolgate-outline',
    workerData: { role: 'outline' },
  });
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  const ask = async (paths: readonly string[]): Promise<readonly OutlinedFile[] | undefined> =>
    closed ? undefined : thread.ask({ root, paths, chunks } satisfies OutlineJob, ASKED).catch(() => undefined);

  const outline = async (paths: readonly string[]): Promise<readonly OutlinedFile[]> => {
    const answer = await ask(paths);
    if (answer || closed) return answer ?? [];
    if (paths.length === 1) return [emptyFile(root, paths[0]!)];
    const alone: OutlinedFile[] = [];
    for (const path of paths) addAll(alone, await outline([path]));
    return alone;
  };

  return {
    /** Outlines files. Those whose thread died or hung are tried alone, and are empty when that does not help. */
    outline(paths: readonly string[]): Promise<readonly OutlinedFile[]> {
      const result = last.then(() => outline(paths));
      last = result.catch(() => {});
      return result;
    },
    /** Gives the thread's memory back until it is needed again; no outline may be under way. */
    rest: thread.stop,
    close() {
      closed = true;
      thread.stop();
    },
  };
}

/** A file of which only the identity is known, so that it is not tried again before it changes. */
export const emptyFile = (root: string, path: string): OutlinedFile => ({
  path,
  identity: fileIdentityAt(join(root, path)),
  hash: '',
  entries: [],
});
