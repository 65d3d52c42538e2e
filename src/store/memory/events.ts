import type { EventRow, EventStore } from '../port.ts';

const keptEvents = 2_000;

/** The newest events, numbered without a gap, so that a number tells the place. */
export function memoryEvents(keep = keptEvents): EventStore {
  // An event is kept as it came: its number is that of its place, and is told with it.
  const rows: Omit<EventRow, 'seq'>[] = [];
  let last = 0;
  const trim = (kept: number) => {
    // In place: a new list would have to grow again at once.
    if (rows.length > kept) rows.splice(0, rows.length - kept);
  };
  return {
    append(events) {
      const first = last + 1;
      for (const event of events) rows.push(event);
      last += events.length;
      // A tenth more than asked for, so that the rows are moved seldom.
      if (rows.length > keep * 1.1) trim(keep);
      return events.map((_, index) => first + index);
    },
    async since(seq, { limit, type, except, callID, sessionID } = {}) {
      const found: EventRow[] = [];
      const first = last - rows.length + 1;
      for (let index = Math.max(0, seq + 1 - first); index < rows.length; index += 1) {
        if (limit !== undefined && found.length >= limit) break;
        const row = rows[index]!;
        if (type !== undefined && row.type !== type) continue;
        if (except !== undefined && row.type === except) continue;
        if (callID !== undefined && row.callID !== callID) continue;
        if (sessionID !== undefined && row.sessionID !== sessionID) continue;
        found.push({ ...row, seq: first + index });
      }
      return found;
    },
    async last() {
      return last;
    },
    async prune(kept) {
      trim(kept);
    },
  };
}
