// A process of its own for the part `growth`: makes calls that do next to nothing, and says what it takes of memory.

import { createToolgate } from '../../src/index.ts';
import { add } from '../parts/calls.ts';

/** In megabytes. */
export interface MemoryTaken {
  /** Of the whole process, after a tenth of the calls and after all. */
  readonly sizes: readonly number[];
  /** By objects that are still needed in the end. */
  readonly held: number;
}

const [workspace = '', store = '', count = '0'] = process.argv.slice(2);
const gate = await createToolgate({ workspace, store, tools: [add] as never });
const sizes: number[] = [];
for (const part of [Number(count) / 10, (Number(count) * 9) / 10]) {
  for (let at = 0; at < part; at++) await gate.execute({ name: 'add', args: { a: at, b: 2 } });
  sizes.push(process.memoryUsage.rss() / 2 ** 20);
}
globalThis.gc?.();
const taken: MemoryTaken = { sizes, held: process.memoryUsage().heapUsed / 2 ** 20 };
await gate.close();
process.stdout.write(JSON.stringify(taken));
