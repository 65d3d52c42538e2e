import type { CallQuery, CallRow, CallStore, Totals } from '../../port.ts';
import { query, type SqlDriver, type SqlWork } from '../driver.ts';
import { deleteInSteps, newerThan, olderThan, select, selectOne, selectRaw } from '../select.ts';
import { boolean, defineTable, integer, json, text } from '../table.ts';

const calls = defineTable<CallRow>('call', {
  ...text('id', 'label', 'sessionID', 'parentID'),
  ...integer('turn'),
  ...text('agent', 'processID', 'tool'),
  ...json('args'),
  ...text('status'),
  ...json('effects'),
  ...text('danger', 'verdict'),
  ...json('reasons', 'facts'),
  ...boolean('repeatable'),
  ...integer('preparedAt', 'startedAt', 'settledAt'),
  ...boolean('ok'),
  ...text('outcome'),
  ...json('error'),
  ...integer('attempts', 'bytes', 'tokens'),
  ...text('changeSetID'),
  // One of the databases refuses a zero byte in plain text.
  ...json('title'),
  ...integer('exitCode', 'waited'),
  ...json('askedArgs'),
});

/** The time from the start, or all but the waiting, if that is less: people are asked before it or later. */
const TOOK = `case when started_at is null then 0 when settled_at - started_at < settled_at - prepared_at - coalesce(waited, 0)
  then settled_at - started_at else settled_at - prepared_at - coalesce(waited, 0) end`;

const conditions = ({ status, ok, ...wanted }: CallQuery) => ({
  'session_id = ?': wanted.sessionID,
  'agent = ?': wanted.agent,
  'tool = ?': wanted.tool,
  'ok = ?': ok === undefined ? undefined : Number(ok),
  'outcome = ?': wanted.outcome,
  'status = ?': status === 'open' ? undefined : status,
  // The status is said twice, so that the index of open calls can be used.
  "status <> 'settled'": status === undefined || status === 'settled' ? undefined : (true as const),
  'process_id = ?': wanted.processID,
  'parent_id = ?': wanted.parentID,
  [olderThan('call')]: wanted.before,
  [newerThan('call')]: wanted.after,
});

const keyColumn = { tool: 'tool', agent: 'agent', session: 'session_id' } as const;

/** Writes a row, which becomes text only here: of several that wait for one call, the last alone is written. */
function* saveRow(row: CallRow): SqlWork<void> {
  yield { sql: calls.upsert, params: calls.params(row) };
}

export const sqlCalls = (driver: SqlDriver): CallStore => ({
  save(row, options) {
    const how = { durable: options?.durable, key: `call ${row.id}`, beside: true, blind: true };
    return driver.write(() => saveRow(row), how);
  },
  get: id => driver.read(() => selectOne(calls, { 'id = ?': id })),
  list(wanted) {
    const { after, limit } = wanted;
    const order = after === undefined ? 'seq desc' : 'seq';
    return driver.read(() => select(calls, { where: conditions(wanted), order, limit }));
  },
  async count(wanted) {
    const sql = 'select count(*) as "count" from call';
    const [row] = await driver.read(() => selectRaw(sql, { where: conditions(wanted) }));
    return Number(row?.count);
  },
  async totals(by, options = {}) {
    const key = keyColumn[by];
    const sessions = options.sessionID === undefined ? '' : ' where session_id = ?';
    const sql = `select ${key} as "key", count(*) as "calls",
      sum(case when ok = 0 and coalesce(outcome, '') <> 'conflict' then 1 else 0 end) as "failed",
      sum(case when attempts > 1 then attempts - 1 else 0 end) as "retries",
      sum(coalesce(${TOOK}, 0)) as "milliseconds",
      sum(coalesce(bytes, 0)) as "bytes", sum(coalesce(tokens, 0)) as "tokens"
      from call${sessions} group by ${key} order by count(*) desc, ${key}`;
    const rows = await driver.read(() => query(sql, options.sessionID === undefined ? [] : [options.sessionID]));
    return rows.map(row => ({ ...row }) as unknown as Totals);
  },
  async prune(keep) {
    const [row] = await driver.read(() => query('select seq from call order by seq desc limit 1 offset ?', [keep]));
    if (!row) return;
    const settled = { table: 'call', key: 'seq', where: `status = 'settled' and seq <= ?` };
    await deleteInSteps(driver, settled, [row.seq as number]);
  },
});
