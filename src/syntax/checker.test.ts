import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { runs, some } from '../../test/support/suite.ts';
import { createSyntaxChecker, type SyntaxFailure } from './checker.ts';

const failures: SyntaxFailure[] = [];
// In its own time a busy machine may not check a large file.
const checker = createSyntaxChecker({ timeout: 60_000, onFailure: failure => failures.push(failure) });
afterAll(() => checker.close());

const encode = (text: string) => new TextEncoder().encode(text);
const check = (path: string, after: string | Uint8Array, before?: string) =>
  checker.newErrors({
    path,
    before: before === undefined ? undefined : encode(before),
    after: typeof after === 'string' ? encode(after) : after,
  });

it('not checked: unknown languages', async () => expect(await check('a.txt', '((((')).toEqual([]));
it('not checked: binary files', async () => expect(await check('a.ts', encode('const = \0'))).toEqual([]));
it('not checked: text that is not UTF-8', async () => {
  expect(await check('a.ts', Uint8Array.of(0x28, 0xe9, 0x28))).toEqual([]);
});
it('not checked: files of more than a mebibyte', async () => {
  expect(await check('a.json', `[${'1,'.repeat(2 ** 20)}`)).toEqual([]);
});
it('not checked: empty files', async () => expect(await check('a.json', ' \n')).toEqual([]));
it('not checked: Flow', async () => expect(await check('a.js', '// @flow\nconst a: ?number = 1;\n')).toEqual([]));
it('not checked: templates of YAML', async () => {
  expect(await check('a.yaml', 'a: 1\n{{- if .Values.x }}\nb: [\n{{- end }}\n')).toEqual([]);
});

it('a byte order mark and wide characters do not shift the position of an error', async () => {
  for (const path of ['a.ts', 'a.py', 'a.go']) {
    const text = path === 'a.go' ? 'package a\nvar 𝒳 = "😀é" + ) \n' : 'x = "😀é" + ) \n';
    const [problem] = await check(path, `\uFEFF${text}`);
    expect(problem).toMatchObject({ line: path === 'a.go' ? 2 : 1, near: expect.stringContaining('😀é') });
  }
  expect((await check('a.json', '{"😀é": }'))[0]).toMatchObject({ line: 1, column: 9 });
});

it('an error at the end of a file is placed at its last word', async () => {
  expect(await check('a.sh', 'if true; then\n  echo a\n\n\n')).toMatchObject([{ line: 2, near: 'echo a' }]);
});

it('of a long line the part around the error is shown', async () => {
  const [problem] = await check('a.json', `{"a": "${'x'.repeat(500)}" "b": 1, "c": "${'y'.repeat(500)}"}`);
  expect(problem!.near).toContain('"b": 1');
  expect(problem!.near.length).toBeLessThanOrEqual(80);
});

it('a script is legal if it is one as a module or as a script', async () => {
  expect(await check('a.js', 'import a from "a";\nawait a;\n')).toEqual([]);
  expect(await check('a.js', 'var await = 1;\nreturn await;\n')).toEqual([]);
  expect(await check('a.cjs', 'return require("a");\n')).toEqual([]);
  expect(await check('a.mjs', 'return 1;\n')).not.toEqual([]);
});

it('a script may hold JSX in .js, types only in .ts', async () => {
  expect(await check('a.js', 'const a = <b>c</b>;\n')).toEqual([]);
  expect(await check('a.js', 'const a: number = 1;\n')).not.toEqual([]);
  expect(await check('a.ts', 'const a = <string>b;\n')).toEqual([]);
});

it.each([
  [
    'a.ts',
    (i: number) => `export function f${i}(a: Map<string, number>): number {\n  return (a.get('x') ?? 0) + ${i};\n}\n`,
  ],
  ['a.py', (i: number) => `def f${i}(a, *b):\n    return [x for x in (a, ${i}) if x]\n\n`],
  ['a.go', (i: number) => `${i ? '' : 'package a\n'}func f${i}(a int) int {\n\treturn (a + ${i})\n}\n`],
  ['a.json', (i: number) => `${i ? ',' : '['}{"a": [${i}]}\n${i === 2_999 ? ']' : ''}`],
  ['a.css', (i: number) => `.a${i} > b { color: rgb(${i % 255} 0 0); }\n`],
])('a change in the middle of a large legal file brings no error: %s', async (path, line) => {
  const lines = Array.from({ length: 3_000 }, (_, i) => line(i));
  const before = lines.join('');
  const after = lines.with(1_500, `${lines[1_500]!}\n\n`).join('');
  expect(await check(path, after, before)).toEqual([]);
  expect(await check(path, after.replace('1501', ' (1501'), before)).not.toEqual([]);
});

