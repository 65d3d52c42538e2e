import type { CallRow, CallStore, Totals } from '../port.ts';

const keptCalls = 1_000;

/** The newest calls, kept as they come; a row is not copied, so it must not be changed afterwards. */
export function memoryCalls(keep = keptCalls): CallStore {
  const rows = new Map<string, CallRow>();
  /** Many at once: finding the first of a map is slow while the place of removed ones is still empty. */
  const forget = (count: number) => {
    for (const id of rows.keys().take(count)) rows.delete(id);
  };
  return {
    save(row) {
      rows.set(row.id, row);
      if (rows.size > keep * 1.1) forget(rows.size - keep);
    },
    async get(id) {
      return rows.get(id);
    },
    async list({ sessionID, agent, tool, ok, status, processID, before, after, limit }) {
      // Saving a call anew leaves it at its place.
      const all = [...rows.values()];
      const placeOf = (id: string) => all.findIndex(row => row.id === id);
      const start = after === undefined ? 0 : placeOf(after) + 1;
      const end = before === undefined ? all.length : Math.max(0, placeOf(before));
      const found = all
        .slice(start, end)
        .filter(
          row =>
            (sessionID === undefined || row.sessionID === sessionID) &&
            (agent === undefined || row.agent === agent) &&
            (tool === undefined || row.tool === tool) &&
            (ok === undefined || row.ok === ok) &&
            (status === undefined || (status === 'open' ? row.status !== 'settled' : row.status === status)) &&
            (processID === undefined || row.processID === processID),
        );
      return (after === undefined ? found.reverse() : found).slice(0, limit);
    },
    async totals(by, { sessionID } = {}) {
      const totals = new Map<string, { -readonly [Field in keyof Totals]: Totals[Field] }>();
      for (const row of rows.values()) {
        if (sessionID !== undefined && row.sessionID !== sessionID) continue;
        const key = by === 'session' ? row.sessionID : row[by];
        const total = totals.get(key) ?? { key, calls: 0, failed: 0, retries: 0, milliseconds: 0, bytes: 0, tokens: 0 };
        totals.set(key, total);
        total.calls += 1;
        if (row.ok === false) total.failed += 1;
        total.retries += Math.max(0, (row.attempts ?? 0) - 1);
        if (row.settledAt !== undefined && row.startedAt !== undefined) {
          total.milliseconds += row.settledAt - row.startedAt;
        }
        total.bytes += row.bytes ?? 0;
        total.tokens += row.tokens ?? 0;
      }
      return [...totals.values()].sort((a, b) => b.calls - a.calls || (a.key < b.key ? -1 : 1));
    },
    async prune(kept) {
      const ids = [...rows.keys()];
      for (const id of ids.slice(0, Math.max(0, ids.length - kept))) {
        if (rows.get(id)?.status === 'settled') rows.delete(id);
      }
    },
  };
}
