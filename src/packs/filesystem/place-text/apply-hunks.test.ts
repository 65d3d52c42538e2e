import { describe, expect, it } from 'vitest';
import { parsePatch } from '../patch/parse-patch.ts';
import { applyHunks } from './apply-hunks.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);

function run(content: string | Uint8Array, hunks: string) {
  const envelope = hunks.startsWith('@@ -')
    ? `--- a/x.ts\n+++ b/x.ts\n${hunks}\n`
    : `*** Begin Patch\n*** Update File: x.ts\n${hunks}\n*** End Patch\n`;
  const [file] = parsePatch(envelope);
  if (file?.kind !== 'update') throw new Error('an update was expected');
  const applied = applyHunks(typeof content === 'string' ? bytes(content) : content, file.hunks, { path: 'x.ts' });
  return { ...applied, text: text(applied.bytes) };
}
const fail = (content: string, hunks: string): unknown => {
  try {
    return run(content, hunks);
  } catch (error) {
    return error;
  }
};

const TWINS = `class A:
    def f(self):
        return 1

    def g(self):
        pass

class B:
    def f(self):
        return 1
`;
const RETURN = '-        return 1\n+        return 2';

describe('one of two equal places', () => {
  it('one of two equal places is not guessed, and both are named', () => {
    expect(fail(TWINS, `@@\n${RETURN}`)).toMatchObject({
      code: 'EDIT_AMBIGUOUS',
      message: expect.stringMatching(/line 3: return 1 \(after def f[\s\S]*line 10: return 1 \(after def f/),
    });
  });

  it.each([
    ['@@ class B:', 10],
    ['@@ class A:', 3],
    ['@@ class A:\n@@     def f(self):', 3],
    ['@@ class B:\n@@ def f', 10],
    ['@@ -10 +10 @@', 10],
    ['@@ -3 +3 @@', 3],
  ])('one of two equal places is decided by %j', (header, line) => {
    const { text: after, statuses } = run(TWINS, `${header}\n${RETURN}`);
    expect(after.split('\n')[line - 1]).toBe('        return 2');
    expect(statuses[0]!.how).toMatch(/^exact, by its/);
  });

  it.each(['@@ def f(self):', '@@ -4 +4 @@', '@@ -9 +9 @@'])('one of two equal places is not decided by %j', header => {
    expect(fail(TWINS, `${header}\n${RETURN}`)).toMatchObject({ code: 'EDIT_AMBIGUOUS' });
  });

  it('one of two equal places is not found by its number where another hunk shows that the numbers are off', () => {
    const hunks = `@@ -1 +1 @@\n-class A:\n+class AA:\n@@ -10 +10 @@\n${RETURN}`;
    expect(run(TWINS, hunks).text).toMatch(/class B:\n.*\n {8}return 2/);
    expect(fail(`# one\n# two\n${TWINS}`, hunks)).toMatchObject({ code: 'EDIT_AMBIGUOUS' });
  });

  it('one of two equal places is both when there are as many equal hunks', () => {
    expect(run(TWINS, `@@\n${RETURN}\n@@\n${RETURN}`).text).toBe(TWINS.replaceAll('return 1', 'return 2'));
  });

  it('one of two equal places is the last when the patch says that the file ends there', () => {
    expect(run('a\nb\na\n', '@@\n-a\n+c\n*** End of File').text).toBe('a\nb\nc\n');
    expect(fail('a\nb\n', '@@\n-a\n+c\n*** End of File')).toMatchObject({ code: 'EDIT_NOT_FOUND' });
  });

  it('one of two equal places is not taken when the anchor names another block', () => {
    const changed = TWINS.replace('return 1', 'return 7');
    expect(fail(changed, `@@ class A:\n${RETURN}`)).toMatchObject({
      code: 'EDIT_NOT_FOUND',
      message: expect.stringContaining('fits only at line 10'),
    });
  });
});

describe('a hunk that only adds', () => {
  it.each([
    ['@@ class A:\n@@ def g(self):\n+        x = 1', 'def g(self):\n        x = 1\n        pass'],
    ['@@\n         pass\n+        # end', 'pass\n        # end\n\nclass B'],
    ['@@\n+# first\n class A:', '# first\nclass A:'],
  ])('a hunk that only adds goes where %j says', (hunks, part) => {
    expect(run(TWINS, hunks).text).toContain(part);
  });

  it('a hunk that only adds goes to the end of the file where nothing says otherwise', () => {
    expect(run('a\nb\n', '@@\n+c').text).toBe('a\nb\nc\n');
    expect(run('a\nb', '+c').text).toBe('a\nb\nc');
    expect(run('a\nb\n', '@@\n+c\n*** End of File').text).toBe('a\nb\nc\n');
    expect(run('a\nb', '@@\n+c\n*** End of File').text).toBe('a\nb\nc');
    expect(run('a\nb\n', '@@ -2,0 +3,1 @@\n+c').text).toBe('a\nb\nc\n');
    expect(run('', '@@\n+c').text).toBe('c\n');
    expect(fail('a\nb\n', '@@ -1,0 +2,1 @@\n+c')).toMatchObject({
      code: 'EDIT_NOT_FOUND',
      message: expect.stringContaining('where'),
    });
  });

  it('a hunk that only adds is refused below an anchor that stands twice', () => {
    expect(fail(TWINS, '@@ def f(self):\n+        x = 1')).toMatchObject({ code: 'EDIT_AMBIGUOUS' });
  });
});

describe('the file', () => {
  it.each([
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nx\r\nc\r\n'],
    ['mixed endings', 'a\r\nb\nc\r\n', 'a\r\nB\nx\nc\r\n'],
    ['a byte order mark', '\ufeffa\nb\nc\n', '\ufeffa\nB\nx\nc\n'],
    ['no final newline', 'a\nb\nc', 'a\nB\nx\nc'],
    ['trailing space', 'a  \nb\nc\t\n', 'a  \nB\nx\nc\t\n'],
  ])('the file keeps %s', (_, before, after) => {
    expect(run(before, '@@\n a\n-b\n+B\n+x\n c').text).toBe(after);
  });

  it('the file keeps its encoding', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\nb\n', 'utf16le')]);
    expect(Buffer.from(run(utf16, '@@\n-b\n+ü').bytes).subarray(2).toString('utf16le')).toBe('a\nü\n');
    expect([...run(Uint8Array.from([0xe9, 10, 98, 10]), '@@\n-b\n+ü').bytes]).toEqual([0xe9, 10, 0xfc, 10]);
    expect(() => run(Uint8Array.from([0xe9, 10, 98, 10]), '@@\n-b\n+漢')).toThrow('which has no "漢"');
    expect(() => run(Uint8Array.from([0, 1, 2, 3]), '@@\n-b\n+c')).toThrow('holds no text');
  });

  it('the file gets or loses its final newline when one side of the hunk says so', () => {
    expect(run('a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c').text).toBe('a\nc\n');
    expect(run('a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file').text).toBe('a\nc');
    expect(run('a\nb', '@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file').text).toBe('c\nb');
  });

  it('the file may lose all its lines', () => {
    expect(run('a\nb\n', '@@\n-a\n-b').text).toBe('');
  });

  it('the file keeps its own context where the hunk misremembers it', () => {
    const before =
      'import { one } from "one";\nimport { two } from "two";\nconst three = one(two);\nexport default three;\n';
    const hunk =
      '@@\n import { one } from "one";\n import { to } from "two";\n-const three = one(two);\n+const three = two(one);\n export default three;';
    const { text: after, statuses } = run(before, hunk);
    expect(after).toBe(before.replace('one(two)', 'two(one)'));
    expect(statuses).toEqual([{ how: 'misremembered context', line: 1 }]);
  });
});

describe('several hunks', () => {
  it('several hunks are all made in the original, in any order, with shared context', () => {
    expect(run('a\nb\nc\nd\n', '@@\n a\n-b\n+B\n c\n@@\n c\n-d\n+D').text).toBe('a\nB\nc\nD\n');
    expect(run('a\nb\nc\nd\n', '@@\n-d\n+D\n@@\n-a\n+A').text).toBe('A\nb\nc\nD\n');
    expect(run('a\nb\n', '@@\n a\n+x\n@@\n-a\n+a2').text).toBe('a2\nx\nb\n');
  });

  it('several hunks that change the same line are refused', () => {
    expect(fail('a\nb\nc\n', '@@\n-b\n+B\n@@\n a\n-b')).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('hunks 1 and 2 overlap at line 2'),
    });
  });

  it('several hunks are told apart in the error', () => {
    expect(fail('a\nb\nc\n', '@@\n-b\n+B\n@@\n-nothing like it\n+x\n@@\n-neither\n+y')).toMatchObject({
      code: 'EDIT_NOT_FOUND',
      message: expect.stringMatching(/^Hunk 2 of 3 for x\.ts \(line 6 of the patch\)[\s\S]*hunk 3 \(not found\)/),
      details: {
        hunks: [
          { hunk: 2, problem: 'not_found' },
          { hunk: 3, problem: 'not_found' },
        ],
      },
    });
  });
});

