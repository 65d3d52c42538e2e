import type { CallQuery, CallRow, CallStore, Totals } from '../port.ts';

const keptCalls = 1_000;

/** The newest calls, kept as they come; a row is not copied, so it must not be changed afterwards. */
export function memoryCalls(keep = keptCalls): CallStore {
  const rows = new Map<string, CallRow>();
  /** Many at once: finding the first of a map is slow while the place of removed ones is still empty. */
  const forget = (count: number) => {
    let left = count;
    for (const id of rows.keys()) {
      if (left-- <= 0) return;
      rows.delete(id);
    }
  };
  const find = ({
    sessionID,
    agent,
    tool,
    ok,
    outcome,
    status,
    processID,
    parentID,
    before,
    after,
  }: CallQuery): CallRow[] => {
    // Saving a call anew leaves it at its place.
    const all = [...rows.values()];
    const placeOf = (id: string) => all.findIndex(row => row.id === id);
    const start = after === undefined ? 0 : placeOf(after) + 1;
    const end = before === undefined ? all.length : Math.max(0, placeOf(before));
    return all
      .slice(start, end)
      .filter(
        row =>
          (sessionID === undefined || row.sessionID === sessionID) &&
          (agent === undefined || row.agent === agent) &&
          (tool === undefined || row.tool === tool) &&
          (ok === undefined || row.ok === ok) &&
          (outcome === undefined || row.outcome === outcome) &&
          (status === undefined || (status === 'open' ? row.status !== 'settled' : row.status === status)) &&
          (processID === undefined || row.processID === processID) &&
          (parentID === undefined || row.parentID === parentID),
      );
  };
  return {
    save(row) {
      rows.set(row.id, row);
      if (rows.size > keep * 1.1) forget(rows.size - keep);
    },
    async get(id) {
      return rows.get(id);
    },
    async list(wanted) {
      const found = find(wanted);
      return (wanted.after === undefined ? found.reverse() : found).slice(0, wanted.limit);
    },
    async count(wanted) {
      return find(wanted).length;
    },
    async totals(by, { sessionID } = {}) {
      const totals = new Map<string, { -readonly [Field in keyof Totals]: Totals[Field] }>();
      for (const row of rows.values()) {
        if (sessionID !== undefined && row.sessionID !== sessionID) continue;
        const key = by === 'session' ? row.sessionID : row[by];
        const total = totals.get(key) ?? { key, calls: 0, failed: 0, retries: 0, milliseconds: 0, bytes: 0, tokens: 0 };
        totals.set(key, total);
        total.calls += 1;
        if (row.ok === false && row.outcome !== 'conflict') total.failed += 1;
        total.retries += Math.max(0, (row.attempts ?? 0) - 1);
        if (row.settledAt !== undefined && row.startedAt !== undefined) {
          const withoutPeople = row.settledAt - row.preparedAt - (row.waited ?? 0);
          total.milliseconds += Math.min(row.settledAt - row.startedAt, withoutPeople);
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
