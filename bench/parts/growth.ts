import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createToolgate, Tool, type Toolgate } from '../../src/index.ts';
import type { MemoryTaken } from '../children/memory-child.ts';
import { type GrowthResult, slopeOf } from '../contest.ts';
import type { Part } from '../part.ts';
import { add, liveThrough, note, wait, waits } from './calls.ts';

/** What a call costs where more tools, events, changes, files or calls are there: it should be the same. */
export const measure: Part = async ({ quick }) => {
  const most = (size: number) => (quick ? Math.ceil(size / 10) : size);
  const growth: GrowthResult[] = [];
  const grow = async (work: string, sizes: readonly number[], costAt: (size: number) => Promise<number>) => {
    const found: { size: number; cost: number }[] = [];
    for (const size of sizes) found.push({ size, cost: await costAt(size) });
    growth.push({ work, sizes: found, slope: slopeOf(found) });
  };
  // Compiled once for all sizes: otherwise the first of them would be told what compiling costs.
  for (const durable of [false, true])
    await withGate({ durable }, async gate => {
      await liveThrough(gate);
      await calls(gate, most(20_000));
      return 0;
    });
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
  return { contests: [], growth, facts: [false, true].map(durable => memoryOf(most(1_000_000), durable)) };
};

/**
 * What a long run takes of memory, in a process of its own: after a tenth of its calls, and after all; and what of that is
 * held. The rest is what the engine keeps ready for objects that live for a moment, and the program itself.
 */
function memoryOf(count: number, durable: boolean): { what: string; value: string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
  try {
    const workspace = join(folder, 'ws');
    mkdirSync(workspace);
    const store = durable ? join(folder, 'state/toolgate.db') : 'memory';
    const child = fileURLToPath(new URL('../children/memory-child.ts', import.meta.url));
    const argv = ['--no-warnings', '--expose-gc', child, workspace, store, String(count)];
    const { sizes, held } = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as MemoryTaken;
    return {
      what: `memory after a tenth and all of ${count.toLocaleString('en')} calls, ${durable ? 'stored' : 'in memory'}`,
      value: `${sizes.map(size => `${size.toFixed(0)} MB`).join(', then ')}; held ${held.toFixed(0)} MB`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const gate = await createToolgate({
    workspace,
    policy: 'privileged',
    store,
    tools: [add, note, wait, ...tools] as never,
  });
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
