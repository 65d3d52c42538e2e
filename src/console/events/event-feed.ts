import type { ActivityStream } from '../../activity/activity-stream.ts';
import type { EventStore } from '../../store/port.ts';
import { type EventPage, EventPages, encode, gapTo } from './event-pages.ts';

export interface EventFeed {
  last(): Promise<number>;
  /** The page after a number, as soon as there is one; undefined when nothing came for a while, or all is closed. */
  next(
    after: number,
    options: { readonly quiet: number; readonly signal: AbortSignal },
  ): Promise<EventPage | undefined>;
  /** Counts one more reader, until the function is called. Undefined where there are too many. */
  join(): (() => void) | undefined;
  readonly closed: boolean;
  close(): void;
}

interface FeedOptions {
  readonly events: Pick<EventStore, 'since' | 'last'>;
  readonly activity: Pick<ActivityStream, 'subscribe'>;
}

const MOST_VIEWERS = 100;
/** Milliseconds in which events are gathered. */
const GATHER = 50;
/** Milliseconds between two looks for what other processes have stored. */
const LOOK = 300;

/**
 * The stored events for all readers. Each reads on from its own number, at its own pace, so that nothing is kept for
 * a slow one; readers that are equally far are given the same bytes.
 */
export function createEventFeed({ events, activity }: FeedOptions): EventFeed {
  const pages = new EventPages(events);
  const waiting = new Set<() => void>();
  let newest = 0;
  let viewers = 0;
  let closed = false;
  let stopLooking: (() => void) | undefined;
  let gathering: NodeJS.Timeout | undefined;

  function wake(): void {
    gathering = undefined;
    const all = [...waiting];
    waiting.clear();
    for (const each of all) each();
  }

  function tell(seq: number): void {
    if (seq <= newest) return;
    newest = seq;
    gathering ??= setTimeout(wake, GATHER);
  }

  function look(): () => void {
    const unsubscribe = activity.subscribe('*', event => tell(event.seq));
    let asked = false;
    const timer = setInterval(() => {
      if (asked) return;
      asked = true;
      events
        .last()
        .then(tell, () => {})
        .finally(() => {
          asked = false;
        });
    }, LOOK).unref();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /** Reads a page anew: one that another reader asked for may be older than the news; missing events were pruned. */
  async function readNow(after: number): Promise<EventPage | undefined> {
    const page = await pages.read(after);
    if (page || newest <= after) return page;
    const last = newest;
    return (await pages.load(after)) ?? { last, bytes: encode(gapTo(last)) };
  }

  return {
    last: () => events.last(),
    async next(after, { quiet, signal }) {
      const page = await readNow(after);
      if (page || closed || signal.aborted) return page;
      await new Promise<void>(resolve => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, quiet).unref();
        waiting.add(done);
        signal.addEventListener('abort', done, { once: true });
      });
      return closed || signal.aborted ? undefined : readNow(after);
    },
    join() {
      if (closed || viewers >= MOST_VIEWERS) return undefined;
      if (viewers++ === 0) stopLooking = look();
      let left = false;
      return () => {
        if (left) return;
        left = true;
        if (--viewers === 0) stopLooking?.();
      };
    },
    get closed() {
      return closed;
    },
    close() {
      closed = true;
      stopLooking?.();
      clearTimeout(gathering);
      wake();
    },
  };
}
