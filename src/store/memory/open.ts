import { ToolError } from '../../tool/error.ts';
import type { Store } from '../port.ts';
import type { SqlDriver } from '../sql/driver.ts';
import { sqlStore } from '../sql/store.ts';
import { sqlTasks } from '../sql/tables/tasks.ts';
import { SqliteDriver } from '../sqlite/driver.ts';
import { connectSqlite } from '../sqlite/open.ts';
import { memoryCalls } from './calls.ts';
import { memoryEvents } from './events.ts';

/** A store that forgets all at the end. Calls and events, which every call of a tool writes, cost next to nothing. */
export function openMemory(): Store {
  const driver = lazyDriver();
  const events = memoryEvents();
  return { ...sqlStore('memory', driver), calls: memoryCalls(), events, tasks: sqlTasks(driver, events) };
}

/** A database in memory, opened when it is first used: most gates never do. */
function lazyDriver(): SqlDriver {
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
