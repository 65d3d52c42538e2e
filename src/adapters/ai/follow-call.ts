import type { ActivityEvent, ActivityListener, Outcome } from '../../index.ts';

/** The progress of a call: what it said of itself, and the end of its output. */
export interface Progress {
  readonly running: true;
  readonly title?: string;
  readonly output: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Characters of output that each report repeats. */
const MOST = 10_000;

/**
 * The result of a tool made here: the outcome without its value. Callers that know nothing of outcomes show a model the
 * whole result, so the cut text stands in it once, and nothing that is not cut.
 */
export type ToldOutcome = Omit<Outcome, 'value'>;

/** Progress, as often as it is asked for, and at the end the outcome; a caller that only waits gets just that. */
export interface FollowedCall extends AsyncIterable<Progress | ToldOutcome>, PromiseLike<ToldOutcome> {}

type Run = (onEvent: ActivityListener) => Promise<Outcome>;

/** A call that begins when it is followed or waited for, once. */
export function followCall(run: Run): FollowedCall {
  let progress: Progress = { running: true, output: '', metadata: {} };
  let news = Promise.withResolvers<void>();
  let begun: Promise<ToldOutcome> | undefined;
  const begin = (): Promise<ToldOutcome> => {
    begun ??= run(event => {
      const next = withEvent(progress, event);
      if (next === progress) return;
      progress = next;
      news.resolve();
    }).then(withoutValue);
    // A caller that follows no longer must not leave the rejection unhandled.
    begun.catch(() => {});
    return begun;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: frameworks that do not follow a call wait for it.
    then: (onDone, onFailed) => begin().then(onDone, onFailed),
    async *[Symbol.asyncIterator]() {
      const ended = begin();
      for (;;) {
        // News go first: the last news, too, come before the outcome.
        const outcome = await Promise.race([news.promise, ended]);
        if (outcome) {
          yield outcome;
          return;
        }
        news = Promise.withResolvers();
        yield progress;
      }
    },
  };
}

const withoutValue = ({ value: _, ...told }: Outcome): ToldOutcome => told;

function withEvent(progress: Progress, { type, data }: ActivityEvent): Progress {
  if (type === 'tool_output_chunk')
    return { ...progress, output: `${progress.output}${String(data.chunk)}`.slice(-MOST) };
  if (type !== 'tool_call_update') return progress;
  const { toolName, title, ...metadata } = data;
  const titled = typeof title === 'string' ? { title } : {};
  return { ...progress, ...titled, metadata: { ...progress.metadata, ...metadata } };
}
