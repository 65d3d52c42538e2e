import { describe, expect, it } from 'vitest';
import { applyEdits } from '../place-text/apply-edits.ts';

/** Smallest forms of what went wrong on hunks of released packages. `result` is missing where nothing may be written. */
interface Case {
  readonly title: string;
  readonly file: string;
  readonly old: string;
  readonly new: string;
  readonly result?: string;
  readonly path?: string;
  readonly all?: boolean;
}

const PAIR = '  first(one);\n  second(two);\n';
const IMPORTS = "const os = require('os');\nconst fs = require('fs');\nconst net = require('net');\n";

const CASES: readonly Case[] = [
  // Where a line is cut or a blank line holds white space.
  {
    title: 'a blank line that holds a tab is not put before the new line',
    file: 'alpha beta\n\t\ngamma delta\n',
    old: '\ngamma delta',
    new: 'inserted line\n\ngamma delta',
    result: 'alpha beta\ninserted line\n\t\ngamma delta\n',
  },
  {
    title: 'white space of the blank line that the old text ends with does not move to the last new line',
    file: 'alpha(1);\t\n}\n  \nomega(3);\n',
    old: 'alpha(1);\n}\n',
    new: 'alpha(1);\n}\n\n// added\n// remark',
    result: 'alpha(1);\t\n}\n  \n// added\n// remark\nomega(3);\n',
  },
  {
    title: 'white space after the last old line stays with that line',
    file: 'alpha(1);\nbeta(2);  \ngamma(3);\n',
    old: 'alpha(1);\nbeta(2);',
    new: 'alpha(1);\nbeta(2);\nadded(4);',
    result: 'alpha(1);\nbeta(2);  \nadded(4);\ngamma(3);\n',
  },
  {
    title: 'a line that is moved keeps the white space after it',
    file: 'start(0);\n/** \nalpha(1);\nbeta(2);\nend(3);\n',
    old: 'start(0);\n/**\nalpha(1);\nbeta(2);',
    new: 'start(0);\nalpha(1);\n/**\nbeta(2);',
    result: 'start(0);\nalpha(1);\n/** \nbeta(2);\nend(3);\n',
  },
  {
    title: 'a line is changed beside one blank line in both texts, where the file has two',
    file: 'alpha(1);\nomega(9);\n\n\nbeta(2);\ngamma(3);\n',
    old: 'alpha(1);\nomega(9);\n\nbeta(2);\ngamma(3);\n',
    new: 'alpha(1);\nomega(9);\n\ndelta(4);\ngamma(3);\n',
  },
  {
    title: 'a typographic quote beside no letter does not tell how the next one turns',
    file: 'alpha(“a= “);\nbeta(“b=“);\ngamma(3);\n',
    old: 'alpha("a= ");\nbeta("b=");\ngamma(3);\n',
    new: 'alpha("a= ");\nbeta("b1");\ngamma(3);\n',
  },
  {
    title: 'a first line that is off shows no levels where the others stand between them',
    file: 'x {\n  /**\n   * alpha beta\n   * gamma delta\n   * omega end\n   */\n}\n',
    old: '    /**\n   * alpha beta\n   * gamma delta\n   * omega end',
    new: '    /**\n   * alpha beta\n   if (ready) {\n     * gamma delta\n   }\n   * omega end',
  },
  {
    title: 'lines after a last line that is cut short',
    file: 'alpha(1);\nconst beta = two;\ngamma(3);\n',
    old: 'alpha(1);\nconst beta',
    new: 'alpha(1);\nconst beta\nadded(4);',
  },
  {
    title: 'lines before a first line that is cut short',
    file: 'alpha(1);\nconst beta = two;\ngamma(3);\n',
    old: 'eta = two;\ngamma(3);',
    new: 'added(4);\neta = two;\ngamma(3);',
  },
  {
    title: 'a line after a word that is cut short',
    file: 'alpha(1);\nexport = fastify\n',
    old: 'export = f',
    new: 'export = f\nadded(4)',
  },
  {
    title: 'a piece of a line is replaced literally',
    file: 'const userName = 1;\n',
    old: 'Name = 1',
    new: 'Label = $&2',
    result: 'const userLabel = $&2;\n',
  },
  {
    title: 'a ruler of dashes is not matched by a shorter one',
    file: 'Title of it\n------------------\ntext\n',
    old: 'Title of it\n—————-',
    new: 'Other title',
  },
  // Decorations.
  {
    title: 'a byte order mark in both texts is not written',
    file: '\ufeffalpha\nbeta\n',
    old: '\ufeffalpha',
    new: '\ufeffgamma',
    result: '\ufeffgamma\nbeta\n',
  },
  {
    title: 'no-break spaces as indentation are spaces',
    file: `run(() => {\n${PAIR}});\n`,
    old: '\u00a0\u00a0first(one);\n\u00a0\u00a0second(two);',
    new: '\u00a0\u00a0first(one);\n\u00a0\u00a0added(three);\n\u00a0\u00a0second(two);',
    result: 'run(() => {\n  first(one);\n  added(three);\n  second(two);\n});\n',
  },
  {
    title: 'a fence around a fenced block is taken off the old text alone',
    path: 'a.md',
    file: 'Build:\n\n```\nnpm install\nnpm test\n```\n\nDone.\n',
    old: '```\n```\nnpm install\nnpm test\n```\n```',
    new: '```\nyarn\nyarn test\n```',
    result: 'Build:\n\n```\nyarn\nyarn test\n```\n\nDone.\n',
  },
  {
    title: 'a fence around a fenced block is taken off the new text too, which has no block of its own',
    path: 'a.md',
    file: 'Call it:\n\n```sh\nnode start.ts\n```\n\nDone.\n',
    old: '```ts\n\n```sh\nnode start.ts\n```\n\n```',
    new: '```ts\n\nnode other.ts\n\n```',
    result: 'Call it:\n\nnode other.ts\n\nDone.\n',
  },
  {
    title: 'numbered lines that hold a fence are read in one way',
    path: 'a.md',
    file: 'Build:\n\n```\nnpm install now\n```\n',
    old: '     3\t```\n     4\tnpm install now\n     5\t```',
    new: '     3\t```\n     4\tnpm ci now\n     5\t```',
    result: 'Build:\n\n```\nnpm ci now\n```\n',
  },
  {
    title: 'a placeholder behind line numbers',
    file: IMPORTS,
    old: "1|const os = require('os');\n2|const fs = require('fs');\n3|const net = require('net');",
    new: "1|const os = require('node:os');\n2|// ... existing code ...\n3|const net = require('net');",
  },
  {
    title: 'a placeholder behind HTML entities',
    file: '<a>one link</a>\n<b>two bold</b>\n<c>three c</c>\n',
    path: 'a.html',
    old: '&lt;a&gt;one link&lt;/a&gt;\n&lt;b&gt;two bold&lt;/b&gt;\n&lt;c&gt;three c&lt;/c&gt;',
    new: '&lt;a&gt;uno link&lt;/a&gt;\n&lt;!-- ... existing code ... --&gt;\n&lt;c&gt;three c&lt;/c&gt;',
  },
  {
    title: 'line breaks of the new text that are escaped while the old text is not',
    path: 'a.md',
    file: '4.18.2 / 2022\n=============\n\nText.\n',
    old: '4.18.2 / 2022\n=============',
    new: '4.19.0 / 2024\\n=============\\n\\n4.18.2 / 2022\\n=============',
  },
  {
    title: 'escaped line breaks in a text that starts with a comment',
    file: '// children appear\nlet routes = all();\nreset(routes);\n',
    old: '// children appear\nlet routes = all();',
    new: '// children appear\\nlet routes = all(1);',
  },
  {
    title: 'quotes are escaped in old text of one line, and line breaks too in the new one',
    file: 'x(\n    join(dir, "out", kind),\n)\n',
    path: 'a.py',
    old: '    join(dir, \\"out\\", kind),',
    new: '    join(\\n        dir, \\"out\\", kind\\n    ),',
    result: 'x(\n    join(\n        dir, "out", kind\n    ),\n)\n',
  },
  {
    title: 'plus signs before all added lines, old text exact',
    file: 'alpha beta\ngamma delta\n',
    old: 'alpha beta\ngamma delta',
    new: 'alpha beta\n+added line\ngamma delta',
  },
  {
    title: 'a plus sign inside a line is text',
    file: 'x = a b\n',
    old: 'a b',
    new: '+a b',
    result: 'x = +a b\n',
  },
  // Said to be applied although it is not.
  {
    title: 'the head of the old text goes, the rest stands inside it',
    file: '  one(first);\n  two(second);\n  three(third);\n  four(fourth);\n',
    old: 'one(first);\ntwo(second);\nthree(third);\nfour(fourth);',
    new: 'three(third);\nfour(fourth);',
    result: '  three(third);\n  four(fourth);\n',
  },
  {
    title: 'a blank line is added after the last line',
    path: 'a.md',
    file: '### Import\nAfter installation\n',
    old: '### Import',
    new: '### Import\n',
    result: '### Import\n\nAfter installation\n',
  },
  {
    title: 'an insertion that stands already',
    file: 'one(first);\nadded(third);\ntwo(second);\n',
    old: 'one(first);',
    new: 'one(first);\nadded(third);',
  },
  // Places.
  {
    title: 'one reading gives one place and another reading another',
    file: 'run {\n  say(“one thing”);\n  call(two);\n}\n\nother {\n      say("one thing");\n      call(two);\n}\n',
    old: '  say("one thing");\n  call(two);',
    new: '  say("one thing");\n  call(three);',
  },
  {
    title: 'every place is replaced, each in its own indentation',
    all: true,
    file: '\tbr: RegExp;\n\tcode: RegExp;\nx {\n\t\tbr: RegExp;\n}\n',
    old: '   \tbr: RegExp;',
    new: '   \tbr: RegExp; // seen',
    result: '\tbr: RegExp; // seen\n\tcode: RegExp;\nx {\n\t\tbr: RegExp; // seen\n}\n',
  },
  {
    title: 'replaces a short word at the start of lines everywhere',
    all: true,
    file: 'a\n  return;\nb\n    return;\n',
    old: 'return;',
    new: 'return; // seen',
    result: 'a\n  return; // seen\nb\n    return; // seen\n',
  },
  {
    title: 'a line repeated under another indentation',
    file: 'a {\n  value(one);\n}\nb {\n    value(one);\n}\n',
    old: 'value(one);',
    new: 'value(two);',
  },
  // Indentation that was lost.
  {
    title: 'lines of a new block at the margin, old text found inside a line',
    file: 'function f() {\n  return view(xml);\n}\n\n// Next one.\n',
    old: 'return view(xml);\n}\n\n// Next one.',
    new: 'if (failed) {\nreturn fallback;\n}\nreturn view(xml);\n}\n\n// Next one.',
  },
  {
    title: 'a statement before a closing bracket whose indentation was lost',
    file: 'f {\n    if (a) {\n        b(1);\n    }\n    const other = 2;\n}\n',
    old: '}\n    const other = 2;',
    new: 'added(3);\n    }\n    const other = 2;',
  },
  {
    title: 'a shifted block keeps the shape of the lines that are added',
    file: 'f {\n\tif (ready) {\n\t\tgo(1);\n\t}\n}\n',
    old: '    if (ready) {\n        go(1);\n    }',
    new: '    if (ready) {\n        go(1);\n        stop(2);\n    }',
    result: 'f {\n\tif (ready) {\n\t\tgo(1);\n\t\tstop(2);\n\t}\n}\n',
  },
  {
    title: 'members of a block at its margin, the first one found inside its line',
    file: 'struct a {\n  int (*value)(void*);\n};\n\n/* Next one. */\nint z;\n',
    old: 'int (*value)(void*);\n};\n\n/* Next one. */',
    new: 'int (*value)(void*);\nint (*other)(void*);\n};\n\n/* Next one. */',
  },
  // Context.
  {
    title: 'a misremembered context line stays as the file has it',
    file: 'const first = load(config, true);\nconst second = parse(first);\nconst third = emit(second);\n',
    old: 'const first = load(options, true);\nconst second = parse(first);\nconst third = emit(second);',
    new: 'const first = load(options, true);\nconst second = parse(first, 1);\nconst third = emit(second);',
    result: 'const first = load(config, true);\nconst second = parse(first, 1);\nconst third = emit(second);\n',
  },
  {
    title: 'a misremembered line that is to be changed',
    file: 'const first = load(config);\nconst second = parse(first);\nconst third = emit(second);\n',
    old: 'const first = load(config);\nconst second = parse(input);\nconst third = emit(second);',
    new: 'const first = load(config);\nconst second = parse(input, 1);\nconst third = emit(second);',
  },
  {
    title: 'an insertion beside a blank line that the file does not have there',
    path: 'a.md',
    file: '- alpha plugin for web\n  support for alpha things\n\n#### Community plugins\n\n- beta plugin\n',
    old: '- alpha plugin for web\n\n  support for alpha things\n#### Community plugins',
    new: '- alpha plugin for web\n\n- gamma plugin\n  support for alpha things\n#### Community plugins',
  },
  {
    title: 'lines that stand above too, where the old text stands literally in one place',
    file: 'a(first);\nadded(third);\nb(second);\n}\n\nnext();\n',
    old: 'b(second);\n}\n\n',
    new: 'added(third);\nb(second);\n}\n',
    result: 'a(first);\nadded(third);\nadded(third);\nb(second);\n}\nnext();\n',
  },
  {
    title: 'a long dash that may be one hyphen or two',
    file: '// in order - we check\nrun(all);\n',
    old: '// in order – we check\nrun(all);',
    new: '// in order – we check\nfor (;; —i) run(all);',
  },
  {
    title: 'a piece of a line with a line added before it',
    file: "import { a } from 'lib';\nrun();\n",
    old: " 'lib';",
    new: "// header\n 'lib';",
  },
  {
    title: 'a changed line left out, with blank lines above it that the file has elsewhere',
    file: "a = 1,\n\n\n  newline = 'x',\n  terminator = choice(newline),\n\n  hex = /[0-9]/,\n",
    old: '\n\n  terminator = choice(newline),\n\n  hex = /[0-9]/,',
    new: '\n\nconst newline = /x/;\nconst terminator = choice(newline);\n\n  hex = /[0-9]/,',
  },
  {
    title: 'a bracket indented as the next one, so that a line is left out',
    file: 'f {\n  g {\n    status = entered;\n  }\n}\n',
    old: '    status = entered;\n}',
    new: '    status = entered;\n\n  h() {\n    go(status);\n  }\n}',
  },
  {
    title: 'new lines that move deeper while the old text is written in smaller steps',
    file: 'do\n    if (some > 0) then\n        local job = find(id)\n        removeJob(prefix, id)\n    end\nend\n',
    old: '  if (some > 0) then\n    local job = find(id)\n    removeJob(prefix, id)\n  end',
    new: '    if (some > 0) then\n      local job = find(id)\n      removeJob(prefix, id, all)\n    end\n  end',
  },
  {
    title: 'another place at other indentation, the one that was meant having changed',
    file: 'a {\n    if (callback) {\n      callback(); // no items-return\n    }\n}\nb {\n  if (callback) {\n    callback(); // no callback-return\n  }\n}\n',
    old: '    if (callback) {\n      callback(); // no callback-return\n    }',
    new: '    if (callback) {\n      callback(1); // no callback-return\n    }',
  },
  {
    title: 'line numbers in the new text alone',
    file: IMPORTS,
    old: "const fs = require('fs');\nconst net = require('net');",
    new: "     2\tconst fs = require('node:fs');\n     3\tconst net = require('net');",
  },
  {
    title: 'indentation lost in the new text alone',
    file: `run(() => {\n${PAIR}});\n`,
    old: PAIR.trimEnd(),
    new: 'first(one);\nadded(three);\nsecond(two);',
  },
  {
    title: 'old text out of a diff, new text as it is',
    file: 'f {\n  one(first);\n  two(second);\n}\n',
    old: ' f {\n-  one(first);\n   two(second);\n }',
    new: 'f {\n  two(second);\n}',
    result: 'f {\n  two(second);\n}\n',
  },
  {
    title: 'backslashes doubled in the old text alone',
    file: "write('/\\\\_/\\\\ ');\nwrite('\\n');\n",
    old: "write('/\\\\\\\\_/\\\\\\\\ ');\nwrite('\\\\n');",
    new: "print('/\\\\_/\\\\ ');\nprint('\\n');",
  },
  {
    title: 'a context line misremembered, and a twin that lacks the only telling line',
    file: 'function one() {\n  start(alpha, true);\n  go(beta);\n}\nfunction two() {\n  start(alpha, true);\n  go(beta);\n}\n',
    old: 'function one() {\n  start(omega, true);\n  go(beta);\n}',
    new: 'function one() {\n  start(omega, true);\n  go(gamma);\n}',
    result:
      'function one() {\n  start(alpha, true);\n  go(gamma);\n}\nfunction two() {\n  start(alpha, true);\n  go(beta);\n}\n',
  },
  {
    title: 'a file of one line gets the line breaks of the edit',
    file: '<slot></slot>',
    path: 'a.html',
    old: '<slot></slot>',
    new: '<slot />\r\n<p>\r\n',
    result: '<slot />\r\n<p>\r\n',
  },
  {
    title: 'every one of many places',
    all: true,
    file: 'x(1); '.repeat(3000),
    old: 'x(1)',
    new: 'y(2)',
    result: 'y(2); '.repeat(3000),
  },
  {
    title: 'line endings of the file',
    file: 'one(1);\r\ntwo(2);\r\n',
    old: 'one(1);\ntwo(2);',
    new: 'one(1);\nadded(3);\ntwo(2);',
    result: 'one(1);\r\nadded(3);\r\ntwo(2);\r\n',
  },
  {
    title: 'numbers pasted before the old text alone, and a new line that is a number',
    file: '{\n  "versions": [\n    3,\n    6\n  ],\n  "name": "a"\n}\n',
    path: 'a.json',
    old: '2:   "versions": [\n3:     3,\n4:     6\n5:   ],\n6:   "name": "a"',
    new: '  "versions": [\n    3,\n    6\n  ],\n  "name": "b"',
    result: '{\n  "versions": [\n    3,\n    6\n  ],\n  "name": "b"\n}\n',
  },
  {
    title: 'numbers pasted before the old text alone, and a line that begins with a number of its own',
    file: "const NAMES = {\n  1: 'one',\n  3: 'three',\n};\nuse(NAMES);\n",
    old: "3:   3: 'three',\n4: };\n5: use(NAMES);",
    new: "  3: 'three',\n};\nadded(1);\nuse(NAMES);",
    result: "const NAMES = {\n  1: 'one',\n  3: 'three',\n};\nadded(1);\nuse(NAMES);\n",
  },
  {
    title: 'pasted numbers that say another place, which fits but for indentation',
    file: 'function a() {\n    call(one);\n    call(two);\n}\nfunction b() {\n  call(one);\n  call(two);\n}\n',
    old: '6|    call(one);\n7|    call(two);',
    new: '6|    call(one);\n7|    call(three);',
  },
  {
    title: 'brackets in a code fence',
    file: 'f(a, {\n  b() {\n  }\n}\n\ng(a, {\n  }\n}\n',
    old: '```\n  }\n}\n\n```',
    new: '```\n  }\n}\nend();\n\n```',
  },
  {
    title: 'wide spaces below pasted numbers',
    file: '<manifest a="b"\n    package="one" >\n</manifest>\n',
    path: 'a.xml',
    old: '     1\t<manifest a="b"\n     2\t\u00a0\u00a0\u00a0\u00a0package="one" >\n     3\t</manifest>',
    new: '     1\t<manifest a="b"\n\u00a0\u00a0\u00a0\u00a0package="two" >\n     3\t</manifest>',
    result: '<manifest a="b"\n    package="two" >\n</manifest>\n',
  },
  {
    title: 'plus signs of a list below an escaped old text',
    file: '+ `async`: in the background,\n  whatever is passed.\n+ `silent`: no output (default).\n+ `encoding`: of the values.\n  More of it.\n',
    path: 'a.md',
    old: '  whatever is passed.\\n+ `silent`: no output (default).\\n+ `encoding`: of the values.\\n  More of it.',
    new: '  whatever is passed.\n+ `silent`: no output (default).\n+ `encoding`: of all values.\n  More of it.',
  },
  {
    title: 'a plus sign before an added line, in a file with other plus signs',
    file: '\n+ (id)make:(int)a;\n- (id)get:(int)a;\n\n@end\n',
    path: 'a.h',
    old: '\n- (id)get:(int)a;\n\n@end',
    new: '\n- (id)get:(int)a;\n+- (id)init:(int)b;\n\n@end',
  },
  {
    title: 'a plus sign before an added line of a shifted list',
    file: 'list:\n  - first\n  - second\n',
    path: 'a.yml',
    old: '- first\n- second',
    new: '+# numbers\n- first\n- second',
  },
  {
    title: 'escaped line breaks in a comment',
    file: '# GENERATED FILE\n\nkey=1\n',
    path: 'a.properties',
    old: '# GENERATED FILE',
    new: '# Licensed to all\\n# GENERATED FILE, by hand',
  },
  {
    title: 'an escaped line break at the end',
    file: 'FROM a:1\n\nRUN b\n',
    path: 'a.md',
    old: 'FROM a:1\n',
    new: 'FROM a:2\\n',
  },
  {
    title: 'escaped line breaks between lines that are like those of the old text',
    file: 'Copyright (c) 2020, One and contributors.<br>\nAll rights of the owners reserved.<br>\n',
    path: 'LICENSE.md',
    old: 'Copyright (c) 2020, One and contributors.<br>\nAll rights of the owners reserved.<br>',
    new: '(c) One.\\nAll rights of the owners reserved.',
  },
  {
    title: 'left-out code in a comment of a YAML file',
    file: "a:\n  - 'one'\n\n  - 'two'\n",
    path: 'a.yml',
    old: "  - 'one'\n",
    new: "  - 'one'\n/* ... */\n  # more",
  },
  {
    title: 'an entity that only the new text has, beside bare quotes',
    file: '"html": "<div class=\\"a\\">one</div>"\n',
    path: 'a.json',
    old: '"html": "&lt;div class=\\"a\\"&gt;one&lt;/div&gt;"',
    new: '"html": "&lt;div class=\\"a\\"&gt;one &quot;two&quot;&lt;/div&gt;"',
  },
  {
    title: 'backslashes doubled in the old text, and others in the new one',
    file: '  // so it is escaped.\n  return value.replace(/["]/g, \'\\\\"\');\n',
    old: '  // so it is escaped.\n  return value.replace(/["]/g, \'\\\\\\\\"\');',
    new: "  // so it is escaped.\n  return value.replace(/\\\\/g, '\\\\\\\\').replace(/[\"]/g, '\\\\\"');",
  },
  {
    title: 'old text that lost indentation, and new text that goes as much deeper',
    file: 'class A {\n  m() {\n    if (zone) {\n      add("z");\n    }\n  }\n}\n',
    old: '  if (zone) {\n    add("z");',
    new: '    if (milliseconds) {\n      more(".");\n    }',
  },
  {
    title: 'old text that lost indentation, and lines of both that moved to where the file has them',
    file: 'a {\n    b {\n\n        view\n            .animate()\n            .start();\n    }\n}\nc {\n}\n',
    old: '\n    view\n        .animate()\n        .start();\n}',
    new: '\n        view\n                .animate()\n                .start();\n    }\n}',
  },
  {
    title: 'attributes that lost their indentation',
    file: '<!--\n-->\n<manifest a="b"\n      package="c" version="1">\n</manifest>\n',
    path: 'a.xml',
    old: '-->\n<manifest a="b"\npackage="c" version="1">\n</manifest>',
    new: '-->\n<manifest a="b"\nversion="1"\ncode="1">\n</manifest>',
  },
  {
    title: 'a blank line that was not there, and white space at its place',
    file: 'start\n/* note */\n  AMap *map = [AMap new];\n  map.bridge = self;\n',
    path: 'a.m',
    old: '  \n  AMap *map = [AMap new];\n  map.bridge = self;',
    new: '  NSString *id = nil;\n  AMap *map = [AMap with:id];\n  map.bridge = self;',
  },
  {
    title: 'white space at the end of a line stays there when one is added below it',
    file: 'end();\n \n//@\n//@ uniq([options])  \n//@ Options:\n',
    old: '\n//@\n//@ uniq([options])',
    new: '\n//@\n//@ uniq([options])\n//@ more',
    result: 'end();\n \n//@\n//@ uniq([options])  \n//@ more\n//@ Options:\n',
  },
  {
    title: 'a line break at the end of the new text alone, context misremembered',
    file: '{\n  "kind": "module",\n  "main": "./build/index.js",\n  "url": "https://example.org/graphs"\n}\n',
    path: 'a.json',
    old: '  "kind": "modules",\n  "main": "./build/index.js",\n  "url": "https://example.org/graphs"',
    new: '  "kind": "modules",\n  "main": "./index.js",\n  "url": "https://example.org/graphs"\n',
  },
  {
    title: 'a context line in the place of a blank one',
    file: '  Value Interrupt(Info info);\n\n  static void SetBusy(Baton* baton);\n\n  static void Register(Baton* baton);\n',
    path: 'a.h',
    old: '\n\n  static void SetBusy(Baton* baton);\n  static void Register(Baton* baton);',
    new: '\n\n  static void SetLimit(Baton* baton);\n  static void SetBusy(Baton* baton);\n  static void Register(Baton* baton);',
  },
  {
    title: 'two lines of the file in one, beside the place of an insertion',
    file: '<?xml version="1.0"?>\n<adaptive xmlns="http://example.org/android">\n    <background drawable="@one/two" />\n</adaptive>\n',
    path: 'a.xml',
    old: '<?xml version="1.0"?> <adaptive xmlns="http://example.org/android">\n    <background drawable="@one/two" />',
    new: '<?xml version="1.0"?> <adaptive xmlns="http://example.org/android">\n<!-- note -->\n    <background drawable="@one/two" />',
  },
  {
    title: 'a blank line that is not shown beside lines that come',
    file: 'class A {\n  private let promise: Promise\n\n  required init(promise: Promise) {\n    self.promise = promise\n  }\n}\n',
    path: 'a.swift',
    old: 'class A {\n  private let promise: Promise\n  required init(promise: Promise) {\n    self.promise = promise',
    new: 'class A {\n  private let promise: Promise\n  private let sound: Bool\n  required init(promise: Promise, sound: Bool) {\n    self.promise = promise',
  },
  {
    title: 'a first line that lost its indentation, and goes on in one that did as well',
    file: "var fs = require('fs'),\n    glob = require('glob');\n\nvar rules = load();\n",
    old: "glob = require('glob');\n\nvar rules = load();",
    new: "glob = require('glob'),\nformat = require('./format');\n\nvar rules = load();",
  },
  {
    title: 'a tag that is spread over lines without indentation',
    file: '  <p>\n    <div class="one" />\n    <nav class="two" id="three">\n  </p>\n',
    path: 'a.vue',
    old: '<div class="one" />\n<nav class="two" id="three">',
    new: '<div class="one" />\n<nav\nclass="two"\nid="four"\n>',
  },
  {
    title: 'escaped line breaks before the lines of a block',
    file: "order:\n  - 'display'\n",
    path: 'a.yml',
    old: 'order:',
    new: "order:\\n  # sizing\\n  - 'sizing'",
  },
  {
    title: 'a first line indented too far says nothing about new lines further down',
    file: 'declare module "p" {\n    /**\n     * first words\n     * second words\n     * third words\n     */\n    call(one);\n    call(two);\n}\n',
    path: 'a.d.ts',
    old: '  declare module "p" {\n    /**\n     * first words\n     * second words\n     * third words',
    new: '  declare module "p" {\n    /**\n     * first words\n     if (ready) {\n         * second words\n     }\n     * third words',
    result:
      'declare module "p" {\n    /**\n     * first words\n     if (ready) {\n         * second words\n     }\n     * third words\n     */\n    call(one);\n    call(two);\n}\n',
  },
  {
    title: 'a blank line that goes at the end of an escaped text goes once',
    file: 'start("one");\nwrite("two");\n\n\nnext("three");\n',
    old: 'start(\\"one\\");\nwrite(\\"two\\");\n\n',
    new: 'start(\\"one\\");\nsave(\\"two\\");\n',
    result: 'start("one");\nsave("two");\n\nnext("three");\n',
  },
  {
    title: 'lines added before or after an equal one, where the text leaves a blank line out',
    file: '# Title of it\nfirst item\nsecond item\n\nthird item\n\nEnd of it\n',
    path: 'a.md',
    old: '# Title of it\nfirst item\nsecond item\nthird item',
    new: '# Title of it\nfirst item\nsecond item\nthird item\na rope\nthird item',
  },
  {
    title: 'a line added before or after an equal one that ends in white space',
    file: '# Title of it\nfirst item  \nsecond item\n',
    path: 'a.md',
    old: '# Title of it\nfirst item\nsecond item',
    new: '# Title of it\nfirst item\nfirst item\nsecond item',
  },
  {
    title: 'fewer blank lines in a row than the file has, and yet some',
    file: 'return join(rows)\n\n\nif main(rows):\n    stock = open(rows)\n    stock.add(apples)\n',
    path: 'a.py',
    old: 'return join(rows)\n\nif main(rows):\n    stock = open(rows)\n    stock.add(apples)',
    new: 'return join(rows)\n\nif main(rows):\n    stock = open(rows)\n\n    stock.add(apples)',
  },
  {
    title: 'a typographic sign in a new line, which the file has here and there',
    file: 'say("bo‘l");\nsay("two");\n',
    old: 'say(“bo‘l”);\nsay(“two”);',
    new: 'say(“bo‘l”);\nsay(‘noto‘g‘ri’);\nsay(“two”);',
  },
  {
    title: 'a context line changed in one of two places, another one in the other',
    file: '  echo "$name items there already"\n  continue\nfi\ncp "bin/$name" "$target"\n\n\nset -eu\n\nfor each; do\n  if true; then\n  echo "$name is there already"\nsomething else\nfi\ncp "bin/$name" "$target"\n',
    path: 'a.sh',
    old: '  echo "$name is there already"\n  continue\nfi\ncp "bin/$name" "$target"',
    new: '  echo "$name is there already"\n  continue\nfi\necho "ready"\ncp "bin/$name" "$target"',
  },
  {
    title: 'a text that fits but for trailing white space, and as a diff too',
    file: 'start of it\n\nWhat would be decided:\n\n',
    path: 'a.md',
    old: 'start of it\n\nWhat would be decided: \n',
    new: 'start of it\n+oat milk\n',
  },
  {
    title: 'lines at the margin that are flat, the last of which the file indents',
    file: '# Title\n- first item of it\n  goes on here\n  and here\n',
    path: 'a.md',
    old: '# Title\n- first item of it\ngoes on here',
    new: '# Title\n- new item of it\nthat goes on\n- first item of it\ngoes on here',
  },
  {
    title: 'tabs for spaces in a file that indents by both',
    file: 'if (one) {\n\tfirst(1);\n}\nif (two) {\n    second(2);\n    third(3);\n}\n',
    old: 'if (two) {\n\tsecond(2);\n\tthird(3);',
    new: 'if (two) {\n\tsecond(2);\n\tif (ready) {\n\t\tthird(3);\n\t}',
  },
  {
    title: 'lines that begin inside of a line, and stand elsewhere as whole lines',
    file: 'const MAJOR: {\n    0: number;\n    1: number;\n};\nx {\n    MAJOR: {\n        0: number;\n        1: number;\n    };\n}\n',
    old: 'MAJOR: {\n    0: number;\n    1: number;',
    new: 'MAJOR: {\n    0: string;\n    1: number;',
  },
  {
    title: 'an escaped tab inside a line, which may be meant as it is',
    file: 'sub shutdown {\n\tmy $this=shift;\n}\n',
    path: 'a.pm',
    old: 'sub shutdown {\\n\\tmy $this=shift;',
    new: 'sub shutdown {\\n\\tsub change { $_[0] }\\t# it\\n\\tmy $this=shift;',
  },
  {
    title: 'a changed line keeps the white space at its end',
    file: 'first one \nsecond two three \nfourth\n',
    path: 'a.txt',
    old: 'first one\nsecond two three\nfourth',
    new: 'first one\nsecond two four\nfourth',
    result: 'first one \nsecond two four \nfourth\n',
  },
  {
    title: 'one line of the new text as the file has it, where several are indented otherwise',
    file: 'const line = (one, two) => one.ends(1)\n    ? first(one)\n    : second(two)\n        ? third(one)\n        : fourth(two);\n\nexport { line };\n',
    old: 'const line = (one, two) => one.ends(1)\n        ? first(one)\n        : second(two)\n                ? third(one)\n                : fourth(two);\n\nexport { line };',
    new: 'const line = (one, two) => one.ends(1)\n        return other(one);\n        : fourth(two);\n\nexport { line };',
  },
  {
    title: 'a typographic quote beside a sign that is new',
    file: 'theme = {\n  ‘;’: yellow,\n  ‘:’: blue,\n}\n',
    old: "theme = {\n  ';': yellow,\n  ':': blue,",
    new: "theme = {\n  '{': yellow,\n  ':': blue,",
  },
  {
    title: 'a removed line that stands again, after a blank line, among lines that the text does not know',
    file: "  expect(b).toBe(3);\n});\n\ntest('first', () => {\n  const a = make(one);\n  expect(a).toBe(1);\n});\n\ntest('second', () => {\n  const b = make(two);\n",
    old: "  expect(c).toBe(2);\n});\n\ntest('second', () => {\n  const b = make(two);",
    new: "  expect(c).toBe(2);\n}, 5);\n\ntest('second', () => {\n  const b = make(two);",
  },
  {
    title: 'escaped line breaks of a text whose own quotes are escaped in the file',
    file: 'first(one);\nsecond(two);\n',
    old: 'first(one);\\nsecond(two);',
    new: 'first(one);\\nmid(`\\`\\`\\`json\\n{a}\\n\\`\\`\\``);\\nsecond(two);',
  },
  {
    title: 'lines that lost their levels, one changed in its place',
    file: 'f {\n  if (one) {\n    start(first);\n    stop(second);\n  }\n}\n',
    old: 'if (one) {\nstart(first);\nstop(second);\n}',
    new: 'if (one) {\nstart(third);\nstop(second);\n}',
  },
  {
    title: 'a wrapped block whose edit is made already, and the same lines elsewhere at other indentation',
    file: '  start(first);\n  if (ready) {\n    middle(second);\n  }\n  stop(third);\n}\n\n    start(first);\n    middle(second);\n    stop(third);\n',
    old: '  start(first);\n  middle(second);\n  stop(third);',
    new: '  start(first);\n  if (ready) {\n    middle(second);\n  }\n  stop(third);',
  },
  {
    title: 'spaces before the tabs of every line',
    file: 'f {\n\t\tstart(first);\n\t\tif (one) {\n\t\t\tstop(second);\n\t\t}\n}\n',
    old: '  \t\tstart(first);\n  \t\tif (one) {\n  \t\t\tstop(second);\n  \t\t}',
    new: '  \t\tstart(first);\n  \t\tif (one) {\n  \t\t\tif (two) {\n  \t\t\t\tstop(second);\n  \t\t\t}\n  \t\t}',
    result: 'f {\n\t\tstart(first);\n\t\tif (one) {\n\t\t\tif (two) {\n\t\t\t\tstop(second);\n\t\t\t}\n\t\t}\n}\n',
  },
  {
    title: 'lines that lost their levels, two joined into one',
    file: 'f {\n  call: one,\n  repeatable:\n    ready !== undefined && isRepeatable(ready, effects),\n  other: two,\n}\n',
    old: 'f {\ncall: one,\nrepeatable:\nready !== undefined && isRepeatable(ready, effects),\nother: two,',
    new: 'f {\ncall: one,\nrepeatable: ready !== undefined && isRepeatable(ready, effects),\nother: two,',
  },
  {
    title: 'a word changed in a line whose columns are lined up',
    file: 'type counter struct {\n\tmu    sync.Mutex\n\tseen  map[string]int\n\ttotal int64\n}\n',
    path: 'a.go',
    old: 'type counter struct {\n\tmu sync.Mutex\n\tseen map[string]int\n\ttotal int64',
    new: 'type counter struct {\n\tmu sync.Mutex\n\tseen renamed[string]int\n\ttotal int64',
    result: 'type counter struct {\n\tmu    sync.Mutex\n\tseen  renamed[string]int\n\ttotal int64\n}\n',
  },
  {
    title: 'a numbered text that begins with a blank line',
    file: 'first();\n\nexport const one = 1;\n\nexport const two = 2;\n',
    old: '     4\t\n     5\texport const two = 2;',
    new: '     4\t\n     5\texport const three = 3;\n     6\texport const two = 2;',
    result: 'first();\n\nexport const one = 1;\n\nexport const three = 3;\nexport const two = 2;\n',
  },
  {
    title: 'one line that is pushed in, and a new one that is not',
    file: 'class A {\n  asked = false;\n\n  ready = true;\n}\n',
    old: '    asked = false;\n',
    new: '    asked = false;\n  ended = false;\n',
  },
  {
    title: 'a block that stands twice in the text and three times in the file, misremembered',
    file: '  set: {\n    one: first,\n    few: second,\n    many: third,\n  },\n  map: {\n    one: first,\n    few: second,\n    many: third,\n  },\n  bag: {\n    one: first,\n    few: second,\n    many: third,\n  },\n',
    old: '    one: first,\n    few: second,\n    many: third,\n  },\n  map: {\n    one: first,\n\n    few: second,\n    many: third,\n  },',
    new: '    one: first,\n    few: second,\n    many: fourth,\n  },\n  map: {\n    one: first,\n\n    few: second,\n    many: third,\n  },',
  },
  {
    title: 'an escaped sign of a regular expression that would become a control character',
    file: 'const first = 1;\nconst last = 9;\n',
    old: 'const first = 1;\\nconst last = 9;',
    new: 'const first = 1;\\nconst word = /one\\b.*two/;\\nconst last = 9;',
  },
  {
    title: 'escaped line breaks beside backslashes that are not escaped',
    file: 'const first = 1;\nconst last = 9;\n',
    old: 'const first = 1;\\nconst last = 9;',
    new: "const first = 1;\\nconst lines = /^\\s*'(\\w+)'\\n(\\d+)$/;\\nconst last = 9;",
  },
  {
    title: 'an escaped line break that lies in a regular expression',
    file: '  ),\n);\n\n/** Words that stand first. */\n',
    old: '  ),\\n);\\n\\n/** Words that stand first. */',
    new: '  ),\\nif (/[\\n\\t]/.test(text)) return;\\n);\\n\\n/** Words that stand first. */',
  },
  {
    title: 'a line of context that is escaped once too often, the others not',
    file: 'say("one thing");\ncall(two);\ncall(three);\n',
    old: 'say(\\"one thing\\");\ncall(two);\ncall(three);',
    new: 'say(\\"one thing\\");\ncall(two);\nsay(\\\\"four\\\\");\ncall(three);',
  },
  {
    title: 'brackets that end inside of a line, and stand elsewhere as whole lines',
    file: 'a {\n  b {\n    one(() => {\n      x();\n      })\n    } else {\n  }\n}\nc {\n  d(() => {\n    y();\n    })\n  }\n',
    old: '      })\n    }',
    new: '      });\n    }',
  },
  {
    title: 'a line added after a last line that the file has otherwise',
    file: 'const show = (code) =>\n  code\n    .replace(first, letter)\n    .replace(second, letter => letter.big(0));\n\nend();\n',
    old: '  code\n    .replace(first, letter)\n    .replace(second, value => letter.big(0));',
    new: '  code\n    .replace(first, letter)\n    .replace(second, value => letter.big(0));\n}',
  },
  {
    title: 'a line of context between others that is escaped once too often, and a new one that may be',
    file: ' *\n * provided "as is", to all\n * without any warranty\n * of the authors\n */\n',
    old: ' *\n * provided \\"as is\\", to all\n * without any warranty\n * of the authors',
    new: ' *\n * provided \\"as is\\", to all\n * without any warranty\n * see \\"there\\" or C:\\dir\n * of the authors',
  },
  {
    title: 'tags that close themselves, with escaped quotes',
    file: '<a one="1" />\n<b two="2" />\n',
    path: 'a.html',
    old: '<a one=\\"1\\" />\n<b two=\\"2\\" />',
    new: '<a one=\\"1\\" />\n<c three=\\"3\\" />\n<b two=\\"2\\" />',
    result: '<a one="1" />\n<c three="3" />\n<b two="2" />\n',
  },
  {
    title: 'a word broken by a line break',
    file: '<adaptive-icon>\n</adaptive-icon>\n',
    path: 'a.xml',
    old: '</adaptive',
    new: '</adaptive\n',
  },
];

