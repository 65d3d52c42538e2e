/** A job that this process has been given, and the number of this attempt. */
export interface QueueJob {
  readonly id: string;
  readonly attempt: number;
  readonly runID: string;
}

interface NewJob extends Pick<QueueJob, 'id' | 'runID'> {
  /** Whether the job goes before waiting ones: its run was begun, and holds things that others may wait for. */
  readonly first?: boolean;
}

/**
 * The queue between processes: it hands each job to one of them, and to another one when the first is no longer heard
 * of. Only the store counts; a job only says which run to look at.
 */
export interface QueueEngine {
  /** Sends jobs; jobs that are there already stay as they are. */
  send(jobs: readonly NewJob[]): Promise<void>;
  fetch(most: number): Promise<readonly QueueJob[]>;
  /** Says that these jobs are still worked on. Gives those that have been handed to someone else. */
  touch(jobs: readonly QueueJob[]): Promise<readonly QueueJob[]>;
  complete(jobs: readonly QueueJob[]): Promise<void>;
  /** Finds the jobs that nobody has or will get any more. */
  gone(ids: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}
