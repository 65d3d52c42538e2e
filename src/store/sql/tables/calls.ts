import type { CallRow, CallStore, Totals } from '../../port.ts';
import { deleteInSteps } from '../delete-in-steps.ts';
import { query, type SqlDriver } from '../driver.ts';
import { newerThan, olderThan, select, selectOne } from '../select.ts';
import { defineTable } from '../table.ts';

const calls = defineTable<CallRow>('call', {
  id: 'text',
  label: 'text',
  sessionID: 'text',
  turn: 'integer',
  agent: 'text',
  processID: 'text',
  tool: 'text',
  args: 'json',
  status: 'text',
  effects: 'json',
  danger: 'text',
  verdict: 'text',
  reasons: 'json',
  facts: 'json',
  repeatable: 'boolean',
  preparedAt: 'integer',
  startedAt: 'integer',
  settledAt: 'integer',
  ok: 'boolean',
  error: 'json',
  attempts: 'integer',
  bytes: 'integer',
  tokens: 'integer',
  changeSetID: 'text',
});

const keyColumn = { tool: 'tool', agent: 'agent', session: 'session_id' } as const;

export const sqlCalls = (driver: SqlDriver): CallStore => ({
  async save(row, options) {
    const params = calls.params(row);
    const key = `call ${row.id}`;
    await driver.write(() => query(calls.upsert, params), { durable: options?.durable, key, beside: true });
  },
  get: id => driver.read(() => selectOne(calls, { 'id = ?': id })),
  async list({ sessionID, agent, tool, ok, status, processID, before, after, limit }) {
    const where = {
      'session_id = ?': sessionID,
      'agent = ?': agent,
      'tool = ?': tool,
      'ok = ?': ok === undefined ? undefined : Number(ok),
      'status = ?': status === 'open' ? undefined : status,
      // The status is said twice, so that the index of open calls can be used.
      "status <> 'settled'": status === undefined || status === 'settled' ? undefined : (true as const),
      'process_id = ?': processID,
      [olderThan('call')]: before,
      [newerThan('call')]: after,
    };
    return driver.read(() => select(calls, { where, order: after === undefined ? 'seq desc' : 'seq', limit }));
  },
  async totals(by, options = {}) {
    const key = keyColumn[by];
    const sessions = options.sessionID === undefined ? '' : ' where session_id = ?';
    const sql = `select ${key} as "key", count(*) as "calls",
      sum(case when ok = 0 then 1 else 0 end) as "failed",
      sum(case when attempts > 1 then attempts - 1 else 0 end) as "retries",
      sum(coalesce(settled_at - started_at, 0)) as "milliseconds",
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