function edit({ file, old, new: wanted, path = 'a.js', all = false }: Case): string {
  const { bytes } = applyEdits(Buffer.from(file), [{ old_text: old, new_text: wanted, replace_all: all }], { path });
  return Buffer.from(bytes).toString();
}

describe('edits that once went wrong', () => {
  it.each(CASES.filter(each => each.result !== undefined))('writes: $title', each => {
    expect(edit(each)).toBe(each.result);
  });

  it.each(CASES.filter(each => each.result === undefined))('refuses: $title', each => {
    expect(() => edit(each)).toThrow(/nothing was changed|already/i);
  });

  it('refuses: brackets that stand literally, beside an edit that is indented differently', () => {
    const file =
      'class A {\n    m() {\n        for (;;) {\n        }\n    }\n    n() {\n        call(one);\n    }\n}\n';
    const edits = [
      { old_text: '    }\n}', new_text: '    }\n    done();\n}' },
      { old_text: 'n() {\n    call(one);', new_text: 'n() {\n    call(two);' },
    ];
    expect(() => applyEdits(Buffer.from(file), edits, { path: 'a.js' })).toThrow(/nothing was changed/i);
  });

  it('does not take long over a long line of escaped text', () => {
    const line = (name: string) => `const ${name} = "${'abcdefgh'.repeat(40_000)}";`;
    const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
    const file = `first();\n${line('a')}\n`;
    const edited = edit({ title: '', file, old: escaped(file.trim()), new: escaped(`first();\n${line('b')}`) });
    expect(edited).toBe(`first();\n${line('b')}\n`);
  });
});
