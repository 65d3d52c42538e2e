import { ToolError } from '../../tool/error.ts';
import type { RunContext } from './run-context.ts';
import type { ToolRun } from './tool-run.ts';

/** Milliseconds after which a tool tells, again and again, that it still runs. */
const PROGRESS = 1000;
/** The least milliseconds between two looks of the watch. */
const LEAST_TIMER = 5;

/** A watch over a tool that takes long: it tells that the tool still runs, and stops it when its time is over. */
export class RunWatch {
  readonly #context: RunContext;
  readonly #run: ToolRun;
  readonly #limit: number;
  readonly #begun = performance.now();
  readonly #waited: number;
  #told = PROGRESS;
  #timer: NodeJS.Timeout;

  constructor(context: RunContext, run: ToolRun, limit: number) {
    this.#context = context;
    this.#run = run;
    this.#limit = limit;
    this.#waited = run.waited;
    this.#timer = this.#lookAfter(Math.min(limit, PROGRESS));
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds that are left. Time in which people were waited for does not count. */
  get #left(): number {
    return this.#limit - (performance.now() - this.#begun) + this.#run.waited - this.#waited;
  }

  #lookAfter(time: number): NodeJS.Timeout {
    return setTimeout(RunWatch.#look, Math.max(time, LEAST_TIMER), this);
  }

  /** One function for all watches: thousands of tools may run at once. */
  static #look(watch: RunWatch): void {
    if (watch.#left <= 0) {
      watch.#context.stop(timedOut(watch.#limit));
      return;
    }
    const elapsed = performance.now() - watch.#begun;
    if (elapsed >= watch.#told) watch.#context.metadata({ elapsed: Math.round(elapsed) });
    while (watch.#told <= elapsed) watch.#told += PROGRESS;
    watch.#timer = watch.#lookAfter(Math.min(watch.#left, watch.#told - elapsed));
  }
}

const timedOut = (limit: number): ToolError =>
  new ToolError('TIMEOUT', `It ran longer than ${seconds(limit)} s and was stopped`, {
    suggestion: 'Ask for less in one call, or give a longer timeout where the tool takes one.',
  });

/** Seconds for people: the rest of two minutes, after the start was written, is told as two minutes. */
const seconds = (milliseconds: number): number =>
  milliseconds < 1000 ? milliseconds / 1000 : Math.round(milliseconds / 100) / 10;
