import type { CallQuery, CallRow, CallStore, Totals } from '../port.ts';
import { CallRing } from './call-ring.ts';

const keptCalls = 1_000;
/** Fields in which a query and the rows that it finds are equal. */
const FIELDS = ['sessionID', 'agent', 'tool', 'ok', 'outcome', 'processID', 'parentID'] as const;

/** The newest calls, kept as they come: a row that changes until it is saved again changes here too. */
export function memoryCalls(keep = keptCalls): CallStore {
  const ring = new CallRing(keep);
  const find = ({ status, before, after, ...wanted }: CallQuery): CallRow[] => {
    // A call that is saved anew stays at its place.
    const rows = ring.rows();
    const placeOf = (id: string) => rows.findIndex(row => row.id === id);
    const start = after === undefined ? 0 : placeOf(after) + 1;
    const end = before === undefined ? rows.length : Math.max(0, placeOf(before));
    const asked = FIELDS.filter(field => wanted[field] !== undefined);
    const isWanted = (row: CallRow) =>
      asked.every(field => row[field] === wanted[field]) &&
      (status === undefined || (status === 'open' ? row.status !== 'settled' : row.status === status));
    return rows.slice(start, end).filter(isWanted);
  };
  return {
    save(row, { again = false } = {}) {
      if (again) ring.changed(row);
      else ring.save(row);
    },
    async get(id) {
      const row = ring.find(id);
      return row && { ...row };
    },
    async list(wanted) {
      const found = find(wanted);
      const rows = (wanted.after === undefined ? found.reverse() : found).slice(0, wanted.limit);
      return rows.map(row => ({ ...row }));
    },
    async count(wanted) {
      return find(wanted).length;
    },
    async totals(by, { sessionID } = {}) {
      const totals = new Map<string, { -readonly [Field in keyof Totals]: Totals[Field] }>();
      for (const row of ring.rows()) {
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
      const rows = ring.rows();
      for (const row of rows.slice(0, Math.max(0, rows.length - kept))) if (row.status === 'settled') ring.drop(row);
    },
  };
}
