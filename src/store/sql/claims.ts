import type { ClaimRow, ClaimStore } from '../port.ts';
import { query, type SqlDriver, type Work } from './driver.ts';
import { defineTable } from './table.ts';

const claims = defineTable<ClaimRow>('claim', {
  resource: 'text',
  owner: 'text',
  agent: 'text',
  token: 'integer',
  expiresAt: 'integer',
});

type Claimed = { ok: true; claims: readonly ClaimRow[] } | { ok: false; holder: ClaimRow };
type Claim = Parameters<ClaimStore['take']>[1];

export const sqlClaims = (driver: SqlDriver): ClaimStore => ({
  take: (resources, claim) => driver.write(() => take([...new Set(resources)], claim)),
  async hold(held, now) {
    return driver.read(function* () {
      for (const { resource, owner, token } of held) {
        const rows = yield* query(
          'select token from claim where resource = ? and owner = ? and token = ? and expires_at > ?',
          [resource, owner, token, now],
        );
        if (rows.length === 0) return false;
      }
      return true;
    });
  },
  async release(resources, owner) {
    await driver.write(function* () {
      for (const resource of resources) {
        yield* query('delete from claim where resource = ? and owner = ?', [resource, owner]);
      }
    });
  },
  async releaseOwner(owner) {
    await driver.write(() => query('delete from claim where owner = ?', [owner]));
  },
  async list(now) {
    const sql = `select ${claims.columns()} from claim where expires_at > ? order by resource`;
    return (await driver.read(() => query(sql, [now]))).map(row => claims.row(row));
  },
});

/**
 * One number serves all claims, so rows may go when they are released and a token still never comes twice. Taking it
 * comes first: where writers can be beside each other, its row is the lock that keeps two takers apart.
 */
function* take(resources: readonly string[], { owner, agent, now, ttl }: Claim): Work<Claimed> {
  yield* query(`update counter set value = value where name = 'claim'`);
  const rows = (yield* query(`select ${claims.columns()} from claim order by resource`)).map(row => claims.row(row));
  const met = rows.filter(row => row.owner !== owner && resources.some(resource => overlaps(resource, row.resource)));
  const holder = met.find(row => row.expiresAt > now);
  if (holder) return { ok: false, holder };
  for (const row of met) yield* query('delete from claim where resource = ?', [row.resource]);

  const own = new Map(rows.filter(row => row.owner === owner && row.expiresAt > now).map(row => [row.resource, row]));
  const taken: ClaimRow[] = [];
  for (const resource of resources) {
    const token = own.get(resource)?.token ?? (yield* nextToken());
    const row = { resource, owner, agent, token, expiresAt: now + ttl };
    yield* query(claims.upsert, claims.params(row));
    taken.push(row);
  }
  return { ok: true, claims: taken };
}

function* nextToken(): Work<number> {
  const [row] = yield* query(`update counter set value = value + 1 where name = 'claim' returning value`);
  return row?.value as number;
}

/** The same path, or one above the other. */
const overlaps = (a: string, b: string): boolean => a === b || isAbove(a, b) || isAbove(b, a);

const isAbove = (above: string, path: string): boolean => above === '.' || path.startsWith(`${above}/`);
