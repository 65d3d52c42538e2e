import { describe, expect, it } from 'vitest';
import { type SentCase, sendCase } from '../../../../test/cases/edits/sent-case.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import { applyEdits } from '../place-text/apply-edits.ts';
import { applyHunks } from '../place-text/apply-hunks.ts';

const BLANK = 'first(one);\n\nsecond(two);\nthird(three);\n';
const TABS = 'func a() {\n\tif x == "y" {\n\t\trun("z")\n\t}\n}\n';
const DEEP = 'if (a) {\n    if (b) {\n        alpha(1);\n        beta(2);\n    }\n}\n';
const CLOSE = "run(\n  split(\n    'a',\n  ),\n);\n\nfunction next() {\n  return 1;\n}\n";

/** Texts that models send, as bench/edit-trials makes them from real files. */
const SENT: readonly SentCase[] = [
  {
    title: 'of a blank line with a pasted number the number alone may be left',
    file: BLANK,
    old: '     1\tfirst(one);\n     2\n     3\tsecond(two);',
    new: '     1\tfirst(one);\n     2\n     3\tadded(four);\n     4\tsecond(two);',
    result: 'first(one);\n\nadded(four);\nsecond(two);\nthird(three);\n',
  },
  {
    title: 'a new text of nothing but blank lines whose pasted numbers alone are left',
    file: BLANK,
    old: '     2\n     3\tsecond(two);\n     4\tthird(three);',
    new: '     2\n     3',
    result: 'first(one);\n\n\n',
  },
  {
    title: 'a number alone in a new text without pasted numbers is a line',
    file: 'port:\n  80\nhost: here\n',
    old: '1→port:\n2→  80',
    new: 'port:\n  2\n  443',
    result: 'port:\n  2\n  443\nhost: here\n',
  },
  {
    title: 'line breaks may be escaped while tabs are not',
    file: TABS,
    old: '\tif x == "y" {\\n\t\trun("z")\\n\t}',
    new: '\tif x == "y" {\\n\t\trun("w")\\n\t}',
    result: TABS.replace('"z"', '"w"'),
  },
  {
    title: 'the tabs that lines begin with may be escaped while quotes are not',
    file: TABS,
    old: '\\tif x == "y" {\n\\t\\trun("z")',
    new: '\\tif x == "y" {\n\\t\\trun("w")\n\\t\\tstop("v")',
    result: TABS.replace('\t\trun("z")', '\t\trun("w")\n\t\tstop("v")'),
  },
  {
    title: 'what is already applied is so with other indentation too',
    file: "run(() => {\n  child.on('error', () => {});\n  child.unref();\n  return child;\n}\n\nasync function main() {\n",
    old: "child.on('error', () => {});\nchild.unref();\n}\n",
    new: "child.on('error', () => {});\nchild.unref();\nreturn child;\n}\n",
  },
  {
    title: 'new lines whose < and > are entities, where nothing else has any',
    file: 'const size = one;\nconst other = x => x;\n',
    old: 'const size = one;',
    new: 'const size = x =&gt; x &amp;&amp; one;',
  },
  {
    title: 'entities that the file has elsewhere are meant',
    file: 'const size = one;\nconst less = "&lt;" + (x => x);\n',
    old: 'const size = one;',
    new: 'const size = "&gt;";',
    result: 'const size = "&gt;";\nconst less = "&lt;" + (x => x);\n',
  },
  {
    title: 'the first entity of a file that has tags',
    file: '<h1>Cats</h1>\n<p>All of them</p>\n',
    old: 'All of them',
    new: 'Cats &amp; dogs',
    result: '<h1>Cats</h1>\n<p>Cats &amp; dogs</p>\n',
  },
  {
    title: 'a wide space of the file stays, and a new line has plain ones',
    file: 'the\u00a0first line\nthe second line\n',
    old: 'the first line\nthe second line',
    new: "the first line\nit's a new - line\nthe second line",
    result: "the\u00a0first line\nit's a new - line\nthe second line\n",
  },
  {
    title: 'a sign that the found lines show as it is may stand in a new line',
    file: 'alpha … one\nbeta two\n',
    old: 'alpha\u00a0…\u00a0one\nbeta\u00a0two',
    new: 'alpha\u00a0…\u00a0one\ngamma\u00a0… three\nbeta\u00a0two',
    result: 'alpha … one\ngamma … three\nbeta two\n',
  },
  {
    title: 'lines of one level that went two columns out, and a new one a level deeper: moved, or of another unit',
    file: DEEP,
    old: '      alpha(1);\n      beta(2);',
    new: '      alpha(1);\n      if (c) {\n          beta(3);\n      }\n      beta(2);',
    result: DEEP.replace('beta(2);', 'if (c) {\n            beta(3);\n        }\n        beta(2);'),
  },
  {
    title: 'one level that may be moved or of another unit, and a new line that either would put elsewhere',
    file: 'if (a) {\n    alpha(1);\n    beta(2);\n}\nif (b) {\n    gamma(3);\n}\n',
    old: '  alpha(1);\n  beta(2);',
    new: '  alpha(1);\n  wrap(() =>\n      beta(3));\n  beta(2);',
  },
  {
    title: 'a changed line that has as many spaces as in the file, and not between the same signs',
    file: 'call(one, a b, cd);\nstop();\n',
    old: 'call(one, a b,c d);\nstop();',
    new: 'call(one, a b,x d);\nstop();',
  },
  {
    title: 'new lines indented as in the file, with quotes as in the old text',
    file: 'run {\n  start(1);\n  stop(2);\n  say("b");\n}\n',
    old: 'start(1);\nstop(2);\nsay(“b”);',
    new: '  start(1);\n  stop(2);\n  say(“b”);\n  more(3);',
  },
  {
    title: 'one level that may be moved or of a wider unit, and a new comment that stands between its levels',
    file: 'type A = {\n  first: one;\n  second: two;\n};\n',
    old: '    first: one;\n    second: two;',
    new: '    first: one;\n    /**\n      * A remark.\n      */\n    second: two;',
  },
  {
    title: 'an apostrophe between letters, where quotes alone are typographic in the text',
    file: "say('one');\nsay('two');\n",
    old: 'say(‘one’);\nsay(‘two’);',
    new: 'say(‘one’);\nsay(‘another one’s’);\nsay(‘two’);',
  },
  {
    title: 'no-break spaces that the file indents by stay',
    file: '<p>\n\u00a0\u00a0first line<br>\n\u00a0\u00a0second line<br>\n</p>\n',
    path: 'a.html',
    old: '\u00a0\u00a0first line<br>\n\u00a0\u00a0second line<br>',
    new: '\u00a0\u00a0first line<br>\n\u00a0\u00a0third line<br>',
    result: '<p>\n\u00a0\u00a0first line<br>\n\u00a0\u00a0third line<br>\n</p>\n',
  },
  {
    title: 'lines that the file indents by no-break spaces, pushed in',
    file: '<p>\n\u00a0\u00a0first line<br>\n\u00a0\u00a0second line<br>\n</p>\n',
    path: 'a.html',
    old: '    first line<br>\n    second line<br>',
    new: '    first line<br>\n    added line<br>\n    third line<br>',
  },
  {
    title: 'a new line with white space at its end, where the file and the text have other such space',
    file: 'first line \nsecond line\nthird line\n',
    path: 'a.md',
    old: 'first line \nsecond line  \nthird line',
    new: 'first line \nsecond line  \nadded line \nthird line',
  },
  {
    title: 'an escaped tab in a line of context, which is not misremembered',
    file: '#ifndef ONE\n#define ONE\t0x1000\n#endif\n#ifndef TWO_MORE\n',
    path: 'a.h',
    old: '#ifndef ONE\n#define ONE\\t0x1000\n#endif\n#ifndef TWO_MORE',
    new: '#ifndef ONE\n#define ONE\\t0x1000\n#endif\n#define OTHER\\t0x1000\n#ifndef TWO_MORE',
  },
  {
    title: 'one level between two of the file, which may be moved or made wider',
    file: 'text {\n   one of it\n   two of it\n}\nf {\n  go {\n    on;\n  }\n}\n',
    path: 'a.c',
    old: '      one of it\n      two of it',
    new: '      one of it\n      if (ready) {\n          two of it\n      }',
  },
  {
    title: 'only the first line lost its indentation, and lines at the margin stay there',
    file: CLOSE,
    old: '),\n);\n\nfunction next() {\n  return 1;',
    new: '),\n);\n\nfunction added() {\n  return 2;\n}\n\nfunction next() {\n  return 1;',
    result: CLOSE.replace('function next', 'function added() {\n  return 2;\n}\n\nfunction next'),
  },
];

