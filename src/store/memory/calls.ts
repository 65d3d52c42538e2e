import type { CallQuery, CallRow, CallStore, Totals } from '../port.ts';

const keptCalls = 1_000;

/** The newest calls, kept as they come; a row is not copied, so it must not be changed afterwards. */
export function memoryCalls(keep = keptCalls): CallStore {
  // A ring, in which a row takes the place of the one that came `keep` before it. The map holds places alone: V8 makes the
  // table of a map anew now and then, and what an old one holds lives on until the whole heap is looked through.
  const ring: (CallRow | undefined)[] = [];
  const places = new Map<string, number>();
  let next = 0;
  const all = (): CallRow[] => [...ring.slice(next), ...ring.slice(0, next)].filter(row => row !== undefined);
  const drop = (row: CallRow): void => {
    ring[places.get(row.id)!] = undefined;
    places.delete(row.id);
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
    const rows = all();
    const placeOf = (id: string) => rows.findIndex(row => row.id === id);
    const start = after === undefined ? 0 : placeOf(after) + 1;
    const end = before === undefined ? rows.length : Math.max(0, placeOf(before));
    return rows
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
      const known = places.get(row.id);
      if (known !== undefined) {
        ring[known] = row;
        return;
      }
      const oldest = ring[next];
      if (oldest) drop(oldest);
      ring[next] = row;
      places.set(row.id, next);
      next = (next + 1) % keep;
    },
    async get(id) {
      return ring[places.get(id) ?? -1];
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
      for (const row of all()) {
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
      const rows = all();
      for (const row of rows.slice(0, Math.max(0, rows.length - kept))) if (row.status === 'settled') drop(row);
    },
  };
}
