import { describe, expect, it } from 'vitest';
import { parsePatch } from './parse-patch.ts';
import type { PatchFile } from './patch-file.ts';

const ENVELOPE = `*** Begin Patch
*** Update File: src/a.ts
*** Move to: src/b.ts
@@ class A {
@@   run() {
 kept

-old
+new
*** End of File
*** Update File: src/c.ts
-x
+y
@@
-z
*** Add File: new.txt
+one
+
+*** End Patch
*** Delete File: gone.txt
*** End Patch
`;

const GIT = `diff --git a/src/a.ts b/src/a.ts
index 83db48f..bf2a3c1 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ function head() {
 kept
-old
+new

@@ -10,2 +10,1 @@
 more
--- sql comment
\\ No newline at end of file
diff --git a/bin/run b/bin/run
new file mode 100755
index 0000000..1
--- /dev/null
+++ b/bin/run
@@ -0,0 +1,2 @@
+#!/bin/sh
+true
\\ No newline at end of file
diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git a/from.txt b/to.txt
similarity index 100%
rename from from.txt
rename to to.txt
diff --git a/empty.txt b/empty.txt
new file mode 100644
index 0000000..e69de29
`;

const shape = (files: readonly PatchFile[]) =>
  files.map(file => {
    const { patchLine: _, ...rest } = file;
    if (rest.kind !== 'update') return rest;
    return { ...rest, hunks: rest.hunks.map(({ lines }) => lines.map(line => line.mark + line.text)) };
  });
const code = (text: string): unknown => {
  try {
    return parsePatch(text);
  } catch (error) {
    return error;
  }
};

