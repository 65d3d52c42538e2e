import type { EventRow, EventStore } from '../port.ts';

const keptEvents = 2_000;

/** The newest events, numbered without a gap, so that a number tells the place. */
export function memoryEvents(keep = keptEvents): EventStore {
  // A ring, in which an event takes the place of the one that came `keep` before it. The event is kept as it came: its
  // number is that of its place, and is told with it.
  const rows: (Omit<EventRow, 'seq'> | undefined)[] = [];
  let last = 0;
  let pruned = 0;
  const add = (event: Omit<EventRow, 'seq'>): number => {
    rows[last % keep] = event;
    last += 1;
    return last;
  };
  return {
    append(events) {
      return events.map(add);
    },
    add,
    async since(seq, { limit, type, except, callID, sessionID } = {}) {
      const found: EventRow[] = [];
      for (let before = Math.max(seq, last - keep, pruned); before < last; before += 1) {
        if (limit !== undefined && found.length >= limit) break;
        const row = rows[before % keep]!;
        if (type !== undefined && row.type !== type) continue;
        if (except !== undefined && row.type === except) continue;
        if (callID !== undefined && row.callID !== callID) continue;
        if (sessionID !== undefined && row.sessionID !== sessionID) continue;
        found.push({ ...row, seq: before + 1 });
      }
      return found;
    },
    async last() {
      return last;
    },
    async prune(kept) {
      for (pruned = Math.max(pruned, last - keep); pruned < last - kept; pruned += 1) rows[pruned % keep] = undefined;
    },
  };
}
