import { validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { newId } from './id.ts';

it('ids are UUIDv7, unique, and sort in the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every(id => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
