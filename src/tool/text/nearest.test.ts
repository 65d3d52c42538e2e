import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edited, nearest, plainWord } from './nearest.ts';

const tools = [
  'read_file',
  'write_file',
  'edit_file',
  'list_directory',
  'grep',
  'glob',
  'bash',
  'web_fetch',
  'web_search',
  'undo_file',
];
const parameters = ['file_path', 'old_string', 'new_string', 'replace_all', 'limit', 'offset'];

test.each([
  ['readfile', 'read_file'],
  ['ReadFile', 'read_file'],
  ['file_read', 'read_file'],
  ['raed_file', 'read_file'],
  ['read', 'read_file'],
  ['writefile', 'write_file'],
  ['wirte_file', 'write_file'],
  ['list_dir', 'list_directory'],
  ['directory_list', 'list_directory'],
  ['grpe', 'grep'],
  ['bsh', 'bash'],
  ['webfetch', 'web_fetch'],
  ['search_web', 'web_search'],
])('tool %s is near %s', (asked, found) => expect(nearest(asked, tools)[0]).toBe(found));

test.each([
  ['file_pth', 'file_path'],
  ['filepaht', 'file_path'],
  ['path', 'file_path'],
  ['old_str', 'old_string'],
  ['newString', 'new_string'],
  ['lmit', 'limit'],
  ['limits', 'limit'],
  ['ofset', 'offset'],
])('parameter %s is near %s', (asked, found) => expect(nearest(asked, parameters)[0]).toBe(found));

test.each([
  ['src/indx.ts', 'src/index.ts'],
  ['lib/index.ts', 'src/index.ts'],
  ['index.ts', 'src/index.ts'],
  ['src/tool/corce.ts', 'src/tool/coerce.ts'],
])('path %s is near %s', (asked, found) => {
  expect(nearest(asked, ['README.md', 'src/index.ts', 'src/tool/coerce.ts', 'package.json'])[0]).toBe(found);
});

test('nothing is near a word of another kind', () => {
  for (const word of ['zzz', 'x', '', '_', 'banana', '日本語', 'qwertyuiop']) expect(nearest(word, tools)).toEqual([]);
});

test('as many as asked for, best first, each once', () => {
  expect(nearest('file', tools, 2)).toHaveLength(2);
  expect(nearest('grep', ['grep', 'grep', 'gerp'])).toEqual(['grep', 'gerp']);
  expect(nearest('x'.repeat(100_000), tools)).toEqual([]);
});

test('the same word is nearest to itself', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z][a-z_]{0,12}$/),
      fc.array(fc.stringMatching(/^[a-z_]{1,12}$/)),
      (word, others) => {
        fc.pre(plainWord(word) !== '');
        const first = nearest(word.toUpperCase(), [...others, word], 1)[0]!;
        expect(plainWord(first)).toBe(plainWord(word));
      },
    ),
  );
});

test('edits are counted both ways alike', () => {
  expect([
    edited('abc', 'abc'),
    edited('abc', 'acb'),
    edited('abc', 'abcd'),
    edited('abc', 'ab'),
    edited('', 'abc'),
  ]).toEqual([0, 1, 1, 1, 3]);
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(edited(a, b)).toBe(edited(b, a));
    }),
  );
});
