import type { RunEnd, RunStore } from '../store/port.ts';
import type { QueueEngine, QueueJob } from './engine.ts';

interface EndingOptions {
  readonly runs: RunStore;
  readonly engine: QueueEngine;
  readonly onError: (error: unknown) => void;
}

/** Ends of runs on their way into the store. Ends that come at the same time are written together. */
export class RunEndings {
  readonly #options: EndingOptions;
  readonly #waiting: { readonly end: RunEnd | undefined; readonly job: QueueJob }[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: EndingOptions) {
    this.#options = options;
  }

  /** Adds the end of a run. Without an end the job alone is done: the run has ended before, or is somebody else's. */
  add(job: QueueJob, end?: RunEnd): void {
    this.#waiting.push({ end, job });
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async flush(): Promise<void> {
    await this.#writing;
  }

  /** Writes first that runs have ended, then that their jobs are done. */
  async #write(): Promise<void> {
    const { runs, engine, onError } = this.#options;
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        const ends = batch.flatMap(({ end }) => end ?? []);
        if (ends.length > 0) await runs.end(ends, Date.now());
        await engine.complete(batch.map(({ job }) => job));
      } catch (error) {
        // The runs stay as they are, and are taken up again when their jobs come back.
        onError(error);
      }
    }
  }
}
