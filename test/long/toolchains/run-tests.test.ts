import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as projects from '../../support/runner-projects.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

/** Runners of JavaScript are found on PATH, where a project has none of its own. */
const BIN = join(dirname(fileURLToPath(import.meta.url)), '../../..', 'node_modules', '.bin');
const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}` };

interface One {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
}

interface Value {
  readonly runner: string;
  readonly folder: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
  readonly failures: readonly One[];
  readonly crashed: readonly One[];
  readonly timed_out: boolean;
  readonly exitCode: number;
}

const open = (files: projects.Project) => openGate({ ...files }, { policy: 'privileged', env });

async function runTests(files: projects.Project, args: object = {}) {
  const test = await open(files);
  const outcome = await test.run('run_tests', args);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return { ...test, value: outcome.value as Value, output: outcome.output };
}

/** Passed; then the place of each that failed, and of each that crashed. */
type Expected = readonly [passed: number, failed: Places, crashed: Places];
type Places = Readonly<Record<string, string>>;

const RUNS: readonly (readonly [string, projects.Project, Expected])[] = [
  [
    'vitest',
    projects.VITEST,
    [
      3,
      { 'sums > of two > fails ünïcödé': 'sum.test.js:6' },
      {
        'sums > of two > crashes': 'sum.test.js:8',
        'broken.test.js': 'broken.test.js:2',
        'is not waited for': 'late.test.js:3',
      },
    ],
  ],
  [
    'jest',
    projects.JEST,
    [
      3,
      { 'sums > fails': 'sum.test.js:4' },
      { 'sums > crashes': 'sum.test.js:6', 'broken.test.js': 'broken.test.js:2' },
    ],
  ],
  [
    'node',
    projects.NODE,
    [
      4,
      { 'sums > fails': 'test/sum.js:6' },
      {
        'sums > crashes': 'test/sum.js:8',
        'outer > exits': 'test/outer.js:4',
        'is not waited for': 'test/late.js:2',
        'broken.js': 'test/broken.js:1',
      },
    ],
  ],
  [
    'pytest',
    projects.PYTEST,
    [3, { test_fails: 'test_sum.py:10' }, { test_crashes: 'test_sum.py:13', 'test_broken.py': 'test_broken.py:3' }],
  ],
  [
    'go',
    projects.GO,
    [
      3,
      { TestFails: 'sums/sum_test.go:9' },
      { TestCrashes: 'sums/sum_test.go:14', 'broken_test.go': 'broken/broken_test.go:3' },
    ],
  ],
  ['cargo', projects.CARGO, [1, { 'tests > fails': 'src/lib.rs:16' }, { 'tests > crashes': 'src/lib.rs:20' }]],
];

describe('what passes, fails, crashes and does not load is just that', () => {
  it.each(RUNS)('%s', async (runner, files, [passed, failures, crashed]) => {
    const { value, output, gate, exists } = await runTests(files);
    const places = (list: readonly One[]) => Object.fromEntries(list.map(one => [one.name, `${one.file}:${one.line}`]));
    expect({ ...value, failures: places(value.failures), crashed: places(value.crashed) }).toMatchObject({
      runner,
      passed,
      failures,
      crashed,
      failed: 1,
      skipped: 1,
      timed_out: false,
      total: passed + 2 + Object.keys(crashed).length,
    });
    expect(value.exitCode).not.toBe(0);
    expect(output).toContain(`${passed} passed, 1 failed, ${Object.keys(crashed).length} crashed, 1 skipped`);
    expect(output.split('\n').length).toBeLessThan(60);
    const changed = (await gate.journal.list()).flatMap(({ changes }) => changes.map(({ path }) => path));
    expect(changed.filter(path => path.startsWith('.toolgate'))).toEqual([]);
    expect(exists('target') || runner !== 'cargo').toBe(true);
  });
});

const node = (test: string, more: projects.Project = {}): projects.Project => ({
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'a.test.js': `import assert from 'node:assert';\nimport { test } from 'node:test';\n${test}\n`,
  ...more,
});

describe('run_tests', () => {
  it('run_tests stops what never ends, and says which test it was', async () => {
    const text = "test('good', () => {});\ntest('loops', () => { for (;;); });";
    const { value, output } = await runTests(node(text), { timeout: 10 });
    expect(value).toMatchObject({ passed: 1, failed: 0, timed_out: true });
    expect(value.crashed).toMatchObject([{ name: 'loops', file: 'a.test.js', line: 4 }]);
    expect(output).toContain('still running after 10 s');
  });

  it('cargo: what does not compile is said with its place', async () => {
    const broken = '#[test]\nfn a() { let x: i32 = ""; }\n';
    const { value } = await runTests({ ...projects.CARGO, 'src/lib.rs': broken });
    expect(value).toMatchObject({ passed: 0, failed: 0, crashed: [{ file: 'src/lib.rs', line: 2 }] });
  });

  it('pytest starts at the root of the project, also for a file of its tests', async () => {
    const files = {
      'setup.py': '',
      'pkg.py': 'two = 2\n',
      'conftest.py': '',
      'tests/test_pkg.py': 'from pkg import two\n\ndef test_two():\n    assert two == 2\n',
    };
    const { value } = await runTests(files, { path: 'tests/test_pkg.py' });
    expect(value).toMatchObject({ folder: '.', passed: 1, total: 1 });
  });

  it('node: a hook that fails is said by each test that it kept from running', async () => {
    const text = `import { before, describe } from 'node:test';
