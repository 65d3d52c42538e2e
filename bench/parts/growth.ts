import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createToolgate, Tool, type Toolgate } from '../../src/index.ts';
import { type GrowthResult, slopeOf } from '../contest.ts';
import type { Part } from '../part.ts';
import { add, wait, waits } from './calls.ts';

/** What a call costs where more tools, events, changes, files or calls are there: it should be the same. */
export const measure: Part = async ({ quick }) => {
  const most = (size: number) => (quick ? Math.ceil(size / 10) : size);
  const growth: GrowthResult[] = [];
  const grow = async (work: string, sizes: readonly number[], costAt: (size: number) => Promise<number>) => {
    const found: { size: number; cost: number }[] = [];
    for (const size of sizes) found.push({ size, cost: await costAt(size) });
    growth.push({ work, sizes: found, slope: slopeOf(found) });
  };
  await grow('a call, by registered tools', [10, 100, 1_000, most(10_000)], size =>
    withGate({ tools: manyTools(size) }, gate => perCall(gate, 2_000)),
  );
  await grow('a call, by events that are stored', [10, 1_000, most(1_000_000)], size =>
    withGate({ durable: true }, async gate => {
      for (let done = 0; done < size / 2; done += 500) await calls(gate, Math.min(500, size / 2));
      return perCall(gate, 300);
    }),
  );
  await grow('a write, by entries of the journal', [10, 1_000, quick ? 2_000 : 100_000], size =>
    withGate({ durable: true }, async gate => {
      const write = (at: number) => ({
        name: 'write_file',
        args: { path: `d${at % 500}/${at}.txt`, content: `${at}` },
      });
      for (let done = 0; done < size; done += 200)
        await gate.executeAll(Array.from({ length: Math.min(200, size - done) }, (_, at) => write(done + at)));
      return timed(async () => {
        for (let at = 0; at < 30; at++) await gate.execute(write(size + at));
      }, 30);
    }),
  );
  await grow('a command, by files of the workspace', [1, 1_000, most(50_000)], size =>
    withGate({ durable: true, files: size }, async gate => {
      await gate.execute({ name: 'bash', args: { command: 'true' } });
      return timed(async () => {
        for (let at = 0; at < 7; at++) await gate.execute({ name: 'bash', args: { command: `true ${at}` } });
      }, 7);
    }),
  );
  await grow('a call, by calls at once', [1, 64, 512, 4_096], size =>
    withGate({}, async gate => {
      await gate.executeAll(waits(4_096));
      const times = Math.max(1, Math.ceil(100 / size));
      const cpu = process.cpuUsage();
      for (let time = 0; time < times; time++) await gate.executeAll(waits(size));
      const { user, system } = process.cpuUsage(cpu);
      return (user + system) / 1000 / size / times;
    }),
  );
  return { contests: [], growth, facts: [await memoryOf(most(1_000_000))] };
};

/** What a long run leaves in memory: the heap after a tenth of its calls, and after all. */
async function memoryOf(count: number): Promise<{ what: string; value: string }> {
  const sizes: number[] = [];
  await withGate({}, async gate => {
    for (const part of [count / 10, (count * 9) / 10]) {
      await calls(gate, part);
      sizes.push(process.memoryUsage.rss() / 2 ** 20);
    }
    return 0;
  });
  const value = sizes.map(size => `${size.toFixed(0)} MB`).join(', then ');
  return { what: `memory after a tenth and all of ${count.toLocaleString('en')} calls`, value };
}

interface GateWanted {
  readonly tools?: readonly unknown[];
  readonly durable?: boolean;
  readonly files?: number;
}

async function withGate({ tools = [], durable, files = 0 }: GateWanted, cost: (gate: Toolgate) => Promise<number>) {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
  const workspace = join(folder, 'ws');
  mkdirSync(workspace);
  for (let at = 0; at < files; at++) {
    const below = join(workspace, `d${Math.floor(at / 500)}`);
    if (at % 500 === 0) mkdirSync(below);
    writeFileSync(join(below, `${at}.txt`), 'x');
  }
  const store = durable ? join(folder, 'state/toolgate.db') : 'memory';
  const gate = await createToolgate({ workspace, policy: 'privileged', store, tools: [add, wait, ...tools] as never });
  try {
    return await cost(gate);
  } finally {
    await gate.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const manyTools = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    Tool.define(`tool_${index}`, {
      description: 'One of many.',
      parameters: z.object({}),
      effects: () => [],
      execute: () => ({ output: '' }),
    }),
  );

async function calls(gate: Toolgate, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await gate.execute({ name: 'add', args: { a: at, b: 2 } });
}

/** Milliseconds of one call, once it has been made often. */
async function perCall(gate: Toolgate, count: number): Promise<number> {
  await calls(gate, count);
  return timed(() => calls(gate, count), count);
}

async function timed(work: () => Promise<unknown>, count: number): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / count;
}