describe('an envelope', () => {
  it('an envelope is read with all its parts', () => {
    const files = parsePatch(ENVELOPE);
    expect(shape(files)).toEqual([
      { kind: 'update', path: 'src/a.ts', moveTo: 'src/b.ts', hunks: [[' kept', ' ', '-old', '+new']] },
      { kind: 'update', path: 'src/c.ts', hunks: [['-x', '+y'], ['-z']] },
      { kind: 'add', path: 'new.txt', content: 'one\n\n*** End Patch\n' },
      { kind: 'delete', path: 'gone.txt' },
    ]);
    expect(files[0]).toMatchObject({ hunks: [{ anchors: ['class A {', '  run() {'], endOfFile: true }] });
  });

  it('cut off anywhere is refused', () => {
    const end = ENVELOPE.lastIndexOf('*** End Patch') + '*** End Patch'.length;
    for (let length = 0; length < end; length++)
      expect(code(ENVELOPE.slice(0, length)), JSON.stringify(ENVELOPE.slice(0, length).slice(-30))).toMatchObject({
        code: 'INVALID_ARGUMENTS',
      });
    expect(shape(parsePatch(ENVELOPE.slice(0, end)))).toEqual(shape(parsePatch(ENVELOPE)));
  });

  it.each([
    ['a code fence', `\`\`\`diff\n${ENVELOPE}\`\`\`\n`],
    ['a here-document', `apply_patch <<'EOF'\n${ENVELOPE}EOF\n`],
    ['prose around a fence', `Here it is:\n\n\`\`\`\n${ENVELOPE}\`\`\`\n\nIt adds a file.\n`],
    ['a shell around a here-document', `bash -lc "apply_patch <<'EOF'\n${ENVELOPE}EOF\n"`],
    ['a pipe', `cat <<"END" | apply_patch\n${ENVELOPE}END`],
    ['both', `\`\`\`sh\napply_patch <<EOF\n${ENVELOPE}EOF\n\`\`\``],
    ['blank lines around', `\n\n${ENVELOPE}\n\n`],
    ['trailing spaces on headers', ENVELOPE.replace(/^\*\*\* .*$/gm, '$&  ')],
    [
      'blanks around its first and last line',
      `  ${ENVELOPE.trimEnd().replace('Begin Patch', 'Begin Patch \t')}  `.replace(
        /\n(?=\*\*\* End Patch {2}$)/,
        '\n ',
      ),
    ],
    ['blanks before headers of files', ENVELOPE.replace(/^(?=\*\*\* (?:Delete|Update File: src\/a))/gm, '  ')],
    ['blank lines before headers', ENVELOPE.replace(/^(?=\*\*\* (?:Add|Delete|Update|End P))/gm, '\n')],
    ['a byte order mark', `\ufeff${ENVELOPE}`],
  ])('an envelope is read in spite of %s', (_, text) => {
    const hunks = (files: readonly PatchFile[]) =>
      shape(files).map(file => JSON.stringify(file).replaceAll(',[" "]', ''));
    expect(hunks(parsePatch(text)).map(file => file.replaceAll('," "', ''))).toEqual(
      hunks(parsePatch(ENVELOPE)).map(file => file.replaceAll('," "', '')),
    );
  });

  it('an envelope with CRLF keeps it in an added file only', () => {
    const [update, , add] = parsePatch(ENVELOPE.replaceAll('\n', '\r\n'));
    expect(update).toMatchObject({ path: 'src/a.ts', moveTo: 'src/b.ts' });
    expect(shape([update!])).toEqual(shape(parsePatch(ENVELOPE)).slice(0, 1));
    expect(add).toMatchObject({ content: 'one\r\n\r\n*** End Patch\r\n' });
  });

  it.each([
    ['nothing', '', 1],
    ['prose', 'Please change a to b', 1],
    ['neither beginning nor end', '*** Update File: a\n@@\n-x\n+y', 1],
    ['no file', '*** Begin Patch\n*** End Patch', 2],
    ['no hunk', '*** Begin Patch\n*** Update File: a\n*** End Patch', 2],
    ['a hunk that changes nothing', '*** Begin Patch\n*** Update File: a\n@@\n x\n*** End Patch', 3],
    ['a hunk without lines', '*** Begin Patch\n*** Update File: a\n@@ class A\n*** End Patch', 3],
    ['an added line without its mark', '*** Begin Patch\n*** Add File: a\n+x\ny\n*** End Patch', 4],
    ['an added empty line without its mark', '*** Begin Patch\n*** Add File: a\n+x\n\n+y\n*** End Patch', 4],
    ['an unknown header', '*** Begin Patch\n*** Rename File: a\n*** End Patch', 2],
    ['an empty path', '*** Begin Patch\n*** Delete File: \n*** End Patch', 2],
    ['something after its end', '*** Begin Patch\n*** Delete File: a\n*** End Patch\n*** Delete File: b', 4],
    ['a second envelope', '*** Begin Patch\n*** Delete File: a\n*** End Patch\n*** Begin Patch\n*** End Patch', 4],
    [
      'a file added and updated',
      '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: ./a\n-x\n+y\n*** End Patch',
      4,
    ],
    [
      'a file moved onto another',
      '*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Delete File: b\n*** End Patch',
      4,
    ],
  ])('an envelope of %s is refused with the line', (_, text, line) => {
    expect(code(text)).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining(`Line ${line} of the patch`),
      suggestion: expect.stringContaining('*** End Patch'),
    });
  });

  it('an envelope with several updates of a file is one update, in order', () => {
    const text = '*** Begin Patch\n*** Update File: a\n-1\n+2\n*** Update File: ./a\n-3\n+4\n*** End Patch';
    expect(shape(parsePatch(text))).toEqual([
      {
        kind: 'update',
        path: 'a',
        hunks: [
          ['-1', '+2'],
          ['-3', '+4'],
        ],
      },
    ]);
  });
});

