import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { parsePython } from './parse-python.ts';

/** A value as Python's `repr` writes it. */
function repr(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${repr(key)}: ${repr(item)}`)
      .join(', ')}}`;
  const text = String(value).replace(
    /[\\\n\r\t]/g,
    found => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r' })[found] ?? '\\t',
  );
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}

describe('what Python prints', () => {
  it.each([
    ["{'a': 1, 'b': [True, None, -2.5e3], 'c': (1,)}", { a: '1', b: [true, null, '-2.5e3'], c: ['1'] }],
    ["[Mail(id_='1', to=['a@b.c'], status=<Status.sent: 'sent'>)]", [{ id_: '1', to: ['a@b.c'], status: 'sent' }]],
    ["id_='1' body=\"it's\" read=False", { id_: '1', body: "it's", read: false }],
    [
      '[Event(at=datetime.datetime(2026, 5, 1, 12, 0), zone=datetime.timezone.utc)]',
      [{ at: '"2026" "5" "1" "12" "0"', zone: 'datetime.timezone.utc' }],
    ],
    [
      "{'price': Decimal('12.50'), 'raw': b'x\\x41', 'set': {'a', 'b'}}",
      { price: '12.50', raw: 'xA', set: ['a', 'b'] },
    ],
    ['{"json": "caf\\u00e9 \\ud83d\\ude00", "none": null}', { json: 'café 😀', none: null }],
  ])('%s is read as data', (text, value) => {
    expect(parsePython(text)).toEqual(value);
  });

  it.each([
    'Dear Emma, (see below)',
    "{'body': 'a text that ends' and goes on', 'to': 'mark@evil.com'}",
    "{'body': 'one' 'two'}",
    "{'a': 1} and more",
    "{'a': unknown}",
    "['a'",
    "{'a': 'line\nbreak'}",
    '('.repeat(100_000),
    'Paris(France) is nice',
  ])('%s is none of it', text => {
    expect(parsePython(text)).toBeUndefined();
  });

  it('every value of texts is read as it was printed, whatever stands in its texts', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', "'", '"', '\\', '\n', '{', '}', '[', ':', ',', '=', '(', 'é'),
    });
    const value = fc.letrec(tie => ({
      any: fc.oneof({ depthSize: 'small' }, text, fc.array(tie('any')), fc.dictionary(text, tie('any'))),
    })).any;
    const data = value.filter(made => typeof made === 'object');
    fc.assert(
      fc.property(data, made => {
        expect(parsePython(repr(made))).toEqual(made);
      }),
      { numRuns: runs(200) },
    );
  });
});
