import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openGate } from '../src/gate/test-gate.ts';
import * as projects from './fixtures/runners/projects.ts';

/** Runners of JavaScript are found on PATH, where a project has none of its own. */
const BIN = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.bin');
const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}` };
const TIME = 180_000;

interface One {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
}

interface Value {
  readonly runner: string;
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

describe('one test that passes, one that fails and one that crashes are just that', () => {
  it.each([
    [
      'vitest',
      projects.VITEST,
      3,
      'sums > of two > fails ünïcödé',
      'sum.test.js:6',
      'sums > of two > crashes',
      'sum.test.js:8',
    ],
    ['jest', projects.JEST, 3, 'sums > fails', 'sum.test.js:4', 'sums > crashes', 'sum.test.js:6'],
    ['node', projects.NODE, 3, 'sums > fails', 'sum.test.js:6', 'sums > crashes', 'sum.test.js:8'],
    ['pytest', projects.PYTEST, 3, 'test_fails', 'test_sum.py:10', 'test_crashes', 'test_sum.py:13'],
    ['go', projects.GO, 3, 'TestFails', 'sums/sum_test.go:8', 'TestCrashes', 'sums/sum_test.go:13'],
    ['cargo', projects.CARGO, 1, 'tests > fails', 'src/lib.rs:16', 'tests > crashes', 'src/lib.rs:20'],
  ] as const)('%s', { timeout: TIME }, async (runner, files, passed, fails, place, crashes, crashPlace) => {
    const { value, output, gate, exists } = await runTests(files);
    expect(value).toMatchObject({ runner, passed, failed: 1, skipped: 1, total: passed + 3, timed_out: false });
    const at = ({ name, file, line }: One) => [name, `${file}:${line}`];
    expect(value.failures.map(at)).toEqual([[fails, place]]);
    expect(value.crashed.map(at)).toEqual([[crashes, crashPlace]]);
    expect(value.exitCode).not.toBe(0);
    expect(output).toContain(`${passed} passed, 1 failed, 1 crashed, 1 skipped`);
    expect(output).toContain(`FAILED ${fails} (${place})`);
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
  it('stops what never ends, and says which test it was', { timeout: TIME }, async () => {
    const text = "test('good', () => {});\ntest('loops', () => { for (;;); });";
    const { value, output } = await runTests(node(text), { timeout: 10 });
    expect(value).toMatchObject({ passed: 1, failed: 0, timed_out: true });
    expect(value.crashed).toMatchObject([{ name: 'loops', file: 'a.test.js', line: 4 }]);
    expect(output).toContain('still running after 10 s');
  });

  it.each([
    ['vitest', { ...projects.VITEST, 'sum.test.js': "import './nowhere.js';\n" }, 'sum.test.js'],
    ['jest', { ...projects.JEST, 'sum.test.js': 'test("x", () => { ;;;} }\n' }, 'sum.test.js'],
    ['node', { ...projects.NODE, 'sum.test.js': 'const = 1;\n' }, 'sum.test.js'],
    ['pytest', { 'test_sum.py': 'import nowhere_at_all\n' }, 'test_sum.py'],
    ['go', { ...projects.GO, 'sums/sum_test.go': 'package sums\n\nfunc TestX(t *testing.T) {}\n' }, 'sums/sum_test.go'],
    ['cargo', { ...projects.CARGO, 'src/lib.rs': '#[test]\nfn a() { let x: i32 = ""; }\n' }, 'src/lib.rs'],
  ])('%s: a file that does not load is said to be broken', { timeout: TIME }, async (_, files, file) => {
    const { value } = await runTests(files);
    expect(value).toMatchObject({ passed: 0, failed: 0 });
    expect(value.crashed.map(one => one.file)).toContain(file);
  });

  it('counts a thousand tests, and shows only the first failures', { timeout: TIME }, async () => {
    const { value, output } = await runTests(
      node("for (let n = 0; n < 1000; n++) test('number ' + n, () => assert.ok(n % 10 !== 0, 'x'.repeat(5000)));"),
    );
    expect(value).toMatchObject({ passed: 900, failed: 100, total: 1000 });
    expect(output.length).toBeLessThan(40_000);
    expect(output).toContain('and 30 more');
  });

  it('takes a name, a file and a folder of a larger project', { timeout: TIME }, async () => {
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

  it('where there are no tests it says what it looked for, and where there are some', async () => {
    const test = await open({ 'a.txt': '', 'deep/down/pytest.ini': '[pytest]\n' });
    const { error } = await test.run('run_tests', {});
    expect(error?.code).toBe('FILE_NOT_FOUND');
    expect(error?.message).toContain('go.mod');
    expect(error?.suggestion).toContain('deep/down (pytest)');
  });

  it('a name is only a name, whatever it looks like', { timeout: TIME }, async () => {
    const test = await open(node("test('good', () => {});"));
    for (const name of ['--version', '-x; touch marker', '$(touch marker)', '" || touch marker "', '(\\']) {
      const { value } = await test.run('run_tests', { name });
      expect(value).toMatchObject({ passed: 0, failed: 0 });
    }
    expect(test.exists('marker')).toBe(false);
  });

  it('a report that a test prints is not believed', { timeout: TIME }, async () => {
    const fake = '{"t":"end","id":"x","name":"fake","status":"passed"}';
    const { value } = await runTests(
      node(`console.log(${JSON.stringify(fake)});\ntest('bad', () => assert.ok(false));`),
    );
    expect(value).toMatchObject({ passed: 0, failed: 1, total: 1 });
  });

  it('what tests write is one change set, and the report is not among it', { timeout: TIME }, async () => {
    const text = "import { writeFileSync } from 'node:fs';\ntest('writes', () => writeFileSync('made.txt', 'new'));";
    const { value, gate, read, exists } = await runTests(node(text));
    expect(value).toMatchObject({ passed: 1, failed: 0 });
    expect(read('made.txt')).toBe('new');
    const undone = await gate.execute({ name: 'undo_turn', args: {} });
    expect(undone.ok).toBe(true);
    expect(exists('made.txt')).toBe(false);
  });

  it('a runner that is not there is said', { timeout: TIME }, async () => {
    const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
    const test = await openGate({ ...projects.VITEST }, { policy: 'privileged', env: { ...env, PATH: path } });
    const { error } = await test.run('run_tests', {});
    expect(error?.message).toContain('vitest is not installed here');
    expect(error?.suggestion).toContain('install_package');
  });
});
