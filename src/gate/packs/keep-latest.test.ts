import { expect, it } from 'vitest';
import { keepLatest } from './services/shell-services.ts';

it('an answer is made once while it is among the latest that were asked for', () => {
  const made: string[] = [];
  const keep = keepLatest<object>(2);
  const ask = (key: string) =>
    keep(key, () => {
      made.push(key);
      return { key };
    });
  expect(ask('a')).toBe(ask('a'));
  for (const key of ['b', 'a', 'c', 'a', 'b']) ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('an answer that could not be made is not kept', () => {
  const keep = keepLatest<string>(2);
  const fail = () => {
    throw new Error('not now');
  };
  expect(() => keep('a', fail)).toThrow('not now');
  expect(keep('a', () => 'now')).toBe('now');
});
