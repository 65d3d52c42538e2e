import { expect, it } from 'vitest';
import { openMemory } from '../../store/memory/open.ts';
import { Stops } from './stops.ts';

it('a call is found by its id in whatever order others came and went, and not once it has ended', async () => {
  const stops = new Stops({ store: openMemory(), now: Date.now });
  const calls = ['a', 'b', 'c', 'd'].map(id => stops.open(id, `session ${id}`, undefined));
  const [a, b, c, d] = calls;
  for (const ended of [a!, c!, a!]) stops.end(ended);
  expect(await stops.stop({ call: 'd' }, 'someone')).toBe(true);
  expect(await stops.stop({ session: 'session b' }, 'someone')).toBe(true);
  expect(calls.map(({ aborted }) => aborted)).toEqual([false, true, false, true]);
  for (const ended of [b!, d!]) stops.end(ended);
  expect(await stops.stop({ call: 'd' }, 'someone')).toBe(false);
});
