import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { changesState } from '../../src/tool/effect.ts';
import { openGate } from '../support/worlds/open-gate.ts';

// What an edit costs, told by the kernel's counts: times would differ from machine to machine.

const LINES = Array.from({ length: 24_000 }, (_, index) => `  const value${index} = compute(${index}, "some text");`);
const TEXT = `${LINES.join('\n')}\n`;

/** The bytes that this process has read or written so far. */
const counted = (what: 'rchar' | 'wchar'): number =>
  Number(new RegExp(`^${what}: (\\d+)$`, 'm').exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

/** The usual cost of an edit of one line in a file of a megabyte, in sizes of that file. */
async function costOf(measure: () => number): Promise<number> {
  expect(TEXT.length).toBeGreaterThan(1 << 20);
  const { gate } = await openGate({ 'large.js': TEXT });
  const costs: number[] = [];
  for (let round = 0; round < 7; round++) {
    // Within a tick of the clock after a change, metadata cannot tell the next one, and more is compared.
    await sleep(50);
    const [old_text, new_text] = [round, round + 1].map(mark => `compute(9000, "${'x'.repeat(mark)}some`);
    const before = measure();
    const edited = await gate.execute({ name: 'edit_file', args: { path: 'large.js', old_text, new_text } });
    costs.push((measure() - before) / TEXT.length);
    expect(edited.error).toBeUndefined();
  }
  return costs.toSorted((a, b) => a - b)[3] as number;
}

it('an edit of one line in a file of a megabyte writes that file once, and little besides', async () => {
  expect(await costOf(() => counted('wchar'))).toBeLessThan(1.5);
});

it('an edit of one line in a file of a megabyte reads that file once, and compares it twice', async () => {
  expect(await costOf(() => counted('rchar'))).toBeLessThan(3.5);
});

it('an edit of one line in a file of a megabyte has its content in few buffers', async () => {
  expect(await costOf(() => process.memoryUsage().arrayBuffers)).toBeLessThan(4.5);
});

it('that an edit has begun is made durable with the journal, and that something else has begun by itself', async () => {
  const act = define('act', {
    description: 'Acts at once.',
    parameters: z.object({}),
    effects: () => [changesState('x')],
    danger: 'safe',
    execute: () => ({ output: '' }),
  }) as Info;
  const { gate } = await openGate({ 'a.txt': 'one\n' }, { tools: [act] });
  const save = gate.store.calls.save.bind(gate.store.calls);
  const durable: (boolean | undefined)[] = [];
  // A call has one row, which changes: its status is looked at when it is saved.
  vi.spyOn(gate.store.calls, 'save').mockImplementation((row, options) => {
    if (row.status === 'started') durable.push(options?.durable);
    return save(row, options);
  });
  const started = async (name: string, args: object) => {
    durable.length = 0;
    expect((await gate.execute({ name, args })).error).toBeUndefined();
    return [...durable];
  };
  expect(await started('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' })).toEqual([false]);
  expect(await started('act', {})).toEqual([true]);
});
