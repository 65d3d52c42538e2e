import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffOf } from '../../../../workspace/change/diff.ts';
import { diffContent } from './diff-content.ts';
import { editorPaths } from './editor-paths.ts';

const paths = editorPaths('/w', '/w');
const file = (content: string) => {
  const bytes = Buffer.from(content);
  return { kind: 'file' as const, mode: 0o644, size: bytes.length, bytes };
};

it('a change has the old and the new text of its places, whatever its lines look like', () => {
  const line = fc.constantFrom(
    'a',
    '',
    '-- a/x',
    '++ b/x',
    '@ -1 +1 @@',
    ' b',
    '\\ No newline at end of file',
    '--- a/y',
    'ü',
  );
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, text, (before, after, other) => {
      fc.pre(before !== after && other !== '');
      const changed = diffOf({ path: 'x', before: file(before), after: file(after) }).text;
      const made = diffOf({ path: 'y', after: file(other) }).text;
      const { content, whole } = diffContent(changed + made, paths);
      expect(whole).toBe(true);
      expect(content.at(-1)).toEqual({ type: 'diff', path: '/w/y', oldText: null, newText: other });
      const places = content.slice(0, -1);
      expect(new Set(places.map(({ path }) => path))).toEqual(new Set(['/w/x']));
      for (const { oldText, newText } of places) {
        expect(before).toContain(oldText);
        expect(after).toContain(newText);
      }
    }),
  );
});

it.each([
  ['a move', diffOf({ path: 'b', from: 'a', before: file('x\n'), after: file('x\n') }).text],
  ['bytes that are no text', diffOf({ path: 'x', before: file('a\0'), after: file('b\0') }).text],
  ['a diff that was cut', diffOf({ path: 'x', after: file('a\n'.repeat(5_000)) }).text],
  ['a line that was cut', diffOf({ path: 'x', after: file(`${'a'.repeat(5_000)}\n`) }).text],
  ['a path that leads out', '--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+a\n'],
  ['a place that is longer than its head says', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n-b\n+c\n'],
])('what an editor cannot draw is known to be more than it shows: %s', (_, diff) => {
  expect(diffContent(diff, paths).whole).toBe(false);
});
