import { expect, it } from 'vitest';
import type { Difference } from '../snapshot.ts';
import { isSameWork } from './same-work.ts';

const created = (...paths: string[]): readonly Difference[] => paths.map(path => ({ path, change: 'created' }));

it.each<[readonly Difference[], readonly Difference[], boolean]>([
  [created('a/2026-11-16.log'), created('a/2026-11-17.log'), true],
  [created('objects/0a', 'objects/0a/9f'), created('objects/1b', 'objects/1b/8e'), true],
  // The second object has come into a folder that was there.
  [created('objects/0a', 'objects/0a/9f', 'objects/1b/8e'), created('objects/0a/9f', 'objects/1b/8e'), true],
  [created('a/1', 'a/2'), created('a/1'), false],
  [created('a/1'), created('b/1'), false],
  [created('a'), [{ path: 'a', change: 'deleted' }], false],
])('two runs, %j and %j, did the same: %s', (one, other, same) => {
  expect(isSameWork(one, other)).toBe(same);
});
