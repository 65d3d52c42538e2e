import type { ProcessRow, ProcessStore } from '../port.ts';
import { query, type SqlDriver } from './driver.ts';
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
    await driver.write(() => query(processes.upsert, processes.params(row)));
  },
  async beat(id, at) {
    await driver.write(() => query('update process set heartbeat = ? where id = ?', [at, id]));
  },
  async list() {
    const rows = await driver.read(() => query(`select ${processes.columns()} from process order by id`));
    return rows.map(row => processes.row(row));
  },
  async remove(id) {
    await driver.write(() => query('delete from process where id = ?', [id]));
  },
});
