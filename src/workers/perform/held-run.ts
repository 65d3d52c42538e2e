import type { Step } from '../../pipeline/call.ts';
import type { RunRow, RunStore, StepRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { QueueJob } from '../engine.ts';

/** A run while this process has it. */
export class HeldRun {
  readonly id: string;
  readonly row: RunRow;
  readonly job: QueueJob;
  readonly #runs: RunStore;
  readonly #abort = new AbortController();
  readonly abort: AbortSignal = this.#abort.signal;
  /** The number of calls that do something right now. */
  #acting = 0;
  /** The number of waits for others; meanwhile the run takes no slot. */
  #waiting = 0;
  /** The way in which this process came to leave the run before its end. */
  #left: 'lost' | 'parked' | undefined;
  /** The time when the run had done its work, and only had to be written down: many share a write, and take no slot. */
  #actedAt: number | undefined;
  readonly #takenAt = performance.now();
  #onChange: () => void;

  constructor(row: RunRow, job: QueueJob, runs: RunStore, onChange: () => void) {
    this.id = row.id;
    this.row = row;
    this.job = job;
    this.#runs = runs;
    this.#onChange = onChange;
  }

  get left(): 'lost' | 'parked' | undefined {
    return this.#left;
  }

  get actedAt(): number | undefined {
    return this.#actedAt;
  }

  get isWaiting(): boolean {
    return this.#waiting > 0 && this.#acting <= this.#waiting;
  }

  /** Notes that the run is somebody else's: nothing that it still does here counts. */
  lose(): void {
    this.#left = 'lost';
    this.#abort.abort();
  }

  /** Parks the run: it goes on elsewhere, as soon as its present calls are done. */
  park(): void {
    this.#left ??= 'parked';
    if (this.#acting <= this.#waiting) this.#abort.abort();
  }

  parkNow(): void {
    this.#left ??= 'parked';
    this.#abort.abort();
  }

  async waitFor<T>(work: Promise<T>): Promise<T> {
    this.waits(1);
    try {
      return await work;
    } finally {
      this.waits(-1);
    }
  }

  waits(more: 1 | -1): void {
    this.#waiting = Math.max(0, this.#waiting + more);
    this.#onChange();
  }

  /** One call of the run. `kept` is false where the outcome is the run's own. */
  step(key: string, { kept = true, repeatableToo = true } = {}): Step {
    // A call that was rehearsed begins twice, and ends once.
    let acts = false;
    const act = (now: boolean): void => {
      if (acts !== now) this.#acting += now ? 1 : -1;
      acts = now;
    };
    return {
      key,
      // Calls of an agent come from what it has seen since the run was taken.
      takenAt: kept ? undefined : this.#takenAt,
      isLeft: () => this.#left === 'parked',
      begin: async ({ callID, repeatable }) => {
        if (this.#left) {
          this.#abort.abort();
          throw takenOver();
        }
        act(true);
        // A call that may be repeated harms nobody when two processes make it.
        if (repeatable && !repeatableToo) return;
        try {
          if (await this.#runs.beginStep(this.row, { key, callID, repeatable })) return;
        } catch (error) {
          act(false);
          throw error;
        }
        act(false);
        this.lose();
        throw takenOver();
      },
      acted: () => {
        if (kept || this.#actedAt !== undefined) return;
        this.#actedAt = performance.now();
        this.waits(1);
      },
      end: async outcome => {
        act(false);
        // The call stopped because this process leaves the run: its outcome is on the ledger, for whoever goes on.
        const stopped = outcome.error?.code === 'ABORTED' || outcome.error?.code === 'OUTCOME_UNKNOWN';
        if (kept && !(this.#left && stopped)) await this.#runs.endStep(this.row, key, plain(outcome));
        if (this.#left === 'parked' && this.#acting <= this.#waiting) this.#abort.abort();
      },
    };
  }

  stepOf(key: string): Promise<StepRow | undefined> {
    return this.#runs.step(this.id, key);
  }
}

const takenOver = (): ToolError =>
  new ToolError('ABORTED', 'Another worker goes on with this; nothing was done here', { retryable: true });

/** The part of an outcome that JSON can hold. */
export function plain(outcome: Outcome): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(outcome)) as Record<string, unknown>;
  } catch {
    return { ...outcome, value: undefined, metadata: {} } as unknown as Record<string, unknown>;
  }
}
