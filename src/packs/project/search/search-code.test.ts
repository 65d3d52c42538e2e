import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGate, type TestGate } from '../../../../test/support/worlds/open-gate.ts';
import type { Outcome } from '../../../tool/outcome.ts';

interface Found {
  readonly results: readonly {
    path: string;
    line: number;
    symbol?: string;
    container?: string;
    kind?: string;
    snippet: string;
  }[];
  readonly building: boolean;
  readonly stale: number;
}

const FILES = {
  'src/retry.ts': `/** How long to wait before the next attempt. */
export function computeRetryDelay(attempt: number): number {
  return 100 * 2 ** attempt;
}

export class RetryQueue {
  /** Puts a job at the end. */
  pushJob(job: string): void {}
}
`,
  'src/http.ts': `import { computeRetryDelay } from './retry.ts';
export async function sendRequest(url: string): Promise<void> {
  await new Promise(done => setTimeout(done, computeRetryDelay(1)));
}
`,
  'lib/shapes.py': `class Circle:
    """A round shape."""

    def area(self):
        """Surface of the circle."""
        return 3.14 * self.radius ** 2
`,
  'test/retry.test.ts': `export function computeRetryDelay() {}\n`,
  'README.md': '# Shapes\n\n## Installing the package\n\nUse npm.\n',
  'secret/keys.ts': 'export function rotateMasterKeys(): void {}\n',
};

const foundIn = (outcome: Outcome): Found => {
  if (!outcome.ok) throw new Error(outcome.output);
  return outcome.value as Found;
};

/** Asks until the index has taken in all that there is: a loaded machine may need more than one answer. */
async function ask({ gate }: TestGate, args: object): Promise<Found & { output: string }> {
  for (;;) {
    const outcome = await gate.execute({ name: 'search_code', args });
    const value = foundIn(outcome);
    if (!value.building && value.stale === 0) return { ...value, output: outcome.output };
  }
}

const open = (files: Record<string, string> = FILES, more = {}) => openGate(files, { policy: 'privileged', ...more });

