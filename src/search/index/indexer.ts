import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { createLook, type IndexDifference } from '../files/look-for-changes.ts';
import { MAX_FILES } from '../files/walk.ts';
import { createOutlineThread, type OutlinedFile } from '../outline/thread.ts';
import type { IndexDatabase } from './database.ts';
import { openKeptIndex, TABLES } from './kept-index.ts';
import { createWorkList } from './work-list.ts';
import { createWriterLock } from './writer-lock.ts';

export interface IndexerOptions {
  readonly root: string;
  readonly folder: string;
  /** Keep what an embedding model needs. */
  readonly chunks: boolean;
  readonly watchAbove?: number;
  readonly maxFiles?: number;
}

export interface Indexer {
  /** Looks what has changed; the work is begun then. */
  refresh(): Promise<void>;
  /** Resolves once all is taken in that was to be. */
  emptied(): Promise<void>;
  readonly waiting: number;
  readonly known: number;
  readonly full: boolean;
  /** Some of the files that are to be taken in. */
  pending(count: number): string[];
  ask<T>(question: (sql: IndexDatabase['sql']) => T): T | undefined;
  close(): void;
}

/** Files sent to the parser at once. */
const BATCH = 16;
/** Milliseconds of work in one transaction. */
const TRANSACTION = 1_500;
/** Milliseconds between looks at the work of another process. */
const OTHERS = 300;
/** Files after which the index is put in order. */
const MANY = 300;
const WATCH_ABOVE = 2_000;

/** Keeps an index up to date. */
export function createIndexer({
  root,
  folder,
  chunks,
  watchAbove = WATCH_ABOVE,
  maxFiles = MAX_FILES,
}: IndexerOptions): Indexer {
  const index = openKeptIndex(folder);
  const lock = createWriterLock(index.inMemory ? undefined : folder);
  const outlines = createOutlineThread({ root, chunks });
  const work = createWorkList();
  const look = createLook({ root, known: index.known, stopped: () => closed, watchAbove, maxFiles });
  /** Still there, maybe, but ignored by now. */
  const dropped = new Set<string>();
  let closed = false;
  let full = false;
  /** There are more files than are looked at. */
  let cut = false;
  let looking = false;
  let inMemory = index.inMemory;
  let running = false;
  let written = 0;

  const findWork = async () => {
    index.reload();
    begin(await look.differences());
    if (look.isDue() && !looking) void lookAgain();
  };

  /** Meanwhile questions are answered. */
  const lookAgain = async () => {
    looking = true;
    try {
      begin(await look.again());
    } catch {
      // Tried again when it is due the next time.
    } finally {
      looking = false;
    }
  };

  const begin = (difference: IndexDifference) => {
    if (closed) return;
    cut = difference.cut;
    plan(difference.changed, difference.gone);
    if (work.size > 0 && !running) void run();
  };

  const plan = (changed: readonly string[], gone: readonly string[]) => {
    for (const path of changed) dropped.delete(path);
    for (const path of gone) dropped.add(path);
    work.add(gone);
    work.add(full ? changed.filter(path => index.known.has(path)) : changed);
  };

  const run = async () => {
    running = true;
    try {
      while (work.size > 0 && !closed) {
        if (lock.take()) await takeIn();
        else await letOthers();
      }
      if (!closed) await tidy();
    } catch {
      // Tried again with the next question.
      work.clear();
    } finally {
      running = false;
      if (!closed) lock.give();
    }
  };

  /** One batch is parsed while the one before is written. */
  const takeIn = async () => {
    let began = Date.now();
    let batch: string[] = work.next(BATCH, new Set());
    let coming: Promise<readonly OutlinedFile[]> = outlines.outline(batch);
    while (batch.length > 0 && !closed) {
      const files = await coming;
      const next = work.next(BATCH, new Set(batch));
      if (next.length > 0) coming = outlines.outline(next);
      if (closed) return;
      full ||= index.full();
      const fits = files.map(file => (dropped.has(file.path) ? { ...file, identity: undefined } : file));
      const isKept = ({ identity, path }: OutlinedFile) => !full || identity === undefined || index.known.has(path);
      if (!index.write(fits.filter(isKept))) await pause(50);
      for (const path of batch) {
        dropped.delete(path);
        work.done(path);
      }
      written += files.length;
      if (Date.now() - began > TRANSACTION) {
        index.commit();
        began = Date.now();
      }
      await noticeMemory();
      await turn();
      batch = next;
    }
    if (!closed) index.commit();
    await noticeMemory();
  };

  /** Without a place on the disk all begins again in memory. */
  const noticeMemory = async () => {
    if (closed || inMemory || !index.inMemory) return;
    inMemory = true;
    begin(await look.again());
  };

  const letOthers = async () => {
    await pause(OTHERS);
    if (closed) return;
    index.reload();
    const { changed, gone } = await look.differences();
    const left = new Set([...changed, ...gone]);
    for (const path of work.some(Number.POSITIVE_INFINITY)) if (!left.has(path)) work.done(path);
    plan(changed, gone);
  };

  const tidy = async () => {
    if (written < MANY) return;
    written = 0;
    for (const table of TABLES)
      for (let rounds = 0; rounds < 2_000 && !closed && index.tidy(table); rounds++) await turn();
  };

  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    refresh() {
      // One that has not begun yet sees all that this one would.
      next ??= current.then(() => {
        next = undefined;
        current = closed ? Promise.resolve() : findWork().catch(() => {});
        return current;
      });
      return next;
    },
    emptied: () => work.emptied(),
    get waiting() {
      return work.size;
    },
    get known() {
      return index.known.size;
    },
    get full() {
      return full || cut;
    },
    pending: count => work.some(count),
    ask: question => index.ask(question),
    close() {
      closed = true;
      outlines.close();
      look.close();
      index.close();
      lock.give();
    },
  };
}
