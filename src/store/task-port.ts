import type { EventRow } from './event-port.ts';

export type TaskStatus = 'pending' | 'ready' | 'in_progress' | 'submitted' | 'done' | 'deferred' | 'failed';

/** Who works on a task. */
export interface TaskHolder {
  readonly agent: string;
  readonly sessionID: string;
  readonly processID: string;
}

/** A task without its long texts. */
export interface TaskOutline {
  readonly id: string;
  /** Short and unique, for people and models. */
  readonly label: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** Grows by one with every change. */
  readonly rev: number;
  /** Ids, in the order in which they were named. */
  readonly dependsOn: readonly string[];
  /** How often it was taken; also the fencing number of whoever has it. */
  readonly attempt: number;
  readonly maxAttempts?: number;
  /** While it is in progress. */
  readonly holder?: TaskHolder;
  readonly expiresAt?: number;
  readonly submittedBy?: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface TaskRow extends TaskOutline {
  readonly description?: string;
  readonly result?: string;
  /** Why it was rejected, given back or failed, the last time. */
  readonly reason?: string;
}

/** One step of one task, and the event that tells of it. */
export interface TaskChange {
  readonly id: string;
  /** All fields of a new task; otherwise those that change, where undefined empties one. */
  readonly set: Partial<Omit<TaskRow, 'id'>>;
  readonly created: boolean;
  readonly event: Omit<EventRow, 'seq'>;
}

/** What a decision needs to see. */
export interface TaskAsk {
  /** Ids or labels. What is seen is found with what it depends on. */
  readonly refs?: readonly string[];
  /** The edges among all that these depend on, directly or not. Ids or labels. */
  readonly above?: readonly string[];
  /** The pending tasks that depend on this one. Id or label. */
  readonly below?: string;
  /** The oldest task that is ready. */
  readonly next?: boolean;
  /** All that is in progress. */
  readonly held?: boolean;
  /** A label that no task has. */
  readonly label?: boolean;
}

export interface TaskEdge {
  readonly taskID: string;
  readonly dependsOn: string;
}

export interface TaskSight {
  /** Finds a task by its id or label. */
  find(ref: string): TaskOutline | undefined;
  readonly edges: readonly TaskEdge[];
  /** Each with how many of the tasks that it depends on are not done. */
  readonly below: readonly { readonly task: TaskOutline; readonly open: number }[];
  readonly next?: TaskOutline;
  readonly held: readonly TaskOutline[];
  readonly label: string;
}

export interface TaskDecision<T> {
  /** None leave all as it is. */
  readonly changes: readonly TaskChange[];
  readonly result: T;
}

export interface TaskStore {
  /** Finds a task by its id or label. */
  get(ref: string): Promise<TaskRow | undefined>;
  /** Oldest first. */
  list(query?: {
    status?: readonly TaskStatus[];
    ids?: readonly string[];
    /** Rows with a larger id. */
    after?: string;
    limit?: number;
  }): Promise<readonly TaskOutline[]>;
  /** Tasks that depend directly on this id, oldest first. */
  dependents(id: string, limit?: number): Promise<readonly TaskOutline[]>;
  counts(): Promise<Readonly<Record<TaskStatus, number>>>;
  /**
   * Looks, decides and writes in one transaction that no other change is beside; the events are in it. `decide` is
   * pure, for it may be asked again.
   */
  change<T>(
    ask: TaskAsk,
    decide: (seen: TaskSight) => TaskDecision<T>,
  ): Promise<{ readonly result: T; readonly events: readonly EventRow[] }>;
}
