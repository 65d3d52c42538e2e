import { describe, expect, it } from 'vitest';
import { parseJson } from '../tool/arguments/coerce/parse-json.ts';
import { spelled } from '../tool/arguments/coerce/spelling.ts';
import { aliasSchema, mapAliasArguments, renameKeys } from './aliases.ts';

describe('renameKeys', () => {
  const names = { file_path: 'path', filename: 'path', '-i': 'ignoreCase' };
  it.each([
    [{ file_path: 'a' }, { path: 'a' }],
    [
      { filePath: 'a', limit: 1 },
      { path: 'a', limit: 1 },
    ],
    [{ 'FILE-PATH': 'a' }, { path: 'a' }],
    [{ input: { file_path: 'a' } }, { input: { file_path: 'a' } }],
    [{ env: { file_path: 'a' } }, { env: { file_path: 'a' } }],
    [{ '-i': true }, { ignoreCase: true }],
    [{ '-I': true }, { '-I': true }],
    [{ i: true }, { i: true }],
    [
      { path: 'a', file_path: 'b' },
      { path: 'a', file_path: 'b' },
    ],
    [
      { file_path: 'a', filename: 'b' },
      { path: 'a', filename: 'b' },
    ],
    [{ path: 'a' }, { path: 'a' }],
    [{}, {}],
  ])('%j becomes %j', (given, expected) => {
    expect(renameKeys(given, names)).toEqual(expected);
  });

  it('renameKeys leaves a lone wrapper that has the name of a parameter', () => {
    expect(renameKeys({ input: { patch: 'x' } }, { input: 'patch' })).toEqual({ input: { patch: 'x' } });
    expect(renameKeys({ input: 'x' }, { input: 'patch' })).toEqual({ patch: 'x' });
  });

  it('renameKeys keeps how numbers were written', () => {
    const args = parseJson('{"text": 3.10}') as object;
    expect(spelled(renameKeys(args, { text: 'content' }), 'content')).toBe('3.10');
  });

  it('renameKeys leaves arguments without another name the same object', () => {
    const args = { path: 'a' };
    expect(renameKeys(args, names)).toBe(args);
  });
});

it('an alias maps after it renames', () => {
  const alias = { name: 'x', rename: { a: 'b' }, map: (args: Record<string, unknown>) => ({ ...args, c: 1 }) };
  expect(mapAliasArguments(alias, { a: 2 })).toEqual({ b: 2, c: 1 });
  expect(mapAliasArguments(alias, 'text')).toBe('text');
});

it('an alias shows its own names', () => {
  const schema = { type: 'object', properties: { path: { type: 'string' }, n: {} }, required: ['path'] };
  expect(aliasSchema({ name: 'r', rename: { file: 'path' } }, schema)).toEqual({
    type: 'object',
    properties: { file: { type: 'string' }, n: {} },
    required: ['file'],
  });
});
