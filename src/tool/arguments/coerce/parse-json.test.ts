import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';
import { spelled } from './spelling.ts';

test('parseJson gives what JSON.parse gives, but for integers that would change', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(parseJson('[9007199254740993, 9007199254740992, 1e3]')).toEqual(['9007199254740993', 9007199254740992, 1000]);
  expect(spelled(parseJson('[1e3]') as object, 0)).toBe('1e3');
});

test('a key given twice with two values is refused', () => {
  for (const text of ['{"a":1,"a":2}', '[{"a":{"b":1,"b":2}}]', '{"a" : 1, "\\u0061": 2}', '{"n":1.10,"n":1}']) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
  const fine = [
    '{"a":"\\"b\\":1"}',
    '{"a\\\\":1}',
    '{"a":{"a":1},"b":[{"a":1},{"a":1}]}',
    '{"a":"x:y","b":"\\":"}',
    '{"":1}',
    '{"a":1,"a":1}',
    '{"a":{"b":[1]},"a":{"b":[1]}}',
  ];
  for (const text of fine) expect(parseJson(text)).toEqual(JSON.parse(text));
});
