import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTokens } from '../../../page/diff/cut-tokens.ts';
import { foldRows, rowsOf } from '../../../page/diff/diff-rows.ts';
import { highlightLines } from '../../../page/diff/highlight.ts';
import { languageOf } from '../../../page/diff/languages.ts';
import { markWords, type Range } from '../../../page/diff/mark-words.ts';
import { pairLines } from '../../../page/diff/pair-lines.ts';
import { parseDiff } from '../../../page/diff/parse-diff.ts';

describe('a diff', () => {
  const text = [
    'diff --git a/one.ts b/one.ts',
    '--- a/one.ts',
    '+++ b/one.ts',
    '@@ -1,3 +1,3 @@ head',
    ' same',
    '--- looks like a head',
    '+++ looks like one too',
    ' last',
    '\\ No newline at end of file',
    '--- a/gone.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-Remove me.',
    'deleted folder old/',
    '',
  ].join('\n');

  it('a diff has its files and lines, also where a line looks like a head', () => {
    const [one, gone, folder, ...others] = parseDiff(text);
    expect(others).toEqual([]);
    expect(folder).toMatchObject({ name: 'old/', what: 'deleted' });
    expect(one).toMatchObject({ name: 'one.ts' });
    expect(one!.lines.map(({ kind, old, new: fresh }) => [kind, old, fresh])).toEqual([
      ['note', undefined, undefined],
      ['hunk', undefined, undefined],
      ['same', 1, 1],
      ['remove', 2, undefined],
      ['add', undefined, 2],
      ['same', 3, 3],
      ['note', undefined, undefined],
    ]);
    expect(gone).toMatchObject({ name: 'gone.ts', what: 'deleted', lines: [{}, { text: 'Remove me.' }] });
  });

  it('a diff that was cut says so, and the next file is a file of its own', () => {
    const cut = ['--- a/big', '+++ b/big', '@@ -1,9 +1,9 @@', '-one', '… cut here: 17 more lines'];
    const files = parseDiff([...cut, ...cut.slice(0, 4)].join('\n'));
    expect(files.map(file => [file.name, file.cut, file.lines.map(({ kind }) => kind)])).toEqual([
      ['big', true, ['hunk', 'remove', 'note']],
      ['big', true, ['hunk', 'remove']],
    ]);
    expect(parseDiff(text).map(file => file.cut)).toEqual([undefined, undefined, undefined]);
  });

  it('a diff loses no line, whatever it is given', () => {
    const line = fc.constantFrom(
      '--- a/x',
      '+++ b/x',
      '@@ -1,2 +1,2 @@',
      '@@ -1 +1 @@',
      '+new',
      '-old',
      ' same',
      'odd',
      '\\ No',
    );
    fc.assert(
      fc.property(fc.array(line), lines => {
        const shown = parseDiff(lines.join('\n')).flatMap(file => file.lines);
        const heads = lines.filter(each => /^(?:---|\+\+\+) /.test(each)).length;
        expect(shown.length).toBeGreaterThanOrEqual(lines.length - heads);
        const rows = pairLines(shown);
        const again = rows.flatMap(({ left, right, both }) => (left === right ? [left] : [left, right]).concat(both));
        expect(again.filter(Boolean).length).toBe(shown.length);
      }),
    );
  });

  it('a diff has a file for a move alone, and what comes after it is another', () => {
    const moved = 'rename from a.ts\nrename to b.ts\n';
    const edited = 'rename from c.ts\nrename to d.ts\n--- a/c.ts\n+++ b/d.ts\n@@ -1 +1 @@\n-x\n+y\n';
    const other = 'old mode 0644\nnew mode 0755\n--- a/run.sh\n+++ b/run.sh\n';
    const files = parseDiff(
      [other, moved, '--- a/e.ts\n+++ b/e.ts\n@@ -0,0 +1 @@\n+x\n', moved, edited, other].join(''),
    );
    expect(files.map(({ name, from, what }) => [name, from, what])).toEqual([
      ['run.sh', undefined, 'changed'],
      ['b.ts', 'a.ts', 'moved'],
      ['e.ts', undefined, 'changed'],
      ['b.ts', 'a.ts', 'moved'],
      ['d.ts', 'c.ts', 'moved'],
      ['run.sh', undefined, 'changed'],
    ]);
  });
});

const lines = (text: string) => parseDiff(`--- a/x\n+++ b/x\n${text}`)[0]!.lines;

