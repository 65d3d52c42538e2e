import type { ListEntry, StateStore } from '../../port.ts';
import { query, queryAll, type SqlDriver, type SqlRow } from '../driver.ts';

/** The first number in names: all are as long as this one, so that they can be sorted as texts. */
const FIRST = 1e15;

export const sqlState = (driver: SqlDriver): StateStore => {
  const remove = async (key: string, durable?: boolean) => {
    const options = { durable, key: `state ${key}`, beside: true };
    await driver.write(() => query('delete from state where name = ?', [key]), options);
  };
  return {
    async get(key) {
      const [row] = await driver.read(() => query('select value from state where name = ?', [key]));
      return row && JSON.parse(row.value as string);
    },
    async set(key, value, options) {
      const text = JSON.stringify(value);
      if (text === undefined) return remove(key, options?.durable);
      const sql =
        'insert into state (name, value) values (?, ?) on conflict (name) do update set value = excluded.value';
      const how = { durable: options?.durable, key: `state ${key}`, beside: true };
      await driver.write(() => query(sql, [key, text]), how);
    },
    delete: key => remove(key),
    async keys(prefix) {
      const sql = 'select name from state where name >= ? and substr(name, 1, length(?)) = ? order by name';
      const rows = await driver.read(() => query(sql, [prefix, prefix, prefix]));
      return rows.map(row => row.name as string);
    },
    async append(list, id, value) {
      const text = JSON.stringify(value);
      // The counter's row is locked until the commit: whoever commits first has the smaller number.
      const statements = [
        {
          sql: `insert into counter (name, value) values ('state', 1)
            on conflict (name) do update set value = counter.value + 1`,
          params: [],
        },
        {
          sql: `insert into state (name, value)
            select ? || cast(${FIRST} + value as text) || ?, ? from counter where name = 'state'`,
          params: [`${list}:`, `:${id}`, text],
        },
      ];
      await driver.write(() => queryAll(statements), { beside: true, counts: 'state' });
    },
    gather: append => driver.gather(append),
    async since(list, number) {
      const sql = 'select name, value from state where name > ? and name < ? order by name';
      const range = [`${list}:${FIRST + number + 1}`, `${list}::`];
      const rows = await driver.read(() => query(sql, range), { beside: true });
      return rows.flatMap(row => entryOf(row, list) ?? []);
    },
  };
};

/** The entry of a row, unless the row is of another list whose name begins like an entry's. */
function entryOf({ name, value }: SqlRow, list: string): ListEntry | undefined {
  const [, number, id] = /^:(\d{16}):([^:]*)$/.exec((name as string).slice(list.length)) ?? [];
  if (number === undefined || id === undefined) return undefined;
  return { number: Number(number) - FIRST, id, value: JSON.parse(value as string) };
}