describe('a hunk that does not fit', () => {
  it('a hunk that does not fit shows the nearest lines and the first that differs, briefly', () => {
    const before = Array.from({ length: 300 }, (_, line) => `  const value${line} = compute(${line});`).join('\n');
    const hunk =
      '@@\n   const value100 = compute(100);\n-  const value101 = calculate(101);\n+  x\n   const value102 = compute(102);';
    const error = fail(before, hunk) as Error;
    expect(error).toMatchObject({ code: 'EDIT_NOT_FOUND' });
    expect(error.message).toContain('   102\t··const value101 = compute(101);');
    expect(error.message).toContain('line 2 of the hunk is «··const value101 = calculate(101);»');
    expect(error.message.length).toBeLessThan(1200);
  });

  it.each([
    ['a\nB\nc\n', '@@\n a\n-b\n+B\n c'],
    ['a\nb\nc\n', '@@\n a\n+b'],
    ['a\nb\nc\n', '@@\n+a\n b'],
    ['a\nb\n', '@@\n+b\n*** End of File'],
  ])('because it is applied already says so: %j', (before, hunk) => {
    expect(fail(before, hunk)).toMatchObject({
      code: 'EDIT_NOT_FOUND',
      message: expect.stringContaining('already applied'),
    });
  });

  it('because a new line stands for left-out text says so', () => {
    expect(fail('a\nb\n', '@@\n-a\n+// ... existing code ...')).toMatchObject({
      message: expect.stringContaining('left out'),
    });
  });
});

