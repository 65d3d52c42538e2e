import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../tool/error.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import { applyEdits } from '../place-text/apply-edits.ts';
import { applyHunks } from '../place-text/apply-hunks.ts';

/** What stands in a file, what is sent, and the only thing that may come of it; undefined where nothing may be written. */
interface Case {
  readonly title: string;
  readonly file: string;
  readonly edit: readonly [old: string, wanted: string] | string;
  readonly result: string | undefined;
  readonly path?: string;
}

const TWICE = 'function a() {\n  start();\n  run(1);\n}\n\nfunction b() {\n  start();\n  run(1);\n}\n';
const ITEMS = '# List\n\n- one\n  - inner\n- two\n\n1. first\n2. second\n';
const YAML =
  'jobs:\n  build:\n    steps:\n      - run: make\n      - run: test\n  lint:\n    steps:\n      - run: make\n';
const MAKE = 'all: build\n\nbuild:\n\tcc -o a a.c\n\tstrip a\n\nclean:\n\trm -f a\n';
const PY = 'def f(x):\n    if x:\n        return 1\n    return 2\n\n\ndef g(x):\n    return f(x)\n';
const JSX = 'export const A = () => (\n  <ul>\n    <li key="a">one</li>\n    <li key="b">two</li>\n  </ul>\n);\n';
const LONG = `const a = [${'1, '.repeat(3000)}2];\nconst b = [${'1, '.repeat(3000)}3];\n`;

