import { expect, it } from 'vitest';
import type { CodeIndex } from '../../../search/port.ts';
import type { Context } from '../../../tool/context.ts';
import { tellProgress } from './say-state.ts';

it('counts the files that a call may see for as long as it waits, and no longer', async () => {
  let progress = 0.25;
  const index = { progress: async () => progress } as CodeIndex;
  const titles: (string | undefined)[] = [];
  const told = async (count: number) => {
    while (titles.length < count) await new Promise(done => setTimeout(done, 10));
  };
  const ctx = {
    files: { find: async () => ({ total: 4_000 }) },
    metadata: ({ title }: { title?: string }) => titles.push(title),
  } as unknown as Context;
  const stop = tellProgress(Promise.resolve(index), ctx);
  await told(1);
  progress = 0.5;
  const before = titles.length;
  await told(before + 2);
  stop();
  const count = titles.length;
  expect(titles[0]).toBe('Reading the code: 1,000 of 4,000 files');
  expect(titles.at(-1)).toBe('Reading the code: 2,000 of 4,000 files');
  await new Promise(done => setTimeout(done, 1_000));
  expect(titles.length).toBe(count);
});
