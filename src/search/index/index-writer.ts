import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { WriterLock } from '../../system/writer-lock.ts';
import type { ChangeLook, IndexDifference } from '../files/look-for-changes.ts';
import type { OutlinedFile, OutlineThread } from '../outline/thread.ts';
import { type KeptIndex, TABLES } from './kept-index.ts';
import { WorkList } from './work-list.ts';

interface WriterOptions {
  readonly index: KeptIndex;
  readonly look: ChangeLook;
  readonly lock: WriterLock;
  /** The threads that outline files: one for few files, all of them for many. */
  readonly outlines: readonly OutlineThread[];
}

/** The paths of a batch, and their files, which a thread works on. */
type ComingBatch = readonly [paths: readonly string[], files: Promise<readonly OutlinedFile[]>];

/** Files sent to a parser at once. */
const BATCH = 8;
/** Files for which another thread is worth its start. */
const MUCH = 500;
/** Milliseconds of work in one transaction. */
const TRANSACTION = 1_500;
/** Milliseconds between looks at the work of another process. */
const OTHERS = 300;
/** Files after which the index is tidied. */
const MANY = 300;

/** Takes changed files into the index, or waits until another process has done so. */
export class IndexWriter {
  readonly work = new WorkList();
  readonly #options: WriterOptions;
  #running = false;
  #closed = false;
  #full = false;
  /** Whether there are more files than are looked at. */
  #cut = false;
  #inMemory: boolean;
  #written = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#inMemory = options.index.inMemory;
  }

  /** Whether some files are left out. */
  get full(): boolean {
    return this.#full || this.#cut;
  }

  begin(difference: IndexDifference): void {
    if (this.#closed) return;
    this.#plan(difference);
    if (this.work.size > 0 && !this.#running) void this.#run();
  }

  close(): void {
    this.#closed = true;
    for (const thread of this.#options.outlines) thread.close();
    this.#options.lock.give();
  }

  #plan({ changed, gone, cut }: IndexDifference): void {
    const { known } = this.#options.index;
    this.#cut = cut;
    this.work.add(this.#full ? changed.filter(path => known.has(path)) : changed);
    this.work.drop(gone);
  }

  async #run(): Promise<void> {
    const { lock } = this.#options;
    this.#running = true;
    try {
      while (this.work.size > 0 && !this.#closed) {
        if (lock.take()) await this.#takeIn();
        else await this.#letOthers();
      }
      if (!this.#closed) await this.#tidy();
    } catch {
      // The files are tried again with the next question.
      this.work.clear();
    } finally {
      this.#running = false;
      if (!this.#closed) lock.give();
    }
  }

  /** Takes the files in by batches: the next ones are parsed while one is written, always in the order of the list. */
  async #takeIn(): Promise<void> {
    const { index } = this.#options;
    const coming: ComingBatch[] = [];
    let began = Date.now();
    for (let asked = this.#ask(coming, 0); coming.length > 0 && !this.#closed; coming.shift()) {
      const [paths, outlined] = coming[0]!;
      const files = await outlined;
      asked = this.#ask(coming, asked);
      if (this.#closed) return;
      if (!index.write(this.#fitting(files))) await pause(50);
      for (const path of paths) this.work.done(path);
      this.#written += files.length;
      if (Date.now() - began > TRANSACTION) {
        index.commit();
        began = Date.now();
      }
      await this.#noticeMemory();
      await turn();
    }
    if (!this.#closed) index.commit();
    await this.#noticeMemory();
  }

  /** Sends batches until each thread has one in hand and one that waits; the threads take turns. */
  #ask(coming: ComingBatch[], asked: number): number {
    const { outlines } = this.#options;
    const threads = outlines.slice(0, Math.ceil(this.work.size / MUCH));
    let turns = asked;
    while (coming.length <= 2 * threads.length && !this.#closed) {
      const paths = this.work.next(BATCH, new Set(coming.flatMap(([taken]) => taken)));
      if (paths.length === 0) break;
      coming.push([paths, threads[turns++ % threads.length]!.outline(paths)]);
    }
    return turns;
  }

  /** The files that may be written: a full index takes no new files, but keeps those that it has up to date. */
  #fitting(files: readonly OutlinedFile[]): readonly OutlinedFile[] {
    const { index } = this.#options;
    this.#full ||= index.isFull();
    return files
      .map(file => (this.work.isDropped(file.path) ? { ...file, identity: undefined } : file))
      .filter(({ identity, path }) => !this.#full || identity === undefined || index.known.has(path));
  }

  /** Begins the work again in memory, once the disk has no place for the index. */
  async #noticeMemory(): Promise<void> {
    const { index, look } = this.#options;
    if (this.#closed || this.#inMemory || !index.inMemory) return;
    this.#inMemory = true;
    this.begin(await look.again());
  }

  async #letOthers(): Promise<void> {
    const { index, look } = this.#options;
    await pause(OTHERS);
    if (this.#closed) return;
    index.reload();
    const difference = await look.differences();
    const left = new Set([...difference.changed, ...difference.gone]);
    for (const path of this.work.some(Infinity)) if (!left.has(path)) this.work.done(path);
    this.#plan(difference);
  }

  async #tidy(): Promise<void> {
    if (this.#written < MANY) return;
    this.#written = 0;
    for (const thread of this.#options.outlines) thread.rest();
    for (const table of TABLES)
      for (let rounds = 0; rounds < 2_000 && !this.#closed && this.#options.index.tidy(table); rounds++) await turn();
  }
}
