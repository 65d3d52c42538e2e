import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** The most characters of all messages of a session together. */
const MOST = 4 * 2 ** 20;
/** The least size of a message, even of an empty one. */
const LEAST = 200;

/** The latest messages to a client, so that a client whose connection broke gets the rest when it comes back. */
export function createRecentMessages(): EventStore {
  const kept = new Map<string, { stream: string; message: JSONRPCMessage; size: number }>();
  let last = 0;
  let total = 0;
  return {
    async storeEvent(stream, message) {
      const id = String(++last);
      const size = LEAST + JSON.stringify(message).length;
      kept.set(id, { stream, message, size });
      total += size;
      for (const [oldest, each] of kept) {
        if (total <= MOST || oldest === id) break;
        kept.delete(oldest);
        total -= each.size;
      }
      return id;
    },
    getStreamIdForEventId: async id => kept.get(id)?.stream,
    async replayEventsAfter(lastEventId, { send }) {
      const stream = kept.get(lastEventId)?.stream;
      if (stream === undefined) return '';
      for (const [id, each] of kept) {
        // The first event of a stream has no message: it only gives the place to come back to.
        const isMessage = Object.keys(each.message).length > 0;
        if (Number(id) > Number(lastEventId) && each.stream === stream && isMessage) await send(id, each.message);
      }
      return stream;
    },
  };
}
