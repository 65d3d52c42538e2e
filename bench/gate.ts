import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createToolgate, Tool } from '../src/index.ts';
import { type Measured, measure } from './measure.ts';

const add = Tool.define('add', {
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  returns: z.object({ sum: z.number() }),
  effects: () => [],
  execute: ({ a, b }) => ({ value: { sum: a + b }, output: String(a + b) }),
});

const wait = Tool.define('wait', {
  description: 'Waits for 20 ms.',
  parameters: z.object({ name: z.string() }),
  effects: ({ name }) => [{ kind: 'state', resource: name }],
  danger: 'safe',
  execute: async ({ name }) => {
    await new Promise(resolve => setTimeout(resolve, 20));
    return { output: name };
  },
});

export interface GateReport {
  readonly trivial: Measured;
  /** Milliseconds for 64 disjoint calls of 20 ms at once. */
  readonly parallel: number;
}

/** The gate with every stage on and its records in memory. */
export async function measureGate(calls: number): Promise<GateReport> {
  const workspace = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
  const gate = await createToolgate({ workspace, store: 'memory', tools: [add, wait] as never });
  try {
    const args = { a: 1, b: 2 };
    const trivial = await measure('toolgate', () => gate.execute({ name: 'add', args }), calls);
    const many = Array.from({ length: 64 }, (_, index) => ({ name: 'wait', args: { name: `n${index}` } }));
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const start = performance.now();
      const outcomes = await gate.executeAll(many);
      times.push(performance.now() - start);
      if (outcomes.some(outcome => !outcome.ok)) throw new Error(outcomes.find(outcome => !outcome.ok)?.output);
    }
    return { trivial, parallel: times.sort((a, b) => a - b)[3]! };
  } finally {
    await gate.close();
    rmSync(workspace, { recursive: true, force: true });
  }
}
