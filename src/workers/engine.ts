/** A job that this process has been given, and which attempt at it that is. */
export interface QueueJob {
  readonly id: string;
  readonly attempt: number;
  readonly runID: string;
}

interface NewJob extends Pick<QueueJob, 'id' | 'runID'> {
  /** Goes before those that wait: its run was begun, and holds what others may wait for. */
  readonly first?: boolean;
}

/**
 * The queue between processes: it hands each job to one of them, and to another one when that is no longer heard of.
 * All that counts is in the store; a job only says which run to look at.
 */
export interface QueueEngine {
  /** Jobs that are there already stay as they are. */
  send(jobs: readonly NewJob[]): Promise<void>;
  fetch(most: number): Promise<readonly QueueJob[]>;
  /** Says that these jobs are still worked on. Gives those that have been handed to someone else. */
  touch(jobs: readonly QueueJob[]): Promise<readonly QueueJob[]>;
  complete(jobs: readonly QueueJob[]): Promise<void>;
  /** Those of these jobs that nobody has or will get any more. */
  gone(ids: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}
