import type { ClaimRow, ClaimStore } from '../../port.ts';
import { query, queryAll, type SqlDriver, type SqlWork } from '../driver.ts';
import { select } from '../select.ts';
import { defineTable, integer, text } from '../table.ts';

const claims = defineTable<ClaimRow>('claim', {
  ...text('resource', 'owner', 'agent'),
  ...integer('token', 'expiresAt'),
});

/** Milliseconds after which nobody asks for a claim that ran out. */
const forgottenAfter = 3_600_000;

type ClaimResult = Awaited<ReturnType<ClaimStore['take']>>;
type Claim = Parameters<ClaimStore['take']>[1];

/** Times are kept in the database's own time, so that machines whose clocks differ agree. */
export const sqlClaims = (driver: SqlDriver): ClaimStore => {
  const ahead = () => driver.ahead?.() ?? 0;
  const toOurTime = (row: ClaimRow): ClaimRow => ({ ...row, expiresAt: row.expiresAt - ahead() });
  return {
    async take(resources, claim) {
      const wanted = [...new Set(resources)];
      const taken = await driver.write(() => take(wanted, { ...claim, now: claim.now + ahead() }));
      if (!taken.ok) return { ok: false, holder: toOurTime(taken.holder) };
      return { ok: true, claims: taken.claims.map(toOurTime) };
    },
    async hold(held, now) {
      // All claims are read in one statement, so that they are seen at one moment.
      const live = await driver.read(() => select(claims, { where: { 'expires_at > ?': now + ahead() } }));
      const byResource = new Map(live.map(row => [row.resource, row]));
      return held.every(({ resource, owner, token }) => {
        const row = byResource.get(resource);
        return row?.owner === owner && row.token === token;
      });
    },
    async release(resources, owner) {
      const sql = 'delete from claim where resource = ? and owner = ?';
      const statements = resources.map(resource => ({ sql, params: [resource, owner] }));
      await driver.write(() => queryAll(statements), { beside: true });
    },
    async releaseOwner(owner) {
      await driver.write(() => query('delete from claim where owner = ?', [owner]), { beside: true });
    },
    async list(now) {
      const where = { 'expires_at > ?': now + ahead() };
      return (await driver.read(() => select(claims, { where, order: 'resource' }))).map(toOurTime);
    },
  };
};

/** Takes resources. One counter serves all claims, so released rows may go and a token still never comes twice. */
function* take(resources: readonly string[], { owner, agent, now, ttl }: Claim): SqlWork<ClaimResult> {
  const rows = yield* select(claims, { order: 'resource' });
  const met = rows.filter(row => row.owner !== owner && resources.some(resource => overlaps(resource, row.resource)));
  const holder = met.find(row => row.expiresAt > now);
  if (holder) return { ok: false, holder };

  const own = new Map(rows.filter(row => row.owner === owner && row.expiresAt > now).map(row => [row.resource, row]));
  let next = yield* takeTokens(resources.filter(resource => !own.has(resource)).length);
  const taken = resources.map((resource): ClaimRow => {
    const token = own.get(resource)?.token ?? next++;
    return { resource, owner, agent, token, expiresAt: now + ttl };
  });
  yield* queryAll([
    { sql: 'delete from claim where expires_at <= ?', params: [now - forgottenAfter] },
    ...met.map(row => ({ sql: 'delete from claim where resource = ?', params: [row.resource] })),
    ...taken.map(row => ({ sql: claims.upsert, params: claims.params(row) })),
  ]);
  return { ok: true, claims: taken };
}

/** Takes so many new tokens and gives the first. */
function* takeTokens(count: number): SqlWork<number> {
  if (count === 0) return 0;
  const sql = `update counter set value = value + ? where name = 'claim' returning value`;
  const [row] = yield* query(sql, [count]);
  return (row?.value as number) - count + 1;
}

/** Whether two paths are the same, or one is above the other. */
const overlaps = (a: string, b: string): boolean => a === b || isAbove(a, b) || isAbove(b, a);

const isAbove = (above: string, path: string): boolean => above === '.' || path.startsWith(`${above}/`);
