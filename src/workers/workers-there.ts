import type { Toolgate } from '../gate/toolgate.ts';
import type { Store } from '../store/port.ts';

const PREFIX = 'worker:';

/** Lets others know that this process works; its row among the processes says how long. */
export const announceWorker = ({ store, processID }: Toolgate): Promise<void> =>
  store.state.set(`${PREFIX}${processID}`, Date.now());

/** Whether a worker would take work now. Workers that are gone are forgotten. */
export async function areWorkersThere({ state, processes }: Pick<Store, 'state' | 'processes'>): Promise<boolean> {
  const announced = await state.keys(PREFIX);
  if (announced.length === 0) return false;
  const alive = new Set((await processes.list()).map(({ id }) => `${PREFIX}${id}`));
  for (const key of announced) if (!alive.has(key)) await state.delete(key);
  return announced.some(key => alive.has(key));
}
