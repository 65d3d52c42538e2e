import type { CallRow, CallStore, Totals } from '../port.ts';
import { query, type SqlDriver } from './driver.ts';
import { defineTable } from './table.ts';
import { limited, where } from './where.ts';

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
    await driver.write(() => query(calls.upsert, params), { durable: options?.durable, key: `call ${row.id}` });
  },
  async get(id) {
    const [row] = await driver.read(() => query(`select ${calls.columns()} from call where id = ?`, [id]));
    return row && calls.row(row);
  },
  async list({ sessionID, tool, status, processID, before, after, limit }) {
    const conditions = where({
      'session_id = ?': sessionID,
      'tool = ?': tool,
      'status = ?': status,
      'process_id = ?': processID,
      'id < ?': before,
      'id > ?': after,
    });
    // Said twice, so that the index of open calls can be used.
    const open = status !== undefined && status !== 'settled' ? ` and status <> 'settled'` : '';
    const order = after === undefined ? 'desc' : 'asc';
    const sql = `select ${calls.columns()} from call${conditions.sql}${open} order by id ${order}${limited(limit)}`;
    return (await driver.read(() => query(sql, conditions.params))).map(row => calls.row(row));
  },
  async totals(by, options = {}) {
    const conditions = where({ 'session_id = ?': options.sessionID });
    const column = keyColumn[by];
    const sql = `select ${column} as "key", count(*) as "calls",
      sum(case when ok = 0 then 1 else 0 end) as "failed",
      sum(coalesce(settled_at - started_at, 0)) as "milliseconds",
      sum(coalesce(bytes, 0)) as "bytes", sum(coalesce(tokens, 0)) as "tokens"
      from call${conditions.sql} group by ${column} order by count(*) desc, ${column}`;
    const rows = await driver.read(() => query(sql, conditions.params));
    return rows.map(row => ({ ...row }) as unknown as Totals);
  },
  async prune(keep) {
    await driver.write(() =>
      query(
        `delete from call where status = 'settled' and id <= (select id from call order by id desc limit 1 offset ?)`,
        [keep],
      ),
    );
    await driver.reclaim();
  },
});
