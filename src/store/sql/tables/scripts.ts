import type { ScriptStepRow, ScriptStore } from '../../port.ts';
import { query, type SqlDriver } from '../driver.ts';
import { select } from '../select.ts';
import { defineTable } from '../table.ts';

const steps = defineTable<ScriptStepRow>('script_step', {
  id: 'text',
  script: 'text',
  place: 'integer',
  hash: 'text',
  callID: 'text',
  repeatable: 'boolean',
  outcome: 'json',
  told: 'integer',
  at: 'integer',
});

export const sqlScripts = (driver: SqlDriver): ScriptStore => ({
  list: script => driver.read(() => select(steps, { where: { 'script = ?': script }, order: 'place' })),
  async put(row, { before = row.callID, durable = true } = {}) {
    const written = await driver.write(
      () =>
        query(
          `${steps.upsert} where script_step.outcome is null and script_step.call_id in (?, ?) returning script_step.id`,
          [...steps.params(row), row.callID, before],
        ),
      { durable, beside: true },
    );
    return written.length === 1;
  },
});
