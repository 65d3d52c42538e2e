import type { EventRow, EventStore } from '../../store/port.ts';

/** Events that are sent together. */
export interface EventPage {
  /** The number of the last event on the page. */
  readonly last: number;
  readonly bytes: Uint8Array;
}

const MOST_EVENTS = 500;
const MOST_BYTES = 1024 * 1024;
/** The most pages that are kept, for readers that are equally far. */
const KEPT = 16;

/** Stored events, page by page; readers at the same number share a page. */
export class EventPages {
  readonly #events: Pick<EventStore, 'since'>;
  readonly #kept = new Map<number, Promise<EventPage | undefined>>();

  constructor(events: Pick<EventStore, 'since'>) {
    this.#events = events;
  }

  /** The page after a number, perhaps as it was a moment ago; undefined where there is none yet. */
  read(after: number): Promise<EventPage | undefined> {
    const kept = this.#kept.get(after);
    if (kept) return kept;
    const page = this.load(after);
    this.#kept.set(after, page);
    const forget = () => this.#kept.get(after) === page && this.#kept.delete(after);
    page.then(found => found ?? forget(), forget);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return page;
  }

  /** The page after a number, as it is now. */
  async load(after: number): Promise<EventPage | undefined> {
    return toEventPage(after, await this.#events.since(after, { limit: MOST_EVENTS }));
  }
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
