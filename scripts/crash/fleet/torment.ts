import { setTimeout as sleep } from 'node:timers/promises';
import type { Ending } from '../../../test/support/postgres/postgres-server.ts';
import { seeded } from '../random.ts';
import type { FleetProcesses } from './processes.ts';

export interface TormentOptions {
  readonly processes: FleetProcesses;
  readonly seconds: number;
  readonly seed: number;
  readonly restarts: readonly Ending[];
  readonly restart: (ending: Ending) => Promise<void>;
  readonly onKill: (processID: string, at: number) => Promise<void>;
}

/** Kills one process every second and starts another; restarts the database at even distances meanwhile. */
export async function torment(options: TormentOptions): Promise<number> {
  const { processes, seconds, seed, restarts } = options;
  const random = seeded(seed);
  const began = Date.now();
  const passed = () => (Date.now() - began) / 1000;
  const others: Promise<unknown>[] = [];
  let kills = 0;
  let restarted = 0;
  for (let next = 1; passed() < seconds; next++) {
    await sleep(Math.max(0, began + next * 1000 - Date.now()));
    const at = Date.now();
    const processID = await processes.kill(Math.floor(random() * processes.size));
    kills++;
    others.push(processes.start());
    if (processID !== undefined) others.push(options.onKill(processID, at));
    const ending = restarts[restarted];
    if (ending && passed() > (seconds * (restarted + 1)) / (restarts.length + 1)) {
      restarted++;
      // The next kill does not wait for it.
      others.push(options.restart(ending));
    }
  }
  await Promise.all(others);
  return kills;
}
