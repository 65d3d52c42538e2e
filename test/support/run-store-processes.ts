import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { StorePlace } from '../../src/store/open-store.ts';
import { programPath } from './program-path.ts';

/** One process that does a job of `store-process.ts`. */
export function startChild(job: string, place: StorePlace, ...names: string[]): ChildProcess {
  return spawn(process.execPath, [programPath('store-process'), job, JSON.stringify(place), ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Several at once, and what they said, each in its order. */
export async function runChildren(
  job: string,
  place: StorePlace,
  options: { count: number; marks?: string },
): Promise<unknown[][]> {
  return Promise.all(
    Array.from({ length: options.count }, async (_, index) => {
      const child = startChild(job, place, `p${index}`, options.marks ?? '');
      const said: unknown[] = [];
      createInterface(child.stdout!).on('line', line => said.push(JSON.parse(line)));
      const [code] = await once(child, 'close');
      expect(code).toBe(0);
      return said;
    }),
  );
}
