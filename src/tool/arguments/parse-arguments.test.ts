import { describe, expect, test } from 'vitest';
import { spelled } from './coerce/spelling.ts';
import { parseArguments } from './parse-arguments.ts';

const parsed = (args: unknown) => {
  const result = parseArguments(args);
  return result.ok ? result.value : result.error.code;
};

describe('what is taken', () => {
  const taken: [unknown, unknown][] = [
    [undefined, {}],
    [null, {}],
    ['', {}],
    ['  \n', {}],
    ['null', {}],
    ['{}', {}],
    ['{"a":1}', { a: 1 }],
    [' {"a":1} ', { a: 1 }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['```\n{"a":1}\n```\n', { a: 1 }],
    ['"{\\"a\\":1}"', { a: 1 }],
    [JSON.stringify(JSON.stringify('{"a":1}')), { a: 1 }],
    ["{'a': True, 'b': None}", { a: true, b: null }],
    ['{"a":"x\\ny"}', { a: 'x\ny' }],
    ['{"a":"```json\\n{}\\n```"}', { a: '```json\n{}\n```' }],
    ['{"a":12345678901234567890}', { a: '12345678901234567890' }],
    ['{"a":1e400}', { a: '1e400' }],
    ['{"a":100000000000000000000}', { a: 1e20 }],
    ['{a:1}', { a: 1 }],
    ['{"a":"x\ny"}', { a: 'x\ny' }],
    ['{"a":[1,],}', { a: [1] }],
    ['{"a":1, // one\n}', { a: 1 }],
    ['{""a"": +1}', { a: 1 }],
    ['{\\"a\\": 1}', { a: 1 }],
    ['[{"a":1}]', { a: 1 }],
    [[{ a: 1 }], { a: 1 }],
  ];
  test.each(taken)('%j', (args, value) => expect(parsed(args)).toEqual(value));

  test('an object comes back as the same object', () => {
    const args = { a: 1 };
    expect(parsed(args)).toBe(args);
  });

  test('the spelling of numbers is kept beside them', () => {
    const value = parsed('{"version": 3.10, "list": [1.0], "n": 5}') as { list: object };
    expect(value).toEqual({ version: 3.1, list: [1], n: 5 });
    expect([spelled(value, 'version'), spelled(value.list, 0), spelled(value, 'n')]).toEqual([
      '3.10',
      '1.0',
      undefined,
    ]);
  });

  test('__proto__ is a key like any other', () => {
    const value = parsed('{"__proto__":{"polluted":true},"n":1.10}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'n']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    const python = parsed("{'__proto__': {'polluted': True}}") as object;
    expect(Object.keys(python)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('what is refused', () => {
  const refused: unknown[] = [
    ...[
      '{"a":1',
      '{"a":"x',
      '{"a":',
      '{"a"',
      '{',
      '{"a":1,',
      '[',
      '{"a":[1,2',
      '{"a":{"b":1}',
      '```json\n{"a":1}',
      '"{\\"a\\":1',
    ],
    ...[
      '[1]',
      '5',
      'true',
      '"text"',
      'text',
      'ls -la',
      '{"a":1}{"b":2}',
      '{"a":1} trailing',
      'a=1',
      '{a}',
      '<a>1</a>',
      '[]',
    ],
    ...[
      '```json\n{"a":1\n```',
      'Here you go: {"a":1}',
      '{"a":undefined}',
      '{"a":NaN}',
      '{"a":01}',
      '{"a":Infinity}',
      '{"a":1,"a":2}',
      '[{"a":1},{"b":2}]',
      '"5"',
    ],
    ...[5, true, [], [{ a: 1 }, {}], [[{ a: 1 }]], Symbol('x'), () => 1],
  ];
  for (const args of refused) {
    test(String(typeof args === 'string' ? JSON.stringify(args) : typeof args), () =>
      expect(parsed(args)).toBe('INVALID_ARGUMENTS'),
    );
  }

  test('the error says where, and that it was cut off', () => {
    const result = parseArguments('{\n  "path": "a.txt",\n  "content": "half a fi');
    if (result.ok) throw new Error('taken');
    expect(result.error.message).toContain('cut off at line 3, column 24');
    expect(result.error.message).toContain('not completed');
    expect(result.error.message).toContain('Nothing was changed');
    expect(result.error.details).toMatchObject({ line: 3, column: 24, cut: true });
  });

  test('the error points at a wrong character', () => {
    const result = parseArguments('{"path": a.txt}');
    if (result.ok) throw new Error('taken');
    expect(result.error.details).toMatchObject({ line: 1, column: 10, cut: false });
    expect(result.error.message).toContain('line 1, column 10');
  });

  test('what is refused of a long text only a little is shown', () => {
    const result = parseArguments(`{"token": "${'s3cret'.repeat(1000)}`);
    if (result.ok) throw new Error('taken');
    expect(result.error.message.length).toBeLessThan(300);
  });
});

test('every cut of a text is refused', () => {
  const text = '{"path":"a/b.txt","content":"one\\ntwo","n":[1,2.5,true],"o":{"k":null}}';
  for (let end = 1; end < text.length; end++) {
    expect([end, parsed(text.slice(0, end))]).toEqual([end, 'INVALID_ARGUMENTS']);
    expect([end, parsed(JSON.stringify(text.slice(0, end)))]).toEqual([end, 'INVALID_ARGUMENTS']);
    expect([end, parsed(`\`\`\`json\n${text.slice(0, end)}\n\`\`\``)]).toEqual([end, 'INVALID_ARGUMENTS']);
  }
});
