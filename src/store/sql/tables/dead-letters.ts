import type { DeadLetterRow, DeadLetterStore } from '../../port.ts';
import { query, type SqlDriver } from '../driver.ts';
import { select, selectOne } from '../select.ts';
import { defineTable } from '../table.ts';

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
    await driver.write(() => query(letters.insert, params), { durable: true, beside: true });
  },
  get: id => driver.read(() => selectOne(letters, { 'id = ?': id })),
  list: ({ status, limit } = {}) =>
    driver.read(() => select(letters, { where: { 'status = ?': status }, order: 'seq desc', limit })),
  async mark(id, status) {
    // Of two who mark a letter alike only one is told that it did so: no letter is retried twice.
    const marked = await driver.write(
      () => query('update dead_letter set status = ? where id = ? and status <> ? returning id', [status, id, status]),
      { durable: true, beside: true },
    );
    return marked.length === 1;
  },
});
