import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffOf } from './diff.ts';

const file = (content: string | Uint8Array, mode = 0o644) => {
  const bytes = Buffer.from(content);
  return { kind: 'file' as const, mode, size: bytes.length, bytes };
};

test('a change is shown as a unified diff with its counts', () => {
  const diff = diffOf({ path: 'x.txt', before: file('a\nb\nc\n'), after: file('a\nB\nc\nd') });
  expect(diff.text).toBe(
    '--- a/x.txt\n+++ b/x.txt\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n\\ No newline at end of file\n',
  );
  expect([diff.added, diff.removed]).toEqual([2, 1]);
});

test('a new and a deleted file are diffed against nothing', () => {
  expect(diffOf({ path: 'x', after: file('a\n') }).text).toBe('--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n');
  expect(diffOf({ path: 'x', before: file('a\n') }).text).toBe('--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n');
});

test('moves, modes, folders, links and binary content have words of their own in a diff', () => {
  expect(diffOf({ path: 'b', from: 'a', before: file('x\n'), after: file('x\n') }).text).toBe(
    'rename from a\nrename to b\n',
  );
  expect(diffOf({ path: 'b', before: file('x\n'), after: file('x\n', 0o755) }).text).toBe(
    'old mode 0644\nnew mode 0755\n--- a/b\n+++ b/b\n',
  );
  expect(diffOf({ path: 'd', after: { kind: 'directory', mode: 0o755, size: 0 } }).text).toBe('new folder d/\n');
  expect(diffOf({ path: 'l', after: { kind: 'symlink', mode: 0o777, size: 0, target: 'a' } }).text).toContain('+a\n');
  expect(diffOf({ path: 'x', before: file('a\0'), after: file('b\0c') }).text).toContain(
    'binary content (2 bytes → 3 bytes)',
  );
});

test('a huge diff is cut', () => {
  const many = (word: string) => Array.from({ length: 60_000 }, (_, index) => `${word} ${index}\n`).join('');
  const diff = diffOf({ path: 'x', before: file(many('a')), after: file(many('b')) });
  expect(diff.added).toBe(60_000);
  expect(diff.text.split('\n').length).toBeLessThan(2100);
  expect(diffOf({ path: 'x', before: file(Buffer.alloc(5 << 20, 65)), after: file('') }).text).toContain('not shown');
});

test('the diff, applied as a patch, gives the new content', () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', 'dd', 'ü'), { maxLength: 25 }), fc.boolean())
    .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const diff = diffOf({ path: 'x', before: file(before), after: file(after) });
      expect(applyPatch(before, diff.text, { autoConvertLineEndings: false })).toBe(after);
    }),
  );
});
