import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Style } from '../../../../test/cases/tool/coerce/set/write.ts';
import { write } from '../../../../test/cases/tool/coerce/set/write.ts';
import { readLiteral } from './literal.ts';

test('agrees with JSON.parse on every JSON text', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), text => {
      const value = JSON.parse(text);
      if (JSON.stringify(value) !== JSON.stringify(JSON.parse(JSON.stringify(value)))) return;
      expect(readLiteral(text, 'json')).toEqual({ ok: true, value, pythonic: false });
    }),
  );
});

test('refuses what JSON.parse refuses', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', 'x', '"', ' ', "'", '\n', '\\', '0'),
      (text, at, junk) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + junk + text.slice(place + (at % 2));
        let right = true;
        try {
          JSON.parse(damaged);
        } catch {
          right = false;
        }
        const read = readLiteral(damaged, 'json');
        // JSON.parse takes the last of two equal keys.
        if (!read.ok && read.wanted === 'each key once') return;
        expect([damaged, read.ok]).toEqual([damaged, right]);
      },
    ),
    { numRuns: 2000 },
  );
});

test('every proper start of a container is cut off, not wrong', () => {
  const text = '{"a": [1, -2.5e3, true, null, "x\\u0041\\n"], "b": {"c": false}}';
  for (let end = 0; end < text.length; end++) {
    for (const notation of ['json', 'loose'] as const) {
      expect([end, readLiteral(text.slice(0, end), notation)]).toMatchObject([end, { ok: false, cut: true }]);
    }
  }
});

test('Python literals are read', () => {
  const python = (text: string) => {
    const read = readLiteral(text, 'loose');
    return read.ok ? read.value : undefined;
  };
  expect(python("{'a': True, 'b': False, 'c': None, 'd': [1, (2, 3)], }")).toEqual({
    a: true,
    b: false,
    c: null,
    d: [1, [2, 3]],
  });
  expect(python("'it\\'s \\x41 \\u0042 \\\\'")).toBe("it's A B \\");
  expect(python("'\\d+\\.\\''")).toBe("\\d+\\.'");
  // Half of the backslashes stand for themselves: the other half may, too.
  expect(python("'C:\\dir\\new'")).toBeUndefined();
  expect(python("'\\\\ \\d'")).toBeUndefined();
  expect(python("{'a': \"it's\"}")).toEqual({ a: "it's" });
  expect(python('()')).toEqual([]);
  const wrong = [
    "{'a'}",
    '{1: 2}',
    "{'a': 1_000}",
    "{'a': 0x1}",
    "{'a': 1j}",
    '{a b: 1}',
    "r'a'",
    "'a' 'b'",
    '(1)',
    "{'a': set()}",
  ];
  for (const text of wrong) expect([text, python(text)]).toEqual([text, undefined]);
});

const style: fc.Arbitrary<Style> = fc.record(
  {
    quote: fc.constantFrom('"', "'"),
    raw: fc.boolean(),
    trailing: fc.boolean(),
    keys: fc.constantFrom('quoted', 'bare', 'twice'),
    comments: fc.boolean(),
    python: fc.boolean(),
    plus: fc.boolean(),
  },
  { requiredKeys: [] },
);

test('whatever the style, every text, key and number is read as it was meant, to the byte', () => {
  const unit = fc.oneof(fc.constantFrom('\\', '"', "'", '\n', '\t', '/', '#', ',', '}', ']', '//', '/*'), fc.string());
  const text = fc.array(unit, { maxLength: 6 }).map(parts => parts.join(''));
  const value = fc.letrec(tie => ({
    any: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 3 }),
    object: fc.dictionary(text, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  })).object;
  fc.assert(
    fc.property(value, style, fc.nat(), (meant, how, at) => {
      const written = write(meant, how);
      const read = readLiteral(written, 'loose');
      expect(read.ok && read.value).toStrictEqual(meant);
      const cut = written.slice(0, at % written.length);
      expect([cut, readLiteral(cut, 'loose').ok]).toEqual([cut, false]);
    }),
    { numRuns: 3000 },
  );
});
