import type { ActivityEvent, ActivityListener, Outcome } from '../../index.ts';

/** How far a call is: what it said of itself, and the end of what it printed. */
export interface Progress {
  readonly running: true;
  readonly title?: string;
  readonly output: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Characters of output that each report repeats. */
const MOST = 10_000;

/** Runs a call and yields its progress, as often as it is asked for, and at the end its outcome. */
export async function* followCall(
  run: (onEvent: ActivityListener) => Promise<Outcome>,
): AsyncGenerator<Progress | Outcome, void, undefined> {
  let progress: Progress = { running: true, output: '', metadata: {} };
  let news = Promise.withResolvers<void>();
  const ended = run(event => {
    const next = withEvent(progress, event);
    if (next === progress) return;
    progress = next;
    news.resolve();
  });
  // Whoever follows no longer must not find it unhandled.
  ended.catch(() => {});
  for (;;) {
    // Of both the news first: the last of them too comes before the outcome.
    const outcome = await Promise.race([news.promise, ended]);
    if (outcome) {
      yield outcome;
      return;
    }
    news = Promise.withResolvers();
    yield progress;
  }
}

function withEvent(progress: Progress, { type, data }: ActivityEvent): Progress {
  if (type === 'tool_output_chunk')
    return { ...progress, output: `${progress.output}${String(data.chunk)}`.slice(-MOST) };
  if (type !== 'tool_call_update') return progress;
  const { toolName, title, ...metadata } = data;
  return {
    ...progress,
    ...(typeof title === 'string' ? { title } : {}),
    metadata: { ...progress.metadata, ...metadata },
  };
}
