import type { Store } from '../port.ts';
import { sqlStore } from '../sql/store.ts';
import { memoryCalls } from './calls.ts';
import { lazyDriver } from './driver.ts';
import { memoryEvents } from './events.ts';

/** Forgets everything at the end. Calls and events, which every call of a tool writes, cost next to nothing. */
export const openMemory = (): Store => ({
  ...sqlStore('memory', lazyDriver()),
  calls: memoryCalls(),
  events: memoryEvents(),
});
