import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

it('what was longest not asked for goes first', () => {
  const map = new RecentMap<string, number>({ most: 2 });
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
});

it('entries go until what is kept weighs no more than it may', () => {
  const map = new RecentMap<string, string>({ weigh: text => text.length, mostWeight: 10 });
  map.set('a', '12345');
  map.set('b', '1234');
  map.set('b', '12345');
  expect([map.size, map.weight]).toEqual([2, 10]);
  map.set('c', '123456');
  expect([map.get('a'), map.get('b'), map.get('c'), map.weight]).toEqual([undefined, undefined, '123456', 6]);
  map.delete('c');
  map.delete('c');
  expect([map.size, map.weight]).toEqual([0, 0]);
});

it('a value that weighs too much is not kept, nor is the one before it', () => {
  const map = new RecentMap<string, string>({ weigh: text => text.length, mostWeight: 10, mostEach: 5 });
  map.set('a', '12345');
  map.set('a', '123456');
  expect([map.get('a'), map.size, map.weight]).toEqual([undefined, 0, 0]);
});
