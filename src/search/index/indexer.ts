import { availableParallelism } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { createWriterLock } from '../../system/writer-lock.ts';
import { createLook } from '../files/look-for-changes.ts';
import { MAX_FILES } from '../files/walk.ts';
import { createOutlineThread } from '../outline/thread.ts';
import { IndexWriter } from './index-writer.ts';
import { KeptIndex } from './kept-index.ts';

export interface IndexerOptions {
  /** The real path of the workspace. */
  readonly root: string;
  /** A folder for the index's database alone; made when needed. */
  readonly folder: string;
  /** Whether to keep what an embedding model needs. */
  readonly chunks: boolean;
  /** The number of files above which folders are watched, instead of looking at every file each time. */
  readonly watchAbove?: number;
  /** The most files; files beyond are left out. */
  readonly maxFiles?: number;
}

export type Indexer = ReturnType<typeof createIndexer>;

const WATCH_ABOVE = 2_000;
/** The threads that outline files: with more, all would wait for the one thread that writes. */
const THREADS = Math.min(4, availableParallelism());

export function createIndexer(options: IndexerOptions) {
  const { root, folder, chunks, watchAbove = WATCH_ABOVE, maxFiles = MAX_FILES } = options;
  const index = new KeptIndex(folder);
  const look = createLook({ root, known: index.known, stopped: () => closed, watchAbove, maxFiles });
  const lock = createWriterLock(index.inMemory ? undefined : folder);
  const outlines = Array.from({ length: THREADS }, () => createOutlineThread({ root, chunks }));
  const writer = new IndexWriter({ index, look, lock, outlines });
  const { work } = writer;
  let closed = false;
  let looking = false;

  const findWork = async () => {
    index.reload();
    writer.begin(await look.differences());
    if (look.isDue() && !looking) void lookAgain();
  };

  /** Looks at every file, while questions are answered. */
  const lookAgain = async () => {
    looking = true;
    try {
      writer.begin(await look.again());
    } catch {
      // The look is tried again when it is next due.
    } finally {
      looking = false;
    }
  };

  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    /** Looks for changes, and begins the work on them. */
    refresh() {
      // A refresh that has not begun yet sees all that this one would.
      next ??= current.then(() => {
        next = undefined;
        current = closed ? Promise.resolve() : findWork().catch(() => {});
        return current;
      });
      return next;
    },
    /** Resolves once all waiting files are taken in. */
    emptied: () => work.emptied(),
    get waiting() {
      return work.size;
    },
    get known() {
      return index.known.size;
    },
    get full() {
      return writer.full;
    },
    /** Some of the files that wait to be taken in. */
    pending: (count: number) => work.some(count),
    ask: <T>(question: (sql: DatabaseSync) => T) => index.ask(question),
    close() {
      closed = true;
      look.close();
      index.close();
      // The writer comes last: it gives the lock back, under which the index commits when it is closed.
      writer.close();
    },
  };
}
