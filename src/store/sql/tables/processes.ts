import type { ProcessRow, ProcessStore } from '../../port.ts';
import { query, queryAll, type SqlDriver, type Statement } from '../driver.ts';
import { select } from '../select.ts';
import { defineTable, integer, text } from '../table.ts';

const processes = defineTable<ProcessRow>('process', {
  ...text('id', 'host', 'boot'),
  ...integer('pid'),
  ...text('started'),
  ...integer('heartbeat'),
});

export const sqlProcesses = (driver: SqlDriver): ProcessStore => {
  const { clock } = driver;
  /** The rows that this process wrote of itself: others may have taken it for dead and forgotten it. */
  const own = new Map<string, Statement>();
  const beat = (id: string, at: number): Statement =>
    clock
      ? { sql: `update process set heartbeat = ${clock.now} where id = ?`, params: [id] }
      : { sql: 'update process set heartbeat = ? where id = ?', params: [at, id] };
  return {
    async register(row) {
      const insert = { sql: processes.upsert, params: processes.params(row) };
      if (clock) own.set(row.id, insert);
      await driver.write(() => queryAll([insert, ...(clock ? [beat(row.id, 0)] : [])]), { beside: true });
    },
    async beat(id, at) {
      const insert = own.get(id);
      await driver.write(() => queryAll([...(insert ? [insert] : []), beat(id, at)]), { beside: true });
    },
    async list() {
      if (!clock) return driver.read(() => select(processes, { order: 'id' }));
      const quiet = `${clock.now} - greatest(heartbeat, ${clock.up}) as "quiet"`;
      const rows = await driver.read(() => query(`select ${processes.columns()}, ${quiet} from process order by id`));
      return rows.map(row => ({ ...processes.row(row), quiet: row.quiet as number }));
    },
    async remove(id) {
      own.delete(id);
      await driver.write(() => query('delete from process where id = ?', [id]), { beside: true });
    },
  };
};
