import { validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { newHex, newId } from './id.ts';

it('ids are UUIDv7, unique, and sort in the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every(id => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

it('random hex is as long as asked for and never the same, also between ids', () => {
  const texts = Array.from({ length: 5_000 }, () => ({ id: newId(), hex: newHex(12) })).map(({ hex }) => hex);
  expect(texts.every(text => /^[0-9a-f]{24}$/.test(text))).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
