import type { ActivityStream } from '../../activity/activity-stream.ts';
import type { EventRow, EventStore } from '../../store/port.ts';

export type EventFeed = ReturnType<typeof createEventFeed>;

type FeedOptions = { events: Pick<EventStore, 'since' | 'last'>; activity: Pick<ActivityStream, 'subscribe'> };

const MOST_VIEWERS = 100;
/** Milliseconds in which events are gathered. */
const GATHER = 50;
/** Milliseconds between two looks for what other processes have stored. */
const LOOK = 300;

/**
 * The stored events for all readers. Each reads on from its own number, at its own pace, so that nothing is kept for a
 * slow one; readers that are equally far are given the same bytes.
 */
export function createEventFeed({ events, activity }: FeedOptions) {
  const pages = createEventPages(events);
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
    /** The page after a number, as soon as there is one; undefined when nothing came for a while, or all is closed. */
    async next(
      after: number,
      { quiet, signal }: { quiet: number; signal: AbortSignal },
    ): Promise<EventPage | undefined> {
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
    /** Counts one more reader, until the function is called. Undefined where there are too many. */
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

/** Events that are sent together. */
interface EventPage {
  /** The number of the last event on the page. */
  readonly last: number;
  readonly bytes: Uint8Array;
}

const MOST_EVENTS = 500;
const MOST_BYTES = 1024 * 1024;
/** The most pages that are kept, for readers that are equally far. */
const KEPT = 16;

/** Stored events, page by page; readers at the same number share a page. */
function createEventPages(events: Pick<EventStore, 'since'>) {
  const kept = new Map<number, Promise<EventPage | undefined>>();

  /** The page after a number, as it is now. */
  const load = async (after: number): Promise<EventPage | undefined> =>
    toEventPage(after, await events.since(after, { limit: MOST_EVENTS }));

  /** The page after a number, perhaps as it was a moment ago; undefined where there is none yet. */
  function read(after: number): Promise<EventPage | undefined> {
    const known = kept.get(after);
    if (known) return known;
    const page = load(after);
    kept.set(after, page);
    const forget = () => kept.get(after) === page && kept.delete(after);
    page.then(found => found ?? forget(), forget);
    for (const oldest of kept.keys().take(Math.max(0, kept.size - KEPT))) kept.delete(oldest);
    return page;
  }

  return { read, load };
}

/** As many events as fit, as one message; where some are missing, a message before it says so. */
function toEventPage(after: number, rows: readonly EventRow[]): EventPage | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const texts: string[] = [];
  let bytes = 0;
  let last = after;
  for (const row of rows) {
    if (bytes > MOST_BYTES) break;
    const text = JSON.stringify(row);
    texts.push(text);
    bytes += text.length;
    last = row.seq;
  }
  const gap = first.seq > after + 1 ? gapTo(first.seq - 1) : '';
  return { last, bytes: encode(`${gap}id: ${last}\ndata: [${texts.join(',')}]\n\n`) };
}

export const gapTo = (seq: number): string => `event: gap\nid: ${seq}\ndata: []\n\n`;

const encoder = new TextEncoder();
export const encode = (text: string): Uint8Array => encoder.encode(text);