describe('group', () => {
  before(() => { throw new Error('no database'); });
  test('one', () => {});
  test('two', () => {});
});`;
    const { value } = await runTests(node(text));
    expect(value).toMatchObject({ passed: 0, failed: 2, total: 2 });
    expect(value.failures.map(({ name, message }) => [name, message])).toEqual([
      ['group > one', 'no database'],
      ['group > two', 'no database'],
    ]);
  });

  it('vitest: packages that are only linked are no hindrance', async () => {
    const test = await open({
      'package.json': '{"type":"module","scripts":{"test":"vitest run"}}',
      'vitest.config.ts': `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { projects: ['packages/*'] } });\n`,
      'packages/a/vitest.config.ts': "export default { test: { name: 'a', globals: true } };\n",
      'packages/a/a.test.ts': "it('good', () => {\n  expect(1 as number).toBe(1);\n});\n",
    });
    // Where the sandbox shows the packages that PATH leads to first.
    symlinkSync('/run/toolgate/tools/0/node_modules', join(test.root, 'node_modules'));
    const { value } = await test.run('run_tests', {});
    expect(value).toMatchObject({ runner: 'vitest', passed: 1, total: 1 });
  });

  it('a runner that it does not know is named, and what to do instead', async () => {
    const test = await open({ 'package.json': '{"scripts":{"test":"mocha"}}', 'test/a.js': "it('x', () => {});\n" });
    const { error } = await test.run('run_tests', {});
    expect(error?.message).toContain('run by "mocha"');
    expect(error?.suggestion).toContain('npm test');
  });

  it('a test that wants the network is told that there is none', async () => {
    const { value, output } = await runTests(node("test('asks', () => fetch('http://example.org/'));"));
    expect(value).toMatchObject({ passed: 0, failed: 1 });
    expect(output).toContain('without a network');
  });

  it('run_tests counts a thousand tests, and shows only the first failures', async () => {
    const { value, output } = await runTests(
      node("for (let n = 0; n < 1000; n++) test('number ' + n, () => assert.ok(n % 10 !== 0, 'x'.repeat(5000)));"),
    );
    expect(value).toMatchObject({ passed: 900, failed: 100, total: 1000 });
    expect(output.length).toBeLessThan(40_000);
    expect(output).toContain('and 30 more');
  });

  it('run_tests takes a name, a file and a folder of a larger project', async () => {
    const files = {
      'package.json': '{}',
      'api/test_api.py': 'def test_one():\n    pass\n\n\ndef test_two():\n    pass\n',
      'web/package.json': '{"type":"module","scripts":{"test":"node --test"}}',
      'web/a.test.js': "import { test } from 'node:test';\ntest('one', () => {});\ntest('two', () => {});\n",
      'web/b.test.js': "import { test } from 'node:test';\ntest('one', () => {});\n",
    };
    const test = await open(files);
    const run = async (args: object) => {
      const { value, error } = await test.run('run_tests', args);
      const { runner, passed, total } = (value ?? {}) as Value;
      return error?.code ?? [runner, passed, total];
    };
    expect(await run({ path: 'web' })).toEqual(['node', 3, 3]);
    expect(await run({ path: 'web/b.test.js' })).toEqual(['node', 1, 1]);
    expect(await run({ path: 'api', name: 'two' })).toEqual(['pytest', 1, 1]);
    expect(await run({ files: ['api/test_api.py'] })).toEqual(['pytest', 2, 2]);
    expect(await run({ files: ['api/none.py'] })).toBe('FILE_NOT_FOUND');
    expect(await run({ path: '../elsewhere' })).toBe('INVALID_PATH');
  });

  it('run_tests: where there are no tests it says what it looked for, and where there are some', async () => {
    const test = await open({ 'a.txt': '', 'deep/down/pytest.ini': '[pytest]\n' });
    const { error } = await test.run('run_tests', {});
    expect(error?.code).toBe('FILE_NOT_FOUND');
    expect(error?.message).toContain('go.mod');
    expect(error?.suggestion).toContain('deep/down (pytest)');
  });

  it('a name is only a name, whatever it looks like', async () => {
    const test = await open(node("test('good', () => {});"));
    for (const name of ['--version', '-x; touch marker\n$(touch marker)', '" || touch marker "(\\']) {
      const { value } = await test.run('run_tests', { name });
      expect(value).toMatchObject({ passed: 0, failed: 0 });
    }
    expect(test.exists('marker')).toBe(false);
  });

  it('what a test prints or writes as a report is not believed where it makes no sense', async () => {
    const fake = '{"t":"end","id":"x","name":"fake","status":"passed"}';
    const bad = '{"t":"end","id":5,"name":null,"file":{},"status":"failed"}\\n{"t":"broken"}\\n{"t":"start"}\\n[';
    const { value } = await runTests(
      node(
        `import fs from 'node:fs';
console.log(${JSON.stringify(fake)});
for (const name of fs.readdirSync('.')) if (name.startsWith('.toolgate')) fs.appendFileSync(name, '${bad}\\n');
test('bad', () => assert.ok(false));`,
      ),
    );
    expect(value).toMatchObject({ passed: 0, failed: 1, total: 1 });
  });

  it('what tests write is one change set, and the report is not among it', async () => {
    const text = "import { writeFileSync } from 'node:fs';\ntest('writes', () => writeFileSync('made.txt', 'new'));";
    const { value, gate, read, exists } = await runTests(node(text));
    expect(value).toMatchObject({ passed: 1, failed: 0 });
    expect(read('made.txt')).toBe('new');
    const undone = await gate.execute({ name: 'undo_turn', args: {} });
    expect(undone.ok).toBe(true);
    expect(exists('made.txt')).toBe(false);
  });

  it('a runner that is not there is said', async () => {
    const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
    const test = await openGate({ ...projects.VITEST }, { policy: 'privileged', env: { ...env, PATH: path } });
    const { error } = await test.run('run_tests', {});
    expect(error?.message).toContain('vitest is not installed here');
    expect(error?.suggestion).toContain('install_package');
  });
});
