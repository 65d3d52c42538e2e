import type { StateStore } from '../../port.ts';
import { query, type SqlDriver } from '../driver.ts';

export const sqlState = (driver: SqlDriver): StateStore => {
  const remove = async (key: string, durable?: boolean) => {
    await driver.write(() => query('delete from state where name = ?', [key]), {
      durable,
      key: `state ${key}`,
      beside: true,
    });
  };
  return {
    async get(key) {
      const [row] = await driver.read(() => query('select value from state where name = ?', [key]));
      return row && JSON.parse(row.value as string);
    },
    async set(key, value, options) {
      const text = JSON.stringify(value);
      if (text === undefined) return remove(key, options?.durable);
      await driver.write(
        () =>
          query(
            'insert into state (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
            [key, text],
          ),
        { durable: options?.durable, key: `state ${key}`, beside: true },
      );
    },
    delete: key => remove(key),
    async keys(prefix) {
      const rows = await driver.read(() =>
        query('select name from state where name >= ? and substr(name, 1, length(?)) = ? order by name', [
          prefix,
          prefix,
          prefix,
        ]),
      );
      return rows.map(row => row.name as string);
    },
  };
};
