import type { ApprovalRow, ApprovalStore } from '../../port.ts';
import { meetsOne, query, type SqlDriver, type SqlWork } from '../driver.ts';
import { select, selectOne } from '../select.ts';
import { defineTable, integer, json, text } from '../table.ts';

const approvals = defineTable<ApprovalRow>('approval', {
  ...text('id', 'callID', 'sessionID', 'agent', 'processID', 'tool'),
  ...json('request'),
  ...text('grantKey', 'status'),
  ...json('answer'),
  ...text('answeredBy'),
  ...integer('createdAt', 'answeredAt', 'expiresAt'),
});

/** Writes of decisions: a power cut never loses what people decided, nor brings back a used grant. */
const durable = { durable: true };
/** A write of one statement, which decides by itself: of two at once the first wins. */
const single = { ...durable, beside: true };

export const sqlApprovals = (driver: SqlDriver): ApprovalStore => ({
  async insert(row) {
    const params = approvals.params(row);
    await driver.write(() => query(approvals.insert, params), single);
  },
  get: id => driver.read(() => selectOne(approvals, { 'id = ?': id })),
  list: ({ status, sessionID, limit } = {}) =>
    driver.read(() =>
      select(approvals, { where: { 'status = ?': status, 'session_id = ?': sessionID }, order: 'seq desc', limit }),
    ),
  adopt(id, processID) {
    const sql = `update approval set process_id = ? where id = ? and status = 'pending' returning id`;
    return meetsOne(driver, { sql, params: [processID, id] }, durable);
  },
  settle(id, { status, answer, answeredBy, answeredAt }) {
    const params = [status, answer ? JSON.stringify(answer) : null, answeredBy ?? null, answeredAt ?? null, id];
    const sql = `update approval set status = ?, answer = ?, answered_by = ?, answered_at = ?
           where id = ? and status = 'pending' returning id`;
    return meetsOne(driver, { sql, params }, single);
  },
  async grant(key, approvalID, expiresAt) {
    const sql = `insert into approval_grant (approval_id, grant_key, expires_at) values (?, ?, ?)
           on conflict (approval_id) do update set grant_key = excluded.grant_key, expires_at = excluded.expires_at`;
    await driver.write(() => query(sql, [approvalID, key, expiresAt]), single);
  },
  useGrant: (key, now) => driver.write(() => useGrant(key, now), durable),
});

function* useGrant(key: string, now: number): SqlWork<string | undefined> {
  yield* query('delete from approval_grant where expires_at <= ?', [now]);
  const [used] = yield* query(
    `delete from approval_grant where approval_id =
       (select approval_id from approval_grant where grant_key = ? order by expires_at limit 1) returning approval_id`,
    [key],
  );
  return used?.approval_id as string | undefined;
}
