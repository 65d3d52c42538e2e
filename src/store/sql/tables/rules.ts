import type { RuleRow, RuleStore } from '../../port.ts';
import { meetsOne, query, type SqlDriver } from '../driver.ts';
import { select } from '../select.ts';
import { defineTable } from '../table.ts';

const rules = defineTable<RuleRow>('rule', { id: 'text', rule: 'json', createdAt: 'integer', createdBy: 'text' });

export const sqlRules = (driver: SqlDriver): RuleStore => ({
  // The rules stand in the order of adding, for within a list the last match counts.
  list: () => driver.read(() => select(rules, { order: 'seq' })),
  async add(row) {
    const params = rules.params(row);
    await driver.write(() => query(rules.insert, params), { durable: true });
  },
  remove: id =>
    meetsOne(driver, { sql: 'delete from rule where id = ? returning id', params: [id] }, { durable: true }),
});
