import { HEADERS } from '../page.ts';
import { ApiRefusal } from '../refusal.ts';
import { type EventFeed, encode, gapTo } from './event-feed.ts';

/** Milliseconds without an event until there is a sign of life. */
const QUIET = 15_000;

/** The events after a number, or from now on. The stream reads the feed only as fast as it is read itself. */
export async function streamEvents(feed: EventFeed, from: number | undefined): Promise<Response> {
  const last = await feed.last();
  const leave = feed.join();
  if (!leave) throw new ApiRefusal(503, 'UNAVAILABLE', { message: 'Too many look on already; close another one' });
  const gone = new AbortController();
  let at = Math.min(from ?? last, last);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // A number that is not there yet is of another store: the events that it counted are gone.
      const gap = from !== undefined && from > last ? gapTo(last) : '';
      controller.enqueue(encode(`: events after ${at}\n\n${gap}`));
    },
    async pull(controller) {
      try {
        const page = await feed.next(at, { quiet: QUIET, signal: gone.signal });
        if (gone.signal.aborted) return;
        if (feed.closed) {
          leave();
          controller.close();
        } else if (page) {
          at = page.last;
          controller.enqueue(page.bytes);
        } else controller.enqueue(encode(': nothing new\n\n'));
      } catch (error) {
        leave();
        controller.error(error);
      }
    },
    cancel() {
      gone.abort();
      leave();
    },
  });
  return new Response(body, {
    headers: {
      ...HEADERS,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}
