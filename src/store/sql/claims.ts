import type { ClaimRow, ClaimStore } from '../port.ts';
import { query, type SqlDriver, type Work } from './driver.ts';
import { select } from './select.ts';
import { defineTable } from './table.ts';

const claims = defineTable<ClaimRow>('claim', {
  resource: 'text',
  owner: 'text',
  agent: 'text',
  token: 'integer',
  expiresAt: 'integer',
});

/** Milliseconds after which nobody asks for a claim that ran out. */
const forgottenAfter = 3_600_000;

type Claimed = { ok: true; claims: readonly ClaimRow[] } | { ok: false; holder: ClaimRow };
type Claim = Parameters<ClaimStore['take']>[1];

export const sqlClaims = (driver: SqlDriver): ClaimStore => ({
  take: (resources, claim) => driver.write(() => take([...new Set(resources)], claim)),
  async hold(held, now) {
    // All in one statement, so that they are looked at in one moment.
    const live = await driver.read(() => select(claims, { where: { 'expires_at > ?': now } }));
    const byResource = new Map(live.map(row => [row.resource, row]));
    return held.every(({ resource, owner, token }) => {
      const row = byResource.get(resource);
      return row?.owner === owner && row.token === token;
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
  list: now => driver.read(() => select(claims, { where: { 'expires_at > ?': now }, order: 'resource' })),
});

/**
 * One number serves all claims, so rows may go when they are released and a token still never comes twice. Taking it
 * comes first: where writers can be beside each other, its row is the lock that keeps two takers apart.
 */
function* take(resources: readonly string[], { owner, agent, now, ttl }: Claim): Work<Claimed> {
  yield* query(`update counter set value = value where name = 'claim'`);
  yield* query('delete from claim where expires_at <= ?', [now - forgottenAfter]);
  const rows = yield* select(claims, { order: 'resource' });
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
