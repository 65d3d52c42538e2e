import type { SqlDriver } from '../sql/driver.ts';
import { SqliteDriver } from '../sqlite/driver.ts';
import { connect } from '../sqlite/open.ts';

/** A database in memory, opened when it is first used: most gates never do. */
export function lazyDriver(): SqlDriver {
  let driver: SqliteDriver | undefined;
  const opened = () => {
    driver ??= new SqliteDriver(connect(':memory:'));
    return driver;
  };
  return {
    read: async work => opened().read(work),
    write: async (work, options) => opened().write(work, options),
    reclaim: async () => {},
    flush: async () => driver?.flush(),
    close: async () => driver?.close(),
  };
}