describe('a unified diff', () => {
  it('a unified diff of git is read with all its parts', () => {
    const files = parsePatch(GIT);
    expect(shape(files)).toEqual([
      {
        kind: 'update',
        path: 'src/a.ts',
        hunks: [
          [' kept', '-old', '+new', ' '],
          [' more', '--- sql comment'],
        ],
      },
      { kind: 'add', path: 'bin/run', content: '#!/bin/sh\ntrue', executable: true },
      { kind: 'delete', path: 'old.txt', expected: ['one', 'two'] },
      { kind: 'update', path: 'from.txt', moveTo: 'to.txt', hunks: [] },
      { kind: 'add', path: 'empty.txt', content: '' },
    ]);
    expect(files[0]).toMatchObject({
      hunks: [
        { heading: 'function head() {', position: { line: 1, count: 3 } },
        { noNewline: { old: true, new: false } },
      ],
    });
  });

  it.each([
    ['--- a/x.ts\n+++ b/x.ts', 'x.ts'],
    ['--- x.ts\n+++ x.ts', 'x.ts'],
    ['--- x.ts\t2024-01-01 10:00:00.000000000 +0100\n+++ x.ts\t2024-01-02 10:00:00.000000000 +0100', 'x.ts'],
    ['--- x.ts.orig\n+++ x.ts', 'x.ts'],
    ['--- "a/f\\303\\274r \\"x\\".ts"\n+++ "b/f\\303\\274r \\"x\\".ts"', 'für "x".ts'],
    ['diff --git a/my file.ts b/my file.ts\n--- a/my file.ts\t\n+++ b/my file.ts\t', 'my file.ts'],
    ['diff --git a/x.ts b/x.ts', 'x.ts'],
    ['Index: x.ts\n===================================================================\n--- x.ts\n+++ x.ts', 'x.ts'],
    ['Subject: [PATCH] x\n---\n x.ts | 2 +-\n\ndiff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts', 'x.ts'],
  ])('a unified diff names its file: %j', (names, path) => {
    expect(shape(parsePatch(`${names}\n@@ -1 +1 @@\n-a\n+b\n`))).toEqual([
      { kind: 'update', path, hunks: [['-a', '+b']] },
    ]);
  });

  it('a unified diff keeps a folder named b where no name has a prefix', () => {
    const text = '--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+c\n';
    expect(parsePatch(text).map(file => file.path)).toEqual(['x', 'b/y']);
  });

  it.each([
    ['@@ -1,9 +1,9 @@\n a\n-b\n+c\n d', 'too many announced'],
    ['@@ -1,1 +1,1 @@\n a\n-b\n+c\n d', 'too few announced'],
    ['@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n-- \n2.39.0', 'a signature'],
    ['@@ ... @@\n a\n-b\n+c\n d', 'no numbers'],
  ])('a unified diff counts for little: %j (%s)', body => {
    const other = '--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n';
    const [first] = shape(
      parsePatch(body.includes('2.39') ? `--- a/x\n+++ b/x\n${body}\n` : `--- a/x\n+++ b/x\n${body}\n${other}`),
    );
    expect(first).toEqual({ kind: 'update', path: 'x', hunks: [[' a', '-b', '+c', ' d']] });
  });

  it('a unified diff takes a removed line that looks like a name for one when its numbers say so', () => {
    const text = '--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n a\n--- note\n+++ note\n@@ -9,1 +9,1 @@\n-1\n+2\n';
    expect(code(text)).toBeInstanceOf(Array);
    expect(code('--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n--- a/y\n+++ b/y\n@@ -9,1 +9,1 @@\n-1\n+2\n')).toMatchObject({
      message: expect.stringContaining('Line 4 of the patch'),
    });
  });

  it.each([
    ['a hunk before names', '@@ -1 +1 @@\n-a\n+b', 1],
    ['names without a hunk', '--- a/x\n+++ b/x\n', 1],
    ['a binary patch', 'diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 1\n', 3],
    ['binary files', 'diff --git a/x b/x\nBinary files a/x and b/x differ\n', 2],
    ['a link', 'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n', 1],
    ['a copy', 'diff --git a/x b/y\ncopy from x\ncopy to y\n', 1],
    ['a mode alone', 'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n', 1],
    ['a merge', '--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n- a\n', 3],
    ['two names', '--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n', 1],
    ['a hunk without change', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n', 3],
    ['a foreign header', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nOnly in x: y\n', 6],
    ['a half hunk', '--- a/x\n+++ b/x\n@@ -1,8 +1,8 @@\n a\n-b\n', 5],
    ['an open fence', '```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', 6],
    ['a new file with old lines', '--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', 3],
    ['a deleted file with new lines', '--- a/x\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n', 3],
  ])('a unified diff of %s is refused with the line', (_, text, line) => {
    expect(code(text)).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining(`Line ${line} of the patch`),
    });
  });
});