const HOSTILE = ['(', '[', '{'];
it.each(
  some([
    'a.ts',
    'a.tsx',
    'a.js',
    'a.json',
    'a.jsonc',
    'a.yaml',
    'a.py',
    'a.go',
    'a.rs',
    'a.java',
    'a.c',
    'a.cs',
    'a.css',
    'a.php',
    'a.rb',
    'a.sh',
  ]),
)('%s: a hundred thousand open brackets come to an end, and the next file is checked', async path => {
  const own: SyntaxFailure[] = [];
  const hardened = createSyntaxChecker({ onFailure: failure => own.push(failure) });
  for (const unit of HOSTILE) {
    await hardened.newErrors({ path, before: undefined, after: encode(unit.repeat(100_000).slice(0, 2 ** 20)) });
  }
  for (const failure of own) expect(failure).toMatchObject({ path, message: expect.any(String) });
  expect(await hardened.newErrors({ path: 'b.py', before: undefined, after: encode('def f(:\n') })).toHaveLength(1);
  hardened.close();
});

it('a check that takes too long is empty and told', async () => {
  const own: SyntaxFailure[] = [];
  const hasty = createSyntaxChecker({ timeout: 300, onFailure: failure => own.push(failure) });
  const deep = encode(Array.from({ length: 40_000 }, (_, i) => `k${i}: {a: [1, 2]}`).join('\n'));
  expect(await hasty.newErrors({ path: 'a.yaml', before: undefined, after: deep })).toEqual([]);
  expect(own).toMatchObject([{ path: 'a.yaml', language: 'yaml', message: 'No answer within 300 ms' }]);
  hasty.close();
});

it('a closed checker checks nothing', async () => {
  const own: SyntaxFailure[] = [];
  const closed = createSyntaxChecker({ onFailure: failure => own.push(failure) });
  const running = closed.newErrors({ path: 'a.ts', before: undefined, after: encode('(') });
  closed.close();
  expect(await running).toEqual([]);
  expect(await closed.newErrors({ path: 'a.ts', before: undefined, after: encode('(') })).toEqual([]);
  expect(own).toHaveLength(2);
});

it('a listener of failed checks that throws harms nobody', async () => {
  const closed = createSyntaxChecker({
    onFailure: () => {
      throw new Error('listener');
    },
  });
  closed.close();
  expect(await closed.newErrors({ path: 'a.ts', before: undefined, after: encode('(') })).toEqual([]);
});

it('checks of one path are each judged by their own content', async () => {
  expect(await check('same.py', 'def f(:\n')).toHaveLength(1);
  expect(await check('same.py', 'def f():\n    pass\n')).toEqual([]);
  expect(await check('same.py', 'def f(:\n', 'def f(:\n')).toEqual([]);
  expect(await check('same.py', 'def f(:\n')).toHaveLength(1);
});

it('many checks at once are each answered with their own', async () => {
  const lines = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => (await check(`${i}.py`, `${'a = 1\n'.repeat(i)}b = (\n`))[0]?.line),
  );
  expect(lines).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

it('a checker that nobody closed does not keep the process alive', async () => {
  const code = `
    import { createSyntaxChecker } from ${JSON.stringify(new URL('./checker.ts', import.meta.url).href)};
    const after = new TextEncoder().encode('x = (');
    const problems = await createSyntaxChecker().newErrors({ path: 'a.py', before: undefined, after });
    console.log(problems.length);
  `;
  const child = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 50_000,
    encoding: 'utf8',
  });
  expect(child).toBe('1\n');
});

it('many checks take no more memory than a few', async () => {
  let made = 0;
  const growth = async () => {
    const before = process.memoryUsage.rss();
    for (const end = made + runs(40); made < end; made++)
      await check('grow.py', `${'def f(a):\n    return [a, (1)]\n'.repeat(200)}b = (${made}\n`);
    return process.memoryUsage.rss() - before;
  };
  // What is not given back grows in every round; a heap that is collected late, in one of them.
  const rounds = [await growth(), await growth(), await growth(), await growth()];
  expect(Math.min(...rounds)).toBeLessThan(16 * 2 ** 20);
});

it('no check has failed', () => expect(failures).toEqual([]));
