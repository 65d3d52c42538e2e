import type { ScriptStepRow, ScriptStore } from '../../port.ts';
import { meetsOne, type SqlDriver } from '../driver.ts';
import { select } from '../select.ts';
import { boolean, defineTable, integer, json, text } from '../table.ts';

const steps = defineTable<ScriptStepRow>('script_step', {
  ...text('id', 'script'),
  ...integer('place'),
  ...text('hash', 'callID'),
  ...boolean('repeatable'),
  ...json('outcome'),
  ...integer('told', 'at'),
});

export const sqlScripts = (driver: SqlDriver): ScriptStore => ({
  list: script => driver.read(() => select(steps, { where: { 'script = ?': script }, order: 'place' })),
  async put(row, { before = row.callID, durable = true } = {}) {
    const isOurs = 'script_step.outcome is null and script_step.call_id in (?, ?)';
    const sql = `${steps.upsert} where ${isOurs} returning script_step.id`;
    return meetsOne(driver, { sql, params: [...steps.params(row), row.callID, before] }, { durable, beside: true });
  },
});
