import { expect, test } from 'vitest';
import { createToQuery, toQuery } from './to-query.ts';

test('question marks become numbers, but not in quotes', () => {
  const { text, values } = toQuery({ sql: `select "a?" from t where b = ? and c <> '?' and d = ?`, params: [1, 'x'] });
  expect(text).toBe(`select "a?" from t where b = $1 and c <> '?' and d = $2`);
  expect(values).toEqual([1, 'x']);
});

test('the same text has the same name, another one another', () => {
  const named = createToQuery();
  const name = (sql: string) => named({ sql, params: [] }).name;
  expect(name('select 1')).toBe(name('select 1'));
  expect(name('select 1')).not.toBe(name('select 2'));
});

test('what no column can hold is made to fit', () => {
  const bytes = new Uint8Array([0, 1]);
  expect(toQuery({ sql: 'x', params: ['a\0b', 1.5, null, bytes] }).values).toEqual(['a\uFFFDb', 2, null, bytes]);
});
