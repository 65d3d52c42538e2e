import type { Outcome, Toolgate } from '../../../index.ts';
import type { Live, TaskRow } from './task-row.ts';

type FollowedJob = NonNullable<ReturnType<Toolgate['jobs']['follow']>>;

export interface JobTaskOptions {
  readonly id: string;
  readonly client: string;
  /** Of the call that has started it. */
  readonly outcome: Outcome;
  readonly job: string;
  readonly followed: FollowedJob;
}

/** Characters that it has printed of late, as the message of its state. */
const SHOWN = 4000;

/** The background command that a call has started. */
export const jobIn = ({ tool, metadata }: Outcome): string | undefined =>
  tool === 'bash' && typeof metadata.job === 'string' ? metadata.job : undefined;

/** A background command as a task: it works while it runs, and has completed when it has an exit code. */
export function openJobTask(options: JobTaskOptions): Live & { readonly done: Promise<void> } {
  const { id, client, job, followed, outcome } = options;
  const base = { id, client, tool: outcome.tool, callID: outcome.callID, job, createdAt: Date.now() };
  let ended: { readonly said: Awaited<FollowedJob['done']>; readonly at: number } | undefined;
  const done = followed.done.then(said => {
    ended = { said, at: Date.now() };
  });

  function row(isCancelled: boolean): TaskRow {
    if (!ended) {
      const statusMessage = followed.look().output.slice(-SHOWN);
      return { ...base, status: 'working', changedAt: Date.now(), statusMessage };
    }
    const { output, return_code, duration } = ended.said.value;
    const over = { ...base, changedAt: ended.at, statusMessage: ended.said.title };
    if (isCancelled && return_code !== 0) return { ...over, status: 'cancelled' };
    const timed_out = ended.said.metadata.stopped === 'time';
    const structuredContent = { ...(outcome.value as object), output, return_code, duration, timed_out };
    const content = [{ type: 'text' as const, text: ended.said.output }];
    return { ...over, status: 'completed', result: { content, structuredContent } };
  }

  return { row, done, answer: () => {}, stop: () => followed.stop() };
}
