import type { Failure } from '../tool/error.ts';

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** Work that outlives processes: an agent, or one call in the background. */
export interface RunRow {
  readonly id: string;
  /** The first of the runs that it was started for. */
  readonly rootID: string;
  readonly parentID?: string;
  readonly kind: 'agent' | 'call';
  readonly status: RunStatus;
  /** A number that grows whenever someone takes the run: what an earlier holder still writes is refused. */
  readonly epoch: number;
  /** The job of the queue that stands for the run now; other jobs are out of date. Empty: no worker may take it. */
  readonly jobID: string;
  /** The process that has the run. */
  readonly processID?: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Failure;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** A run as its holder knows it. */
export type RunHandle = Pick<RunRow, 'id' | 'epoch'>;

export interface RunEnd extends RunHandle {
  readonly status: 'done' | 'failed';
  readonly result?: RunRow['result'];
  readonly error?: Failure | undefined;
}

/** One call of a run. The row is there before the call does anything. */
export interface StepRow {
  /** Unique in its run. */
  readonly key: string;
  readonly callID: string;
  readonly repeatable: boolean;
  /** What the call came to; left out while it runs, or when its process died. */
  readonly outcome?: Readonly<Record<string, unknown>>;
}

/** What an agent has said and been told so far. */
export type RunHistory = { readonly head: unknown; readonly messages: readonly unknown[] };

export interface RunStore {
  /** Adds rows whose id is not there yet; a row below a run that has ended is refused and named. */
  add(rows: readonly RunRow[]): Promise<{ readonly refused: readonly string[] }>;
  get(id: string): Promise<RunRow | undefined>;
  /** Runs, newest first. */
  list(query?: {
    status?: readonly RunStatus[];
    ids?: readonly string[];
    parentID?: string;
    rootID?: string;
    processID?: string;
    before?: string;
    limit?: number;
  }): Promise<readonly RunRow[]>;
  /** Takes runs that wait or were left, each with a new epoch. Runs that have ended, or have another job, stay. */
  claim(jobs: readonly Pick<RunRow, 'id' | 'jobID'>[], processID: string, now: number): Promise<readonly RunRow[]>;
  /** Takes a run that has ended or was left, if it is still as it was seen; its result and error are removed. */
  reopen(seen: RunHandle, processID: string, now: number): Promise<RunRow | undefined>;
  /** Ends the runs that are still held with this epoch. */
  end(ends: readonly RunEnd[], now: number): Promise<void>;
  /** Has a run wait again, for another job; false if it is no longer held so. */
  release(run: RunHandle, jobID: string, now: number): Promise<boolean>;
  /** Ends a run and all below it that have not ended; gives their ids. */
  cancel(id: string, now: number): Promise<readonly string[]>;
  /** The ids of the runs that are no longer held with this epoch. */
  lost(held: readonly RunHandle[]): Promise<readonly string[]>;
  history(id: string): Promise<RunHistory | undefined>;
  /** Writes these messages at their places, and the head; false if the run is no longer held so. */
  saveHistory(
    run: RunHandle,
    saved: {
      readonly head: unknown;
      readonly messages: readonly (readonly [place: number, message: unknown])[];
      /** How many messages there are in all. */
      readonly length: number;
    },
  ): Promise<boolean>;
  /** A call is about to do something, again perhaps; false, and it must not, if the run is no longer held so. */
  beginStep(run: RunHandle, step: Omit<StepRow, 'outcome'>): Promise<boolean>;
  endStep(run: RunHandle, key: string, outcome: NonNullable<StepRow['outcome']>): Promise<boolean>;
  step(runID: string, key: string): Promise<StepRow | undefined>;
}
