import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { reads, writes } from '../../src/tool/effect.ts';
import { openGate } from '../support/worlds/open-gate.ts';

/** A tool that writes into the very bytes that it is given. */
const shout = define('shout', {
  description: 'Makes the first letter a capital.',
  parameters: z.object({ path: z.string() }),
  effects: ({ path }) => [reads(path), writes(path)],
  danger: 'moderate',
  staged: true,
  execute: async ({ path }, ctx) => {
    await ctx.files.edit(path, content => {
      content[0] = (content[0] as number) - 32;
      return content;
    });
    return { output: 'done' };
  },
}) as Info;

it.each([0, 60])('an edit that writes into what it is given is undone, %i ms after the file was made', async wait => {
  const { gate, run, read } = await openGate({ 'a.txt': 'some text\n' }, { tools: [shout] });
  await sleep(wait);
  const outcome = await gate.execute({ name: 'shout', args: { path: 'a.txt' } });
  expect(outcome.error).toBeUndefined();
  expect(read('a.txt')).toBe('Some text\n');
  expect((await run('undo_turn', {})).error).toBeUndefined();
  expect(read('a.txt')).toBe('some text\n');
});
