import type { ProcessRow, ProcessStore } from '../port.ts';
import { query, type SqlDriver } from './driver.ts';
import { select } from './select.ts';
import { defineTable } from './table.ts';

const processes = defineTable<ProcessRow>('process', {
  id: 'text',
  host: 'text',
  boot: 'text',
  pid: 'integer',
  started: 'text',
  heartbeat: 'integer',
});

export const sqlProcesses = (driver: SqlDriver): ProcessStore => ({
  async register(row) {
    const params = processes.params(row);
    await driver.write(() => query(processes.upsert, params));
  },
  async beat(id, at) {
    await driver.write(() => query('update process set heartbeat = ? where id = ?', [at, id]));
  },
  list: () => driver.read(() => select(processes, { order: 'id' })),
  async remove(id) {
    await driver.write(() => query('delete from process where id = ?', [id]));
  },
});
