import type { Store } from '../port.ts';
import { sqlStore } from '../sql/store.ts';
import { sqlTasks } from '../sql/tables/tasks.ts';
import { memoryCalls } from './calls.ts';
import { lazyDriver } from './driver.ts';
import { memoryEvents } from './events.ts';

/** A store that forgets all at the end. Calls and events, which every call of a tool writes, cost next to nothing. */
export function openMemory(): Store {
  const driver = lazyDriver();
  const events = memoryEvents();
  return { ...sqlStore('memory', driver), calls: memoryCalls(), events, tasks: sqlTasks(driver, events) };
}