describe('search_code', () => {
  it('search_code finds a definition by its name, before its uses and tests', async () => {
    const { results, output } = await ask(await open(), { query: 'computeRetryDelay' });
    expect(results[0]).toMatchObject({ path: 'src/retry.ts', line: 2, symbol: 'computeRetryDelay', kind: 'function' });
    expect(results[0]?.snippet).toContain('export function computeRetryDelay(attempt: number): number {');
    expect(output).toContain('src/retry.ts:2-4  function computeRetryDelay');
  });

  it('search_code answers a question in plain words', async () => {
    const gate = await open();
    expect((await ask(gate, { query: 'where is the delay between retries computed?' })).results[0]).toMatchObject({
      symbol: 'computeRetryDelay',
    });
    expect((await ask(gate, { query: 'surface of a circle' })).results[0]).toMatchObject({
      path: 'lib/shapes.py',
      symbol: 'area',
      container: 'Circle',
    });
    expect((await ask(gate, { query: 'how to install' })).results[0]).toMatchObject({ path: 'README.md', line: 3 });
  });

  it('search_code keeps to path, globs, language and kind', async () => {
    const gate = await open();
    const pathsOf = async (args: object) =>
      [...new Set((await ask(gate, args)).results.map(({ path }) => path))].sort();
    expect(await pathsOf({ query: 'retry delay', path: 'test' })).toEqual(['test/retry.test.ts']);
    expect(await pathsOf({ query: 'retry delay', globs: ['src/*.ts', '!**/http.ts'] })).toEqual(['src/retry.ts']);
    expect(await pathsOf({ query: 'retry circle', language: 'python' })).toEqual(['lib/shapes.py']);
    const classes = await ask(gate, { query: 'retry', kind: 'class' });
    expect(classes.results.map(({ symbol }) => symbol)).toEqual(['RetryQueue']);
  });

  it('search_code refuses a glob with more alternatives than anyone means', async () => {
    const gate = await open();
    const outcome = await gate.gate.execute({
      name: 'search_code',
      args: { query: 'retry', globs: ['{a,b}'.repeat(20)] },
    });
    expect(outcome.error).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('alternatives'),
    });
  });

  it('search_code sees what was changed, made and removed since', async () => {
    const gate = await open();
    await ask(gate, { query: 'computeRetryDelay' });
    gate.write('src/retry.ts', '// moved down\n\nexport const backoffTable = [1, 2, 4];\n');
    gate.write('src/fresh.ts', 'export function brandNewThing() {}\n');
    rmSync(join(gate.root, 'test'), { recursive: true });
    expect((await ask(gate, { query: 'backoffTable' })).results[0]).toMatchObject({ path: 'src/retry.ts', line: 3 });
    expect((await ask(gate, { query: 'brandNewThing' })).results[0]).toMatchObject({ path: 'src/fresh.ts' });
    const { results } = await ask(gate, { query: 'computeRetryDelay' });
    expect(results.filter(({ symbol }) => symbol === 'computeRetryDelay')).toEqual([]);
  });

  it('search_code says nothing of what the policy hides, in results and in numbers', async () => {
    const rules = [{ verdict: 'deny', effect: 'read', match: 'secret' }] as const;
    const closed = await open(FILES, { policy: { extends: 'privileged', rules } });
    const without = Object.fromEntries(Object.entries(FILES).filter(([path]) => !path.startsWith('secret')));
    const bare = await open(without, { policy: { extends: 'privileged', rules } });
    for (const query of ['rotateMasterKeys', 'rotate the master keys', 'circle']) {
      const hiding = await ask(closed, { query });
      expect(JSON.stringify(hiding)).not.toMatch(/secret\/|rotateMasterKeys\(/);
      const strip = ({ results, ...rest }: Found & { output: string }) => ({
        ...rest,
        results: results.map(({ path, line, snippet }) => ({ path, line, snippet })),
      });
      expect(strip(hiding)).toEqual(strip(await ask(bare, { query })));
    }
  });

  it('search_code does not follow links out of the workspace, and leaves out what is ignored', async () => {
    const gate = await open({
      ...FILES,
      '.gitignore': 'ignored/\n',
      'ignored/a.ts': 'export function ignoredThing() {}\n',
    });
    const outside = mkdtempSync(join(tmpdir(), 'toolgate-outside-'));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    writeFileSync(join(outside, 'far.ts'), 'export function farAway() {}\n');
    symlinkSync(outside, join(gate.root, 'link'));
    symlinkSync(join(outside, 'far.ts'), join(gate.root, 'far.ts'));
    expect((await ask(gate, { query: 'farAway' })).results).toEqual([]);
    expect((await ask(gate, { query: 'ignoredThing' })).results).toEqual([]);
  });

  it('search_code takes no part of a query for syntax', async () => {
    const gate = await open();
    const odd = [
      '"',
      'a" OR name : "b',
      'NEAR(a b)',
      '*',
      'retry*',
      '^retry',
      'name:retry',
      '{name} : x',
      'a AND',
      "'; drop table files; --",
    ];
    for (const query of [
      ...odd,
      '\u0000',
      '\ufffd',
      '💥',
      '-- "',
      '('.repeat(500),
      'word '.repeat(390),
      'x'.repeat(1_900),
    ])
      expect((await gate.gate.execute({ name: 'search_code', args: { query } })).ok).toBe(true);
    expect((await ask(gate, { query: 'computeRetryDelay' })).results[0]?.path).toBe('src/retry.ts');
  });

  it('search_code finds a phrase in quotes to the letter', async () => {
    const gate = await open({
      ...FILES,
      'src/connect.ts': "export function dial(): never {\n  throw new Error('could not (yet) connect: retry');\n}\n",
      'src/words.ts': 'export function couldConnect(): void {}\n// connect could not retry yet\n',
    });
    const { results } = await ask(gate, { query: '"could not (yet) connect"' });
    expect(results[0]).toMatchObject({ path: 'src/connect.ts', line: 2 });
  });

  it('search_code says what to do when there is nothing, and where a path is not', async () => {
    const gate = await open();
    expect((await ask(gate, { query: 'zzqqxx' })).output).toMatch(/Nothing was found.*grep/s);
    const missing = await gate.gate.execute({ name: 'search_code', args: { query: 'x', path: 'nowhere' } });
    expect(missing).toMatchObject({ ok: false, error: { code: 'FILE_NOT_FOUND' } });
  });
});