describe('texts that models send', () => {
  it.each(SENT.filter(each => each.result !== undefined))('texts that models send are read: $title', each => {
    expect(sendCase(each)).toBe(each.result);
  });

  it.each(SENT.filter(each => each.result === undefined))('texts that models send are refused: $title', each => {
    expect(() => sendCase(each)).toThrow(/nothing was changed/i);
  });

  it('texts that models send are refused: two edits with the same old text, even if both only add lines', () => {
    const edits = ['added(1);', 'added(2);'].map(line => ({
      old_text: 'first(one);\n\nsecond(two);',
      new_text: `first(one);\n\n${line}\nsecond(two);${line === 'added(2);' ? ' // twice' : ''}`,
    }));
    expect(() => applyEdits(Buffer.from(BLANK), edits, { path: 'a.js' })).toThrow(/have the same old_text/);
  });

  it('texts that models send are read: a hunk with the right line number whose first line is misremembered', () => {
    const file = 'const alpha = 1;\nconst beta = 2;\nconst gamma = 3;\nconst delta = 4;\n';
    const lines = [
      ' const alpine = 1;',
      ' const beta = 2;',
      '-const gamma = 3;',
      '+const gamma = 33;',
      ' const delta = 4;',
    ];
    const [patched] = parsePatch(`--- a/x.ts\n+++ b/x.ts\n@@ -1,4 +1,4 @@\n${lines.join('\n')}\n`);
    if (patched?.kind !== 'update') throw new Error('an update was expected');
    const { bytes } = applyHunks(Buffer.from(file), patched.hunks, { path: 'x.ts' });
    expect(Buffer.from(bytes).toString()).toBe(file.replace('= 3', '= 33'));
  });
});