const EDITS: readonly Case[] = [
  // Repeated blocks.
  {
    title: 'one of two equal blocks',
    file: TWICE,
    edit: ['  start();\n  run(1);', '  start();\n  run(2);'],
    result: undefined,
  },
  {
    title: 'one of two equal blocks, dedented',
    file: TWICE,
    edit: ['start();\nrun(1);', 'start();\nrun(2);'],
    result: undefined,
  },
  {
    title: 'the head tells equal blocks apart',
    file: TWICE,
    edit: ['function b() {\n  start();\n  run(1);', 'function b() {\n  start();\n  run(2);'],
    result: TWICE.replace(/run\(1\)(?![\s\S]*run)/, 'run(2)'),
  },
  {
    title: 'a head that is misspelt does not',
    file: TWICE,
    edit: ['function c() {\n  start();\n  run(1);', 'function c() {\n  start();\n  run(2);'],
    result: undefined,
  },
  {
    title: 'equal lines in a row, one more',
    file: 'a\nx\nx\nb\n',
    edit: ['x\nx\nb', 'x\nx\nx\nb'],
    result: 'a\nx\nx\nx\nb\n',
  },
  {
    title: 'a block three times, the middle said by what follows',
    file: 'k: 1\nv: 2\nk: 1\nv: 2\nend\nk: 1\nv: 2\n',
    edit: ['v: 2\nend', 'v: 3\nend'],
    result: 'k: 1\nv: 2\nk: 1\nv: 3\nend\nk: 1\nv: 2\n',
  },
  {
    title: 'an edit of the second twin, left out lines between',
    file: TWICE,
    edit: ['function b() {\n  // ...\n  run(1);', 'function b() {\n  // ...\n  run(2);'],
    result: TWICE.replace(/run\(1\)(?![\s\S]*run)/, 'run(2)'),
  },
  {
    title: 'left out lines that would span into a twin',
    file: TWICE,
    edit: ['function a() {\n  // ...\n  run(1);', 'function a() {\n  // ...\n  run(2);'],
    result: undefined,
  },
  // Blank lines.
  { title: 'blank lines only', file: 'a\n\n\nb\n', edit: ['\n\n', '\n'], result: undefined },
  { title: 'blank lines that hold spaces', file: 'a\n  \nb\n', edit: ['a\n\nb', 'a\n\nc\nb'], result: 'a\n  \nc\nb\n' },
  {
    title: 'a blank line goes, its spaces too',
    file: 'a();\n    \nb();\n',
    edit: ['a();\n\nb();', 'a();\nb();'],
    result: 'a();\nb();\n',
  },
  {
    title: 'two blank lines become one',
    file: 'one();\n\n\ntwo();\n',
    edit: ['one();\n\n\ntwo();', 'one();\n\ntwo();'],
    result: 'one();\n\ntwo();\n',
  },
  {
    title: 'a blank line more than the file has, beside an addition',
    file: 'one();\ntwo();\nthree();\n',
    edit: ['one();\n\ntwo();\nthree();', 'one();\n\nadded();\ntwo();\nthree();'],
    result: undefined,
  },
  // Tabs and spaces.
  {
    title: 'tabs in the file, two spaces in the text, a level deeper',
    file: 'start() {\n\tfirst();\n\tsecond();\n}\n',
    edit: ['start() {\n  first();\n  second();\n}', 'start() {\n  first();\n  if (c) {\n    second();\n  }\n}'],
    result: 'start() {\n\tfirst();\n\tif (c) {\n\t\tsecond();\n\t}\n}\n',
  },
  {
    title: 'a file that mixes tabs and spaces',
    file: 'a {\n\tb();\n        c();\n}\n',
    edit: ['a {\n    b();\n    c();', 'a {\n    b();\n    d();\n    c();'],
    result: undefined,
  },
  {
    title: 'a kept line keeps its mixture',
    file: 'a {\n \tb();\n\tc();\n}\n',
    edit: [' \tb();\n\tc();', ' \tb();\n\td();'],
    result: 'a {\n \tb();\n\td();\n}\n',
  },
  {
    title: 'spaces after a tab',
    file: 'a {\n\t  first();\n\t  second();\n}\n',
    edit: ['  first();\n  second();', '  first();\n  third();'],
    result: 'a {\n\t  first();\n\t  third();\n}\n',
  },
  {
    title: 'aligned columns behind tabs',
    file: 'const (\n\tFirst\t= 1\n\tSecondOne\t= 2\n)\n',
    path: 'a.go',
    edit: ['\tFirst = 1\n\tSecondOne = 2', '\tFirst = 1\n\tSecondOne = 3'],
    result: 'const (\n\tFirst\t= 1\n\tSecondOne\t= 3\n)\n',
  },
  // Line ends.
  {
    title: 'mixed line ends keep each line its own',
    file: 'a\r\nb\nc\r\nd\n',
    edit: ['b\nc', 'b\nx\nc'],
    result: 'a\r\nb\nx\nc\r\nd\n',
  },
  {
    title: 'CRLF in the text, LF in the file',
    file: 'a\nb\nc\n',
    edit: ['a\r\nb', 'a\r\nx\r\nb'],
    result: 'a\nx\nb\nc\n',
  },
  { title: 'CRLF file, last line without an end', file: 'a\r\nb', edit: ['b', 'b\nc'], result: 'a\r\nb\r\nc' },
  { title: 'a lone carriage return inside a line is text', file: 'a\rb\nc\n', edit: ['c', 'd'], result: 'a\rb\nd\n' },
  {
    title: 'a byte order mark before the first line',
    file: '\ufeffimport a;\nimport b;\n',
    edit: ['import a;\nimport b;', 'import a;\nimport c;'],
    result: '\ufeffimport a;\nimport c;\n',
  },
  {
    title: 'a byte order mark before an insertion',
    file: '\ufeffimport a;\n',
    edit: ['import a;', '// x\nimport a;'],
    result: '\ufeff// x\nimport a;\n',
  },
  { title: 'no final newline, the last line replaced', file: 'a\nb', edit: ['a\nb\n', 'a\nc\n'], result: 'a\nc' },
  {
    title: 'no final newline, the last line goes',
    file: 'one();\ntwo();',
    edit: ['one();\ntwo();', 'one();'],
    result: 'one();',
  },
  {
    title: 'the end of the file, one newline too many',
    file: 'alpha();\nomega();\n',
    edit: ['omega();\n\n', 'omega();\nmore();\n'],
    result: undefined,
  },
  // JSX and HTML.
  {
    title: 'a JSX element without its indentation',
    file: JSX,
    edit: ['<li key="b">two</li>', '<li key="b">two</li>\n<li key="c">three</li>'],
    result: JSX.replace('two</li>\n', 'two</li>\n    <li key="c">three</li>\n'),
  },
  {
    title: 'JSX with entities in the old text alone',
    file: JSX,
    edit: ['    &lt;li key="b"&gt;two&lt;/li&gt;', '    <li key="b">2</li>'],
    result: JSX.replace('>two<', '>2<'),
  },
  {
    title: 'entities that are the file’s own',
    file: '<p>a &amp; b</p>\n',
    path: 'a.html',
    edit: ['<p>a &amp; b</p>', '<p>a &amp; c</p>'],
    result: '<p>a &amp; c</p>\n',
  },
  {
    title: 'an entity for a bare sign beside an own one',
    file: '<p>a &amp; b</p>\n<p>c</p>\n',
    path: 'a.html',
    edit: ['&lt;p&gt;a &amp; b&lt;/p&gt;', '&lt;p&gt;a &amp; c&lt;/p&gt;'],
    result: undefined,
  },
  // Python.
  {
    title: 'Python, a level lost in the new lines',
    file: PY,
    edit: ['if x:\n    return 1', 'if x:\n    log(x)\n    return 1'],
    result: PY.replace('        return 1', '        log(x)\n        return 1'),
  },
  {
    title: 'Python, flattened',
    file: PY,
    edit: ['if x:\nreturn 1\nreturn 2', 'if x:\nlog(x)\nreturn 1\nreturn 2'],
    result: undefined,
  },
  {
    title: 'Python, a return that may belong to two levels',
    file: PY,
    edit: ['return 2', 'log(x)\nreturn 2'],
    result: PY.replace('    return 2', '    log(x)\n    return 2'),
  },
  {
    title: 'Python, two spaces for four',
    file: PY,
    edit: ['def g(x):\n  return f(x)', 'def g(x):\n  y = f(x)\n  return y'],
    result: PY.replace('    return f(x)', '    y = f(x)\n    return y'),
  },
  {
    title: 'Python, an ellipsis as a body is a body',
    file: 'def f(): ...\n',
    path: 'a.pyi',
    edit: ['def f(): ...', 'def f():\n    ...'],
    result: 'def f():\n    ...\n',
  },
  // Makefiles.
  {
    title: 'a recipe with spaces for its tab',
    file: MAKE,
    path: 'Makefile',
    edit: ['build:\n    cc -o a a.c\n    strip a', 'build:\n    cc -O2 -o a a.c\n    strip a'],
    result: MAKE.replace('cc -o', 'cc -O2 -o'),
  },
  {
    title: 'a recipe line more, with spaces',
    file: MAKE,
    path: 'Makefile',
    edit: ['clean:\n        rm -f a', 'clean:\n        rm -f a\n        rm -f b'],
    result: MAKE.replace('rm -f a\n', 'rm -f a\n\trm -f b\n'),
  },
  {
    title: 'a recipe without any indentation',
    file: MAKE,
    path: 'Makefile',
    edit: ['clean:\nrm -f a', 'clean:\nrm -f a\nrm -f b'],
    result: undefined,
  },
  // Markdown.
  {
    title: 'an item added after an inner one, both without their indentation',
    file: ITEMS,
    path: 'a.md',
    edit: ['- inner', '- inner\n- three'],
    result: ITEMS.replace('- inner', '- inner\n  - three'),
  },
  {
    title: 'an item between',
    file: ITEMS,
    path: 'a.md',
    edit: ['- two', '- one and a half\n- two'],
    result: ITEMS.replace('- two', '- one and a half\n- two'),
  },
  {
    title: 'a numbered list is no text with line numbers',
    file: ITEMS,
    path: 'a.md',
    edit: ['1. first\n2. second', '1. first\n2. second\n3. third'],
    result: ITEMS.replace('2. second', '2. second\n3. third'),
  },
  {
    title: 'a hard break at the end of a line stays',
    file: 'a line  \nnext line\n',
    path: 'a.md',
    edit: ['a line\nnext line', 'a line\nother line'],
    result: 'a line  \nother line\n',
  },
  {
    title: 'a fenced block of the file itself',
    file: 'x\n\n```sh\nnpm i\n```\n',
    path: 'a.md',
    edit: ['```sh\nnpm i\n```', '```sh\nnpm ci\n```'],
    result: 'x\n\n```sh\nnpm ci\n```\n',
  },
  {
    title: 'a list that hangs below an item',
    file: '- a thing that\n  goes on\n- b thing\n',
    path: 'a.md',
    edit: ['goes on', 'goes on\n- c thing'],
    result: undefined,
  },
  // YAML.
  {
    title: 'one of two equal steps',
    file: YAML,
    path: 'a.yml',
    edit: ['- run: make', '- run: make all'],
    result: undefined,
  },
  {
    title: 'steps dedented, one added',
    file: YAML,
    path: 'a.yml',
    edit: ['- run: make\n- run: test', '- run: make\n- run: check\n- run: test'],
    result: YAML.replace('      - run: test', '      - run: check\n      - run: test'),
  },
  {
    title: 'a key at the level of its parent',
    file: YAML,
    path: 'a.yml',
    edit: [
      'build:\n  steps:\n    - run: make\n    - run: test',
      'build:\n  needs: lint\n  steps:\n    - run: make\n    - run: test',
    ],
    result: YAML.replace(
      '    steps:\n      - run: make\n      - run: test',
      '    needs: lint\n    steps:\n      - run: make\n      - run: test',
    ),
  },
  {
    title: 'dots that end a YAML document',
    file: 'a: 1\n...\n---\nb: 2\n',
    path: 'a.yml',
    edit: ['a: 1\n...', 'a: 2\n...'],
    result: 'a: 2\n...\n---\nb: 2\n',
  },
  // Long lines.
  {
    title: 'the end of a very long line',
    file: LONG,
    edit: ['1, 2];', '1, 4];'],
    result: LONG.replace('1, 2];', '1, 4];'),
  },
  { title: 'what both long lines have', file: LONG, edit: ['[1, 1, 1', '[0, 1, 1'], result: undefined },
  {
    title: 'a long line, one space lost',
    file: LONG,
    edit: [LONG.split('\n')[1]!.replace('1, 1', '1,1'), 'const b = [];'],
    result: LONG.replace(/const b = .*/, 'const b = [];'),
  },
  // Unicode.
  {
    title: 'a Cyrillic letter that looks Latin',
    file: 'const cat = 1;\nconst dog = 2;\n',
    edit: ['const c\u0430t = 1;', 'const c\u0430t = 3;'],
    result: undefined,
  },
  {
    title: 'a letter composed otherwise',
    file: 'say("caf\u00e9");\n',
    edit: ['say("cafe\u0301");', 'say("the");'],
    result: undefined,
  },
  {
    title: 'a zero-width space in the old text',
    file: 'run(one);\nrun(two);\n',
    edit: ['run(\u200bone);', 'run(three);'],
    result: 'run(three);\nrun(two);\n',
  },
  {
    title: 'a no-break space that is the file’s own',
    file: 'first\u00a0one two\n',
    path: 'a.md',
    edit: ['first one two', 'first one three'],
    result: 'first\u00a0one three\n',
  },
  {
    title: 'an emoji is one letter',
    file: 'say("👍🏽 yes");\n',
    edit: ['"👍🏽 yes"', '"👍 yes"'],
    result: 'say("👍 yes");\n',
  },
  {
    title: 'a minus sign for a hyphen in code',
    file: 'total = first - second;\n',
    edit: ['total = first − second;', 'total = first − third;'],
    result: 'total = first - third;\n',
  },
  {
    title: 'typographic quotes in a new comment',
    file: 'say("a");\nsay("b");\n',
    edit: ['say(“a”);\nsay(“b”);', 'say(“a”);\n// it’s b\nsay(“b”);'],
    result: undefined,
  },
  // Pasted numbers.
  {
    title: 'numbers with a dot and a bar',
    file: 'a();\nb();\nc();\n',
    edit: ['  2 │ b();\n  3 │ c();', '  2 │ b();\n  3 │ d();'],
    result: 'a();\nb();\nd();\n',
  },
  {
    title: 'numbers of another part of the file',
    file: 'x();\ny();\nx();\ny();\n',
    edit: ['3\tx();\n4\ty();', '3\tx();\n4\tz();'],
    result: 'x();\ny();\nx();\nz();\n',
  },
  {
    title: 'numbers that do not count up',
    file: 'a: 1\nb: 2\n',
    path: 'a.yml',
    edit: ['7: a\n9: b', '7: a\n9: c'],
    result: undefined,
  },
  {
    title: 'a table whose keys are numbers',
    file: 'm = {\n  1: a,\n  2: b,\n}\n',
    edit: ['  1: a,\n  2: b,', '  1: a,\n  2: c,'],
    result: 'm = {\n  1: a,\n  2: c,\n}\n',
  },
  {
    title: 'numbers before old lines, and a new line without one',
    file: 'one();\ntwo();\n',
    edit: ['1: one();\n2: two();', '1: one();\nmid();\n2: two();'],
    result: 'one();\nmid();\ntwo();\n',
  },
  // Lines left out.
  {
    title: 'an ellipsis for lines that go',
    file: PY,
    edit: ['def f(x):\n…\ndef g(x):', 'def g(x):'],
    result: undefined,
  },
  {
    title: 'an ellipsis in the new text alone',
    file: PY,
    edit: ['    if x:\n        return 1\n    return 2', '    …\n    return 3'],
    result: undefined,
  },
  {
    title: 'an ellipsis in both',
    file: PY,
    edit: ['def f(x):\n    …\n    return 2', 'def f(x):\n    …\n    return 3'],
    result: PY.replace('return 2', 'return 3'),
  },
  // Escapes.
  {
    title: 'escaped twice',
    file: 'say("a\\nb");\ngo();\n',
    edit: ['say(\\"a\\\\nb\\");\\ngo();', 'say(\\"a\\\\nb\\");\\nstop();'],
    result: 'say("a\\nb");\nstop();\n',
  },
  {
    title: 'a backslash that is one',
    file: 're = /\\d+/;\nx = 1;\n',
    edit: ['re = /\\d+/;', 're = /\\d*/;'],
    result: 're = /\\d*/;\nx = 1;\n',
  },
  {
    title: 'doubled backslashes in the new text alone',
    file: 're = /\\d+/;\n',
    edit: ['re = /\\d+/;', 're = /\\\\d+\\\\s/;'],
    result: 're = /\\\\d+\\\\s/;\n',
  },
  {
    title: 'a dollar sign is a dollar sign',
    file: 'a $1 b\n',
    edit: ['$1', "$& $$ $` $'"],
    result: "a $& $$ $` $' b\n",
  },
  {
    title: 'a Windows path in JSON',
    file: '{\n  "p": "C:\\\\new\\\\tab"\n}\n',
    path: 'a.json',
    edit: ['"C:\\\\new\\\\tab"', '"C:\\\\old\\\\tab"'],
    result: '{\n  "p": "C:\\\\old\\\\tab"\n}\n',
  },
  {
    title: 'a Windows path, unescaped',
    file: '{\n  "p": "C:\\\\new\\\\tab"\n}\n',
    path: 'a.json',
    edit: ['"C:\\new\\tab"', '"C:\\old\\tab"'],
    result: undefined,
  },
];

