import type { DeadLetterRow, DeadLetterStore } from '../port.ts';
import { query, type SqlDriver } from './driver.ts';
import { defineTable } from './table.ts';
import { limited, where } from './where.ts';

const letters = defineTable<DeadLetterRow>('dead_letter', {
  id: 'text',
  callID: 'text',
  sessionID: 'text',
  agent: 'text',
  tool: 'text',
  args: 'json',
  error: 'json',
  attempts: 'integer',
  at: 'integer',
  status: 'text',
});

export const sqlDeadLetters = (driver: SqlDriver): DeadLetterStore => ({
  async add(row) {
    const params = letters.params(row);
    await driver.write(() => query(letters.insert, params), { durable: true });
  },
  async get(id) {
    const [row] = await driver.read(() => query(`select ${letters.columns()} from dead_letter where id = ?`, [id]));
    return row && letters.row(row);
  },
  async list({ status, limit } = {}) {
    const conditions = where({ 'status = ?': status });
    const sql = `select ${letters.columns()} from dead_letter${conditions.sql} order by id desc${limited(limit)}`;
    return (await driver.read(() => query(sql, conditions.params))).map(row => letters.row(row));
  },
  async mark(id, status) {
    // Of two who mark it alike only one is told that it did so: a letter is not retried twice.
    const marked = await driver.write(
      () => query('update dead_letter set status = ? where id = ? and status <> ? returning id', [status, id, status]),
      { durable: true },
    );
    return marked.length === 1;
  },
});
