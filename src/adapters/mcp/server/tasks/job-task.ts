import type { Outcome, Toolgate } from '../../../../index.ts';
import type { LiveTask, McpTaskRow } from './row.ts';

type FollowedJob = NonNullable<ReturnType<Toolgate['jobs']['follow']>>;

interface JobTaskOptions {
  readonly id: string;
  readonly client: string;
  /** The outcome of the call that has started the job. */
  readonly outcome: Outcome;
  readonly job: string;
  readonly followed: FollowedJob;
}

/** The most characters of the job's latest output, as the message of its state. */
const SHOWN = 4000;
/** The most characters of the result. */
const MOST = 50_000;

/** The background command that a call has started. */
export const jobIn = ({ tool, metadata }: Outcome): string | undefined =>
  tool === 'bash' && typeof metadata.job === 'string' ? metadata.job : undefined;

/** A background command as a task: it works while it runs, and has completed when it has an exit code. */
export function openJobTask(options: JobTaskOptions): LiveTask & { readonly done: Promise<void> } {
  const { id, client, job, followed, outcome } = options;
  const base = { id, client, tool: outcome.tool, callID: outcome.callID, job, createdAt: Date.now() };
  let ended: { readonly said: Awaited<FollowedJob['done']>; readonly at: number } | undefined;
  const done = followed.done.then(said => {
    ended = { said, at: Date.now() };
  });

  function row(isCancelled: boolean): McpTaskRow {
    if (!ended) {
      const statusMessage = followed.look().output.slice(-SHOWN);
      return { ...base, status: 'working', changedAt: Date.now(), statusMessage };
    }
    const { return_code } = ended.said.value;
    const over = { ...base, changedAt: ended.at, statusMessage: ended.said.title };
    if (isCancelled && return_code !== 0) return { ...over, status: 'cancelled' };
    const content = [{ type: 'text' as const, text: endOf(ended.said.output) }];
    return { ...over, status: 'completed', result: { content } };
  }

  return { row, done, answer: () => {}, stop: () => followed.stop() };
}

/** The end of the output, which says how the job ended. */
const endOf = (text: string): string =>
  text.length <= MOST
    ? text
    : `[… cut here: the output has ${text.length} characters]\n${text.slice(-MOST).toWellFormed()}`;
