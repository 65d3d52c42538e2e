import type { DeadLetterRow, DeadLetterStore } from '../../port.ts';
import { meetsOne, query, type SqlDriver } from '../driver.ts';
import { select, selectOne } from '../select.ts';
import { defineTable, integer, json, text } from '../table.ts';

const letters = defineTable<DeadLetterRow>('dead_letter', {
  ...text('id', 'callID', 'sessionID', 'agent', 'tool'),
  ...json('args', 'error'),
  ...integer('attempts', 'at'),
  ...text('status'),
});

export const sqlDeadLetters = (driver: SqlDriver): DeadLetterStore => ({
  async add(row) {
    const params = letters.params(row);
    await driver.write(() => query(letters.insert, params), { durable: true, beside: true });
  },
  get: id => driver.read(() => selectOne(letters, { 'id = ?': id })),
  list: ({ status, limit } = {}) =>
    driver.read(() => select(letters, { where: { 'status = ?': status }, order: 'seq desc', limit })),
  mark(id, status) {
    // Of two who mark a letter alike only one is told that it did so: no letter is retried twice.
    const sql = 'update dead_letter set status = ? where id = ? and status <> ? returning id';
    return meetsOne(driver, { sql, params: [status, id, status] }, { durable: true, beside: true });
  },
});
