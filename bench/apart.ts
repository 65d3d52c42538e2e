import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FloorWork } from './children/floor-child.ts';
import { Spent } from './contest.ts';

interface ApartProcess {
  /** Has the work done there, and gives what it took there. */
  do(work: FloorWork): Promise<Spent>;
  close(): void;
}

/** A process of its own for a floor: nobody pays for the garbage of others. */
export function openApart(): ApartProcess {
  const child = fork(new URL('./children/floor-child.ts', import.meta.url));
  return {
    async do(work) {
      child.send(work);
      const [{ cpu, wall }] = (await once(child, 'message')) as [Spent];
      return new Spent(cpu, wall);
    },
    close: () => child.disconnect(),
  };
}
