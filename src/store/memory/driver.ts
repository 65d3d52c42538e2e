import { ToolError } from '../../tool/error.ts';
import type { SqlDriver } from '../sql/driver.ts';
import { SqliteDriver } from '../sqlite/driver.ts';
import { connectSqlite } from '../sqlite/open.ts';

/** A database in memory, opened when it is first used: most gates never do. */
export function lazyDriver(): SqlDriver {
  let driver: SqliteDriver | undefined;
  let closed = false;
  const opened = () => {
    if (closed) throw new ToolError('EXECUTION_ERROR', 'The store in memory is closed.');
    driver ??= new SqliteDriver(connectSqlite(':memory:'));
    return driver;
  };
  return {
    read: async (work, options) => opened().read(work, options),
    write: async (work, options) => opened().write(work, options),
    gather: write => opened().gather(write),
    reclaim: async () => {},
    flush: async () => driver?.flush(),
    close: async () => {
      closed = true;
      await driver?.close();
    },
  };
}