describe('the rows of a diff', () => {
  it('the rows of a diff have like beside like, though lines were added before', () => {
    const rows = pairLines(
      lines('@@ -1,2 +1,4 @@\n-const a = one(1);\n-return a;\n+// new\n+\n+const a = one(2);\n+return a + 1;\n'),
    );
    const pairs = rows.slice(1).map(({ left, right }) => [left?.text, right?.text]);
    expect(pairs).toEqual([
      [undefined, '// new'],
      [undefined, ''],
      ['const a = one(1);', 'const a = one(2);'],
      ['return a;', 'return a + 1;'],
    ]);
  });

  it('the rows of a diff say how many lines stand between two parts of the file', () => {
    const rows = rowsOf(lines('@@ -1 +1 @@\n-a\n+b\n@@ -20,0 +21 @@ function f() {\n+c\n@@ -22 +23 @@\n-d\n+e\n'));
    expect(rows.flatMap(({ both }) => both?.text ?? [])).toEqual([
      '19 unchanged lines · function f() {',
      '1 unchanged line',
    ]);
  });

  it('the rows of a diff are folded where many lines are the same, and unfolded they are all there', () => {
    const same = (count: number) => ' same\n'.repeat(count);
    const rows = rowsOf(lines(`@@ -1,41 +1,41 @@\n${same(20)}-a\n+b\n${same(20)}`));
    const folded = foldRows(rows);
    expect(folded.map(row => ('folded' in row ? row.folded.length : 1))).toEqual([17, 1, 1, 1, 1, 1, 1, 1, 17]);
    expect(folded.flatMap(row => ('folded' in row ? row.folded : [row]))).toEqual(rows);
  });
});

describe('the words of a changed line', () => {
  const marked = (text: string, marks: readonly Range[]) => marks.map(([from, to]) => text.slice(from, to));

  it('the words of a changed line are marked where they differ', () => {
    const [old, fresh] = ['const price = count * 3;', 'const price = count * PRICE + tax;'];
    const marks = markWords(old, fresh);
    expect(marked(old, marks.old)).toEqual(['3']);
    expect(marked(fresh, marks.new)).toEqual(['PRICE + tax']);
  });

  it('the words of a changed line are not marked in a line that is another', () => {
    expect(markWords('import fs from "node:fs";', 'return count + 1;')).toEqual({ old: [], new: [] });
  });

  it('the words of a changed line make the new line of the old one, whatever the lines are', () => {
    const line = fc
      .array(fc.constantFrom('a', 'bc', ' ', '  ', '(', ')', 'ü', '🙂', '\t'))
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(line, line, (old, fresh) => {
        const marks = markWords(old, fresh);
        const rest = (text: string, ranges: readonly Range[]) =>
          cutTokens([{ text }], ranges)
            .filter(piece => !piece.marked)
            .map(piece => piece.text)
            .join('');
        if (marks.old.length + marks.new.length > 0)
          expect(rest(old, marks.old).trim().replace(/\s+/g, '')).toBe(
            rest(fresh, marks.new).trim().replace(/\s+/g, ''),
          );
      }),
    );
  });
});

describe('colours', () => {
  it.each([
    ['src/a.tsx', 'typescript'],
    ['Dockerfile', 'dockerfile'],
    ['Dockerfile.dev', 'dockerfile'],
    ['.bashrc', 'bash'],
    ['Cargo.toml', 'ini'],
    ['a.constructor', undefined],
    ['LICENSE', undefined],
  ])('colours of %s are those of %s', (path, language) => expect(languageOf(path)).toBe(language));

  it('colours take nothing from the text and add nothing to it', () => {
    const part = fc.constantFrom(
      '`',
      '"',
      "'",
      '/*',
      '*/',
      '<script>',
      '</',
      '${',
      '}',
      '\n',
      ' ',
      'let x',
      '# ',
      '<!--',
      '$(',
      '\u202e',
    );
    fc.assert(
      fc.property(
        fc.array(part),
        fc.constantFrom('bash', 'typescript', 'xml', 'markdown', 'python', 'css'),
        (parts, language) => {
          const text = parts.join('');
          const found = highlightLines(text, language as 'bash');
          expect(found.map(tokens => tokens.map(token => token.text).join('')).join('\n')).toBe(text);
        },
      ),
    );
  });

  it('know a keyword', () => {
    expect(highlightLines('const a = 1;', 'typescript')[0]).toContainEqual({ text: 'const', scope: 'keyword' });
  });
});