it('shows at most as many lines as it may', () => {
  const before = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const hunks = Array.from({ length: 12 }, (_, n) => `@@\n-line ${n * 7}\n+new ${n}`).join('\n');
  const { excerpt, added, removed } = run(before, hunks);
  expect(excerpt.split('\n').length).toBeLessThanOrEqual(20);
  expect([added, removed]).toEqual([12, 12]);
});

const CODE = `import { read } from './read.ts';

export function first(path: string): string {
  const text = read(path);

  return text.trim();
}

export function second(path: string): string {
  const lines = read(path).split('\\n');
  return lines.join(' ');
}
`;

describe('context that is not as the file has it', () => {
  it.each([
    ['a word misremembered', " import { load } from './read.ts';\n \n export function first(path: string): string {"],
    ['a line left out', " import { read } from './read.ts';\n export function first(path: string): string {"],
    ['a blank line too many', ' export function first(path: string): string {\n '],
    ['other quotes', ' import { read } from "./read.ts"\n \n export function first(path: string): string {'],
    ['no marks', "import { read } from './read.ts';\n\nexport function first(path: string): string {"],
  ])('context that is not as the file has it with %s is kept as it is', (_, context) => {
    const { text: after } = run(CODE, `@@\n${context}\n-  const text = read(path);\n+  const text = read(path, true);`);
    expect(after).toBe(CODE.replace('text = read(path)', 'text = read(path, true)'));
  });

  it('context that is not as the file has it does not say on which side of a blank line that it lacks something is added', () => {
    const hunk = '@@\n   const text = read(path);\n+  check(text);\n   return text.trim();';
    expect(fail(CODE, hunk)).toMatchObject({ code: 'EDIT_NOT_FOUND' });
  });

  it('context that is not as the file has it of another block of the same content is not taken for misremembered', () => {
    const hunk = '@@\n export function third(path: string): string {\n-  const text = read(path);\n+  const text = "";';
    expect(fail(CODE, hunk)).toMatchObject({ code: 'EDIT_NOT_FOUND' });
  });

  it('context that is not as the file has it does not make up for a removed line that has changed', () => {
    const hunk = '@@\n   const lines = read(path).split(\'\\\\n\');\n-  return lines.join(", ");\n+  return "";\n }';
    expect(fail(CODE, hunk)).toMatchObject({ code: 'EDIT_NOT_FOUND' });
  });
});

describe('the numbers of a unified diff', () => {
  const twice = 'a();\nb();\nc();\nx();\na();\nb();\nc();\ny();\n';
  const change = ' a();\n-b();\n+B();\n c();';

  it('the numbers of a unified diff say nothing where a hunk below shows that they are wrong', () => {
    expect(fail(twice, `@@ -1,3 +1,3 @@\n${change}\n@@ -9 +9 @@\n-y();\n+Y();`)).toMatchObject({
      code: 'EDIT_AMBIGUOUS',
    });
  });

  it('the numbers of a unified diff make doubtful what fits elsewhere, where the hunk nearly stands where they say', () => {
    const other = twice.replace('c();\nx', 'C();\nx');
    expect(fail(other, `@@ -1,3 +1,3 @@\n${change}`)).toMatchObject({ code: 'EDIT_AMBIGUOUS' });
  });
});

describe('new lines', () => {
  const two = 'void f() {\n  a();\n}\n\nvoid g() {\n  b();\n}\n';

  it('new lines of a hunk with another width of indentation are not written as they are', () => {
    const hunk = '@@\n     a();\n }\n \n+void h() {\n+    c();\n+}\n+\n void g() {\n     b();';
    const after = run(two, hunk).text;
    expect(after).toBe(two.replace('void g', 'void h() {\n  c();\n}\n\nvoid g'));
  });

  it('new lines are refused where context beside them is moved and they may not be', () => {
    const hunk = '@@\n     first: 1,\n+  second: 2,\n   };';
    expect(fail('const a = {\n  first: 1,\n};\n', hunk)).toMatchObject({ code: 'EDIT_NOT_FOUND' });
  });

  it('new lines lose the space that follows every mark', () => {
    const hunk = '@@\n f(\n-   first,\n+   second,\n   third,';
    expect(run('f(\n  first,\n  third,\n)\n', hunk).text).toBe('f(\n  second,\n  third,\n)\n');
  });
});

it('takes the heading that git shows for an anchor, though its block has ended', () => {
  const before = 'function f() {\n  x();\n}\n\n[1, 2].map(f);\n';
  expect(run(before, '@@ function f() {\n-[1, 2].map(f);\n+[1].map(f);').text).toContain('[1].map(f);');
});
