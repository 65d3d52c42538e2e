import type { EventRow } from './event-port.ts';

export type TaskStatus = 'pending' | 'ready' | 'in_progress' | 'submitted' | 'done' | 'deferred' | 'failed';

export type TaskHolder = { readonly agent: string; readonly sessionID: string; readonly processID: string };

/** A task without its long texts. */
export interface TaskOutline {
  readonly id: string;
  /** Short and unique, for people and models. */
  readonly label: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** The revision, which grows by one with every change. */
  readonly rev: number;
  /** Ids, in the order in which they were named. */
  readonly dependsOn: readonly string[];
  /** How often the task was taken; also the fencing number of whoever has it. */
  readonly attempt: number;
  readonly maxAttempts?: number;
  /** Who has the task while it is in progress. */
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
  /** Why the task was rejected, given back or failed, the last time. */
  readonly reason?: string;
}

/** One step of one task, and the event that tells of it. */
export interface TaskChange {
  readonly id: string;
  /** All fields of a new task; otherwise the fields that change, where undefined empties one. */
  readonly set: Partial<Omit<TaskRow, 'id'>>;
  readonly created: boolean;
  readonly event: Omit<EventRow, 'seq'>;
}

/** What a decision needs to see. */
export interface TaskAsk {
  /** Ids or labels of tasks, which are found with those that they depend on. */
  readonly refs?: readonly string[];
  /** Ids or labels of tasks; asks for the edges among all that they depend on, directly or not. */
  readonly above?: readonly string[];
  /** Id or label of a task; asks for the pending tasks that depend on it. */
  readonly below?: string;
  readonly next?: boolean;
  readonly held?: boolean;
  /** Asks for a label that no task has. */
  readonly label?: boolean;
}

export type TaskEdge = { readonly taskID: string; readonly dependsOn: string };

export interface TaskSight {
  find(ref: string): TaskOutline | undefined;
  readonly edges: readonly TaskEdge[];
  /** The tasks below, each with how many of the tasks that it depends on are not done. */
  readonly below: readonly { readonly task: TaskOutline; readonly open: number }[];
  readonly next?: TaskOutline;
  readonly held: readonly TaskOutline[];
  readonly label: string;
}

export interface TaskDecision<T> {
  /** The changes; none leave all as it is. */
  readonly changes: readonly TaskChange[];
  readonly result: T;
}

export interface TaskStore {
  /** Finds a task by its id or label. */
  get(ref: string): Promise<TaskRow | undefined>;
  /** Tasks, oldest first. */
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
  /** Looks, decides and writes in one transaction, with no other beside; `decide` is pure: it may be asked again. */
  change<T>(
    ask: TaskAsk,
    decide: (seen: TaskSight) => TaskDecision<T>,
  ): Promise<{ readonly result: T; readonly events: readonly EventRow[] }>;
}
