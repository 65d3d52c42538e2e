import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../tool/error.ts';
import type { Edit } from './apply-edits.ts';
import { applyEdits } from './apply-edits.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const edit = (old_text: string, new_text: string, replace_all?: boolean): Edit => ({
  old_text,
  new_text,
  ...(replace_all === undefined ? {} : { replace_all }),
});
const run = (file: string | Uint8Array, edits: Edit | readonly Edit[], path = 'a.ts') =>
  applyEdits(typeof file === 'string' ? bytes(file) : file, Array.isArray(edits) ? edits : [edits as Edit], { path });
const text = (file: string, edits: Edit | readonly Edit[], path?: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(run(file, edits, path).bytes);
const how = (file: string, one: Edit): string | undefined => run(file, one).statuses[0]!.matched;

function failure(call: () => unknown): ToolError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    expect(estimateTokenCount((error as ToolError).message)).toBeLessThan(400);
    return error as ToolError;
  }
  throw new Error('nothing was thrown');
}

describe('a literal match', () => {
  it('a literal match is spliced literally, inside a line too', () => {
    expect(text('const a = b + c;\n', edit('b + c', '$& $1 $$'))).toBe('const a = $& $1 $$;\n');
    expect(how('const a = b;\n', edit('b', 'c'))).toBe('exact');
  });

  it('a literal match counts overlapping matches', () => {
    expect(failure(() => run('aaa\n', edit('aa', 'b'))).code).toBe('EDIT_AMBIGUOUS');
  });

  it('a literal match goes first, whatever else is like it', () => {
    expect(text('  a();\n    a() ;\n', edit('    a() ;', '    b();'))).toBe('  a();\n    b();\n');
  });

  it('a literal match in one place wins, whatever stands around it', () => {
    expect(text('a();\n   \nb();\n', edit('a();\n', 'c();\n'))).toBe('c();\n   \nb();\n');
    expect(text('a();\n   \nb();\n', edit('a();', 'c();\nd();'))).toBe('c();\nd();\n   \nb();\n');
    expect(text('f {\n  go(1);\n    go(1);\n}\n', edit('  go(1);\n', '  go(2);\n'))).toBe(
      'f {\n  go(2);\n    go(1);\n}\n',
    );
    expect(text('x {\n  go(1);\n}\ny {\n    go(1);\n}\n', edit('  go(1);', '  go(2);'))).toBe(
      'x {\n  go(2);\n}\ny {\n    go(1);\n}\n',
    );
    expect(text('b();\nc();\na();\n', edit('a();', 'b();'))).toBe('b();\nc();\nb();\n');
    expect(text('one(1);\n\ntwo(2);\none(1);\nthree(3);\n', edit('\n\ntwo(2);', '\none(1);'))).toBe(
      'one(1);\none(1);\none(1);\nthree(3);\n',
    );
  });

  it('a literal match of two places names both lines and what stands before them', () => {
    const error = failure(() =>
      run('function one() {\n  go();\n}\nfunction two() {\n  go();\n}\n', edit('go();', 'stop();')),
    );
    expect(error.code).toBe('EDIT_AMBIGUOUS');
    expect(error.message).toMatch(/line 2: go\(\); \(after function one/);
    expect(error.message).toMatch(/line 5: go\(\); \(after function two/);
    expect(error.details).toMatchObject({ lines: [2, 5], statuses: [{ edit: 1, status: 'ambiguous' }] });
  });

  it('a literal match takes the file as it is when the edit is one line short of its break', () => {
    expect(text('a\nb\nc\n', edit('b\n', 'x'))).toBe('a\nx\nc\n');
    expect(text('a\nb\nc\n', edit('\nb\n', ''))).toBe('a\nc\n');
  });

  it('a literal match: at the end of the file adds no final line break and drops none', () => {
    expect(text('a\nb\n', edit('b\n', 'x'))).toBe('a\nx');
    expect(text('a\nb\n', edit('b', 'x\n'))).toBe('a\nx\n\n');
    expect(text('a\nb', edit('b', 'x\n'))).toBe('a\nx\n');
    expect(text('a\nb\n', edit('b\n', 'x\n'))).toBe('a\nx\n');
    expect(text('a\n  b\n', edit('b\n', 'x\ny'))).toBe('a\n  x\n  y');
  });

  it('a literal match that lacks the indentation of its line does not indent what follows wrongly', () => {
    const file = 'class A {\n    f() {\n        start();\n    }\n}\n';
    const wrapped = file.replace('        start();', '        if (x) {\n            start();\n        }');
    expect(text(file, edit('start();', 'if (x) {\n    start();\n}'))).toBe(wrapped);
    expect(text(file, edit('start();', 'if (x) {\n            start();\n        }'))).toBe(wrapped);
    expect(text(file, edit('start();', '        finish();'))).toBe(file.replace('start', 'finish'));
    expect(failure(() => run(file, edit('start();', '  finish();'))).code).toBe('EDIT_NOT_FOUND');
  });
});

describe('bytes', () => {
  it('bytes of each line break stay, and new lines take their neighbour’s', () => {
    expect(text('a\r\nb\r\nc\r\n', edit('a\nb', 'a\nx\nb'))).toBe('a\r\nx\r\nb\r\nc\r\n');
    expect(text('a\nb\r\nc\rd\n', edit('b', 'x\ny'))).toBe('a\nx\r\ny\r\nc\rd\n');
    expect(text('a\rb\rc', edit('b\nc', 'x\ny\nc'))).toBe('a\rx\ry\rc');
    expect(text('a\nb\n', edit('a\r\nb\r\n', 'a\r\nx\r\n'))).toBe('a\nx\n');
  });

  it('bytes of a missing final line break stay missing', () => {
    expect(text('a\nb', edit('b\n', 'c\n'))).toBe('a\nc');
    expect(text('a\nb', edit('a\nb\n', 'a\nb\nc\n'))).toBe('a\nb\nc');
    expect(text('a\nb', edit('b', 'b\n'))).toBe('a\nb\n');
  });

  it('bytes of a byte order mark and of UTF-16 stay', () => {
    expect(text('\ufeffa\nb\n', edit('\ufeffa', 'x'))).toBe('\ufeffx\nb\n');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a = 1\r\nb = ü\r\n', 'utf16le')]);
    const result = run(wide, edit('a = 1', 'a = 2'));
    expect(Buffer.from(result.bytes).subarray(2).toString('utf16le')).toBe('a = 2\r\nb = ü\r\n');
  });

  it('bytes that are no UTF-8 stay, and what the encoding lacks is refused', () => {
    const latin = Uint8Array.from('na\xefve\ncaf\xe9\n', char => char.charCodeAt(0));
    const result = run(latin, edit('café', 'thé'));
    expect(Buffer.from(result.bytes).toString('latin1')).toBe('na\xefve\nth\xe9\n');
    expect(failure(() => run(latin, edit('café', '茶'))).code).toBe('INVALID_ARGUMENTS');
  });
});

describe('a reading', () => {
  it('a reading leaves lines that the edit keeps as the file has them', () => {
    const file = '\tif (a) {   // odd  spacing\n\t\tgo();\n\t}\n';
    expect(text(file, edit('if (a) { // odd spacing\n    go();\n}', 'if (a) { // odd spacing\n    stop();\n}'))).toBe(
      '\tif (a) {   // odd  spacing\n\t\tstop();\n\t}\n',
    );
  });

  it('indents new lines as the file does', () => {
    const file = 'class A {\n\tgo() {\n\t\treturn 1;\n\t}\n}\n';
    const spaces = edit(
      '    go() {\n        return 1;\n    }',
      '    go() {\n        if (x) {\n            return 2;\n        }\n        return 1;\n    }',
    );
    expect(text(file, spaces)).toBe(
      'class A {\n\tgo() {\n\t\tif (x) {\n\t\t\treturn 2;\n\t\t}\n\t\treturn 1;\n\t}\n}\n',
    );
    expect(how(file, spaces)).toBe('indentation');
  });

  it('a reading that contradicts itself about indentation is refused', () => {
    const file = 'if a:\n    one()\n    if b:\n        two()\n';
    const flat = edit('one()\nif b:\ntwo()', 'one()\nif b:\nnew()\ntwo()');
    expect(failure(() => run(file, flat)).message).toMatch(/indentation/);
  });

  it('a reading takes quotes, entities, escapes, numbers, fences and diff marks off both texts', () => {
    const file = 'const a = "x";\nconst b = a < 2 && f(a);\nconst c = 3;\n';
    const result = 'const a = "x";\nconst b = a < 3 && f(a);\nconst c = 3;\n';
    const [old, wanted] = ['const a = "x";\nconst b = a < 2 && f(a);', 'const a = "x";\nconst b = a < 3 && f(a);'];
    const number = (lines: string) =>
      lines
        .split('\n')
        .map((line, at) => `     ${at + 1}\t${line}`)
        .join('\n');
    const entity = (lines: string) => lines.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const changes: readonly [string, (lines: string) => string][] = [
      ['typographic characters', lines => lines.replace('"x"', '“x”')],
      ['HTML entities', entity],
      ['escaped characters', lines => JSON.stringify(lines).slice(1, -1)],
      ['pasted line numbers', number],
      [
        'pasted line numbers',
        lines =>
          lines
            .split('\n')
            .map((line, at) => `${at + 1}: ${line}`)
            .join('\n'),
      ],
      [
        'pasted line numbers',
        lines =>
          lines
            .split('\n')
            .map((line, at) => `L${at + 1}: ${line}`)
            .join('\n'),
      ],
      [
        'pasted line numbers',
        lines =>
          lines
            .split('\n')
            .map((line, at) => `  ${at + 1}→${line}`)
            .join('\n'),
      ],
      ['code fence', lines => `\`\`\`ts\n${lines}\n\`\`\``],
    ];
    for (const [name, change] of changes) {
      const spoilt = edit(change(old), change(wanted));
      expect(text(file, spoilt), name).toBe(result);
      expect(how(file, spoilt)).toContain(name);
    }
    const marked = edit(' const a = "x";\n-const b = a < 2 && f(a);', ' const a = "x";\n+const b = a < 3 && f(a);');
    expect(text(file, marked)).toBe(result);
  });

  it('maps new typographic quotes only where one answer is possible', () => {
    expect(text("say('a', 'b');\n", edit('say(‘a’, ‘b’);', 'say(‘a’, ‘b’, ‘c’);'))).toBe("say('a', 'b', 'c');\n");
    const prose = 'She said “yes” and went.\n';
    expect(text(prose, edit('She said "yes" and went.', 'She said "yes" and left.'))).toBe(
      'She said “yes” and left.\n',
    );
    expect(failure(() => run(prose, edit('She said "yes" and went.', 'She said "yes" and "no".'))).code).toBe(
      'EDIT_NOT_FOUND',
    );
  });

  it('a reading that fits two places is refused', () => {
    const file = '  one(1);\n  two(2);\n}\n    one(1);\n    two(2);\n';
    expect(failure(() => run(file, edit('one(1);\ntwo(2);', 'one(1);\nthree(3);'))).code).toBe('EDIT_AMBIGUOUS');
  });
});

describe('context that is not quite right', () => {
  const file = 'import a from "a";\n\nexport function first(x) {\n  const total = sum(x);\n  return total;\n}\n';

  it('context that is not quite right is merged around when the edit does not change it', () => {
    const old = 'export function first(x) {\n  const total = addUp(x);\n  return total;\n}';
    expect(text(file, edit(old, old.replace('return total', 'return total + 1')))).toBe(
      file.replace('return total', 'return total + 1'),
    );
    const blank = 'import a from "a";\nexport function first(x) {';
    expect(text(file, edit(blank, blank.replace('"a"', '"b"')))).toBe(file.replace('"a"', '"b"'));
  });

  it('context that is not quite right is refused when it is what the edit changes', () => {
    const old = '  const total = addUp(x);\n  return total;';
    const error = failure(() => run(file, edit(old, old.replace('addUp', 'addAll'))));
    expect(error.code).toBe('EDIT_NOT_FOUND');
    expect(error.message).toContain('First difference: line 1 of old_text is «··const total = addUp(x);»');
    expect(error.message).toContain('     4\t··const total = sum(x);');
    expect(error.details).toMatchObject({ nearest: { from: 4, to: 5 } });
  });

  it('context that is not quite right may leave a middle out that both texts leave out', () => {
    const old = 'export function first(x) {\n  // ... existing code ...\n}';
    expect(text(file, edit(old, old.replace('first(x)', 'first(x, y)')))).toBe(file.replace('first(x)', 'first(x, y)'));
  });

  it('context that is not quite right is not searched through when lines of the replaced span are not shown', () => {
    const old = 'export function first(x) {\n  // ...\n}';
    expect(failure(() => run(file, edit(old, 'export const first = sum;'))).code).toBe('EDIT_NOT_FOUND');
    expect(failure(() => run(file, edit('const total = sum(x);\n}', 'return sum(x);\n}'))).code).toBe('EDIT_NOT_FOUND');
  });

  it('context that is not quite right that names another place than the one like it is refused', () => {
    const two = 'def test_a():\n    x = 1\n    changed(x)\n\ndef test_b():\n    x = 1\n    check(x)\n';
    expect(
      failure(() =>
        run(two, edit('def test_a():\n    x = 1\n    check(x)', 'def test_a():\n    x = 2\n    check(x)'), 'a.py'),
      ).code,
    ).toMatch(/^EDIT_/);
  });
});

describe('an edit that means nothing or too much', () => {
  it('an edit that means nothing or too much with left-out code only in the new text is refused', () => {
    for (const remark of [
      '// ... existing code ...',
      '# rest unchanged',
      '<!-- rest of the file -->',
      '/* ... */',
      '-- (unchanged)',
    ]) {
      const error = failure(() => run('a();\nb();\n', edit('a();', `a(1);\n${remark}`)));
      expect(error.code).toBe('INVALID_ARGUMENTS');
      expect(error.message).toContain(remark);
    }
    expect(text('a();\n// ...\n', edit('a();\n// ...', 'b();\n// ...'))).toBe('b();\n// ...\n');
    expect(
      text(
        'class A:\n    def f(self): pass\n',
        edit('    def f(self): pass', '    def f(self):\n        ...'),
        'a.pyi',
      ),
    ).toContain('        ...');
  });

  it('an edit that means nothing or too much with a blank search is refused, unless the file is empty', () => {
    for (const old of ['', ' ', '\n'])
      expect(failure(() => run('a\n\n', edit(old, 'x'))).code).toBe('INVALID_ARGUMENTS');
    expect(text('', edit('', 'a\n'))).toBe('a\n');
  });

  it('an edit that means nothing or too much that changes nothing is refused', () => {
    expect(failure(() => run('a\n', edit('a', 'a'))).code).toBe('INVALID_ARGUMENTS');
  });

  it('an edit that means nothing or too much that is applied already says so, also when its old text is still there', () => {
    for (const [file, one] of [
      ['b();\n', edit('a();', 'b();')],
      ['a();\nb();\n', edit('a();', 'a();\nb();')],
      ['one();\nnew();\ntwo();\n', edit('one();\ntwo();', 'one();\nnew();\ntwo();')],
      ['foobar();\n', edit('foo', 'foobar')],
    ] as const) {
      const error = failure(() => run(file, one));
      expect(error.code).toBe('EDIT_NOT_FOUND');
      expect(error.message).toContain('already applied');
      expect(error.details).toMatchObject({ alreadyApplied: true });
    }
  });

  it('an edit that means nothing or too much with line breaks written as two characters is refused', () => {
    expect(failure(() => run('a();\n', edit('a();', 'a();\\nb();'))).message).toContain('two characters');
    expect(text('a();\n', edit('a();', 'a("x\\ny");'))).toBe('a("x\\ny");\n');
  });
});

it('misremembered context is refused where a line beside lines it does not know stands among them again', () => {
  const signature = (name: string) =>
    `  ${name}<T extends EventName>(\n    event: T,\n    callback: (payload: Payload<T>) => void,\n  ): void\n`;
  const send = '  send<T extends EventName>(\n    event: T,\n    data?: Payload<T>,\n  ): void\n';
  const file = `interface Hot {\n${signature('on')}${signature('off')}${send}}\n`;
  const told = '    event: T,\n    callback: (payload: Payload<T>) => void, // note\n';
  const one = edit(`${told}  ): void\n${send}}`, `${told}  prune(): void\n  ): void\n${send}}`);
  expect(failure(() => run(file, one)).code).toBe('EDIT_AMBIGUOUS');
});

describe('several edits', () => {
  it('several edits are matched against the original and made together', () => {
    const result = run('a();\nb();\nc();\n', [edit('c();', 'a();'), edit('a();', 'd();\ne();')]);
    expect(new TextDecoder().decode(result.bytes)).toBe('d();\ne();\nb();\na();\n');
    expect(result.statuses).toMatchObject([
      { edit: 1, status: 'matched', matched: 'exact', lines: [{ from: 4, to: 4 }] },
      { edit: 2, status: 'matched', matched: 'exact', lines: [{ from: 1, to: 2 }] },
    ]);
  });

  it('several edits of the same line are made when they do not touch', () => {
    expect(text('a + b + c\n', [edit('a', 'x'), edit('c', 'z')])).toBe('x + b + z\n');
  });

  it('several edits that overlap are refused', () => {
    const error = failure(() => run('abc\n', [edit('ab', 'x'), edit('bc', 'y')]));
    expect(error.code).toBe('INVALID_ARGUMENTS');
    expect(error.details).toMatchObject({ overlap: [1, 2], line: 1 });
  });

  it('several edits are all refused when one is, with a status for each', () => {
    const error = failure(() => run('a();\nb();\n', [edit('a();', 'x();'), edit('missing();', 'y();')]));
    expect(error.details).toMatchObject({
      statuses: [
        { edit: 1, status: 'matched' },
        { edit: 2, status: 'not_found' },
      ],
    });
    expect(error.message).toMatch(/^Edit 2 of 2 was not made/);
  });

  it('several edits of which one needs the other say so', () => {
    const error = failure(() => run('a();\n', [edit('a();', 'first();'), edit('first();', 'second();')]));
    expect(error.suggestion).toContain('new_text of edit 1');
  });
});

describe('replace_all', () => {
  it('replace_all replaces every match of the first reading that has any', () => {
    const result = run('x = 1;\ny = x;\nx = 2;\n', edit('x', 'z', true));
    expect(new TextDecoder().decode(result.bytes)).toBe('z = 1;\ny = z;\nz = 2;\n');
    expect(result.statuses[0]).toMatchObject({ replacements: 3 });
    expect(
      text(
        '  start(1);\n  finish();\n}\n    start(1);\n    finish();\n',
        edit('start(1);\nfinish();', 'start(2);\nfinish();', true),
      ),
    ).toBe('  start(2);\n  finish();\n}\n    start(2);\n    finish();\n');
  });
});

describe('what is answered', () => {
  it('what is answered shows twenty numbered lines at most', () => {
    const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
    const result = run(lines.join('\n'), edit('line 7\n', 'seven\nand a half\n'));
    expect(result.excerpt).toBe(
      [
        '     5\tline 5',
        '     6\tline 6',
        '     7\tseven',
        '     8\tand a half',
        '     9\tline 8',
        '    10\tline 9',
      ].join('\n'),
    );
    const all = run(lines.join('\n'), edit('line', 'row', true));
    expect(all.excerpt.split('\n')).toHaveLength(20);
  });

  it('what is answered warns when a line is left empty', () => {
    expect(run('a();\nb();\n', edit('a();', '')).warnings).toEqual([expect.stringContaining('Line 1 is left empty')]);
    expect(run('a();\nb();\n', edit('a();\n', '')).warnings).toEqual([]);
  });

  it('what is answered names the changed lines when the target was there at the last read', () => {
    const before = 'a();\nb();\nc();\n';
    const call = () =>
      applyEdits(bytes('a();\nx();\nc();\n'), [edit('b();', 'd();')], {
        path: 'a.ts',
        changedSinceRead: bytes(before),
      });
    const error = failure(call);
    expect(error.code).toBe('STALE_FILE');
    expect(error.message).toContain('changed since it was read, at line 2');
    const elsewhere = applyEdits(bytes('x();\nb();\nc();\n'), [edit('b();', 'd();')], {
      path: 'a.ts',
      changedSinceRead: bytes(before),
    });
    expect(new TextDecoder().decode(elsewhere.bytes)).toBe('x();\nd();\nc();\n');
  });

  it('what is answered stays short for long lines and many places', () => {
    const long = `${'x'.repeat(5000)}\n`;
    failure(() => run(long.repeat(50), edit('xyz '.repeat(500), 'b')));
    failure(() => run('漢字を含む行です、とても長い。\n'.repeat(300), edit('漢字を含む行', 'b')));
  });
});

it('an edit that finds nothing among very many equal lines is refused with the nearest ones', () => {
  const file = 'const value = 1;\n'.repeat(500_000);
  const error = failure(() => run(file, edit('const value = 1;\nconst value = 2;\nconst other = 3;', 'x')));
  expect(error.code).toBe('EDIT_NOT_FOUND');
  expect(error.message).toContain('const value = 1;');
});