const A = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';
const PATCHES: readonly Case[] = [
  {
    title: 'counts that are all wrong',
    file: A,
    edit: '@@ -1,99 +1,1 @@\n two\n-three\n+3\n four',
    result: A.replace('three', '3'),
  },
  {
    title: 'hunks out of order',
    file: A,
    edit: '@@ -8 +8 @@\n-eight\n+8\n@@ -2 +2 @@\n-two\n+2',
    result: A.replace('eight', '8').replace('two', '2'),
  },
  {
    title: 'numbers far off',
    file: A,
    edit: '@@ -900,3 +900,3 @@\n four\n-five\n+5\n six',
    result: A.replace('five', '5'),
  },
  {
    title: 'a context line that is not there at all, beside an addition',
    file: A,
    edit: '@@ -1,3 +1,4 @@\n one\n two and a half\n+x\n three',
    result: undefined,
  },
  {
    title: 'a removed line that is not there',
    file: A,
    edit: '@@ -1,3 +1,3 @@\n one\n-twoo\n+2\n three',
    result: undefined,
  },
  {
    title: 'one of two equal blocks, numbers between',
    file: TWICE,
    edit: '@@ -5,2 +5,2 @@\n   start();\n-  run(1);\n+  run(2);',
    result: undefined,
  },
  {
    title: 'one of two equal blocks by number',
    file: TWICE,
    edit: '@@ -7,2 +7,2 @@\n   start();\n-  run(1);\n+  run(2);',
    result: TWICE.replace(/run\(1\)(?![\s\S]*run)/, 'run(2)'),
  },
  {
    title: 'the numbers of one twin, the heading of the other',
    file: TWICE,
    edit: '@@ -2,2 +2,2 @@ function b() {\n   start();\n-  run(1);\n+  run(2);',
    result: TWICE.replace('run(1)', 'run(2)'),
  },
  {
    title: 'two hunks of one line',
    file: A,
    edit: '@@ -2 +2 @@\n-two\n+2\n@@ -2 +2 @@\n-two\n+zwei',
    result: undefined,
  },
  { title: 'an addition alone in the middle', file: A, edit: '@@ -4,0 +5,1 @@\n+x', result: undefined },
  {
    title: 'a file of CRLF',
    file: A.replaceAll('\n', '\r\n'),
    edit: '@@ -2,2 +2,3 @@\n two\n+x\n three',
    result: A.replace('two\n', 'two\nx\n').replaceAll('\n', '\r\n'),
  },
  {
    title: 'a line that begins with a plus sign',
    file: '+a\n-b\n',
    edit: '@@ -1,2 +1,2 @@\n +a\n--b\n+-c',
    result: '+a\n-c\n',
  },
  {
    title: 'left out lines between changes of a hunk',
    file: A,
    edit: '@@ -1,5 +1,5 @@\n one\n-two\n+2\n ...\n-nine\n+9\n ten',
    result: A.replace('two', '2').replace('nine', '9'),
  },
  {
    title: 'already there',
    file: A.replace('five', '5'),
    edit: '@@ -4,3 +4,3 @@\n four\n-five\n+5\n six',
    result: undefined,
  },
];

function made({ file, edit, path = 'a.ts' }: Case): string | undefined {
  const content = new TextEncoder().encode(file);
  try {
    if (typeof edit !== 'string') {
      const { bytes } = applyEdits(content, [{ old_text: edit[0], new_text: edit[1] }], { path });
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }
    const [patched] = parsePatch(`--- a/${path}\n+++ b/${path}\n${edit}\n`);
    if (patched?.kind !== 'update') throw new Error('an update was expected');
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(applyHunks(content, patched.hunks, { path }).bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    return undefined;
  }
}

describe('an edit of a kind that goes wrong easily', () => {
  it.each([...EDITS, ...PATCHES])('$title', each => {
    expect(made(each)).toBe(each.result);
  });
});
