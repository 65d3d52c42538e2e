import { globSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createSyntaxChecker, type SyntaxFailure } from '../../../src/syntax/checker.ts';

const failures: SyntaxFailure[] = [];
const checker = createSyntaxChecker({ onFailure: failure => failures.push(failure), timeout: 30_000 });
afterAll(() => checker.close());

/** About 150 files of a pattern, spread over all that there are. */
function some(root: string, pattern: string): string[] {
  // Some packages are folders with the name of a file (`ipaddr.js`).
  const entries = globSync(pattern, { cwd: root, withFileTypes: true }).filter(entry => entry.isFile());
  const all = entries.map(({ parentPath, name }) => `${parentPath}/${name}`).sort();
  const step = Math.max(1, Math.floor(all.length / 150));
  return all.filter((_, i) => i % step === 0);
}

async function told(files: readonly string[], asNew: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const path of files) {
    const after = readFileSync(path);
    const problems = await checker.newErrors({ path, before: asNew ? undefined : after, after });
    if (problems.length > 0) found.push(`${path}:${problems[0]!.line} ${problems[0]!.message}`);
  }
  return found;
}

const packages = new URL('../../../node_modules', import.meta.url).pathname;

describe('files that others wrote', () => {
  it.each([
    // A few declaration files hold what no compiler takes.
    ['**/*.{ts,mts,cts}', 0.02],
    // One that is too large for oxc goes to a grammar which does not know `import { instanceof as x }`.
    ['**/*.{js,mjs,cjs}', 0.01],
    // And one is JSON with a comment, which JSON has none of.
    ['**/*.json', 0.01],
    ['**/*.{yml,yaml}', 0],
    ['**/*.css', 0],
  ])('%s have no problem as new files', async (pattern, tolerated) => {
    const files = some(packages, pattern);
    expect((await told(files, true)).slice(Math.floor(files.length * tolerated))).toEqual([]);
  });

  it.each([
    ['/usr/lib/python3', '**/*.py'],
    ['/usr/include', '**/*.h'],
    ['/usr/share', '**/*.{sh,php,rb,css}'],
  ])('%s/%s have no new problem when nothing changes', async (root, pattern) => {
    const files = some(root, pattern);
    expect(await told(files, false)).toEqual([]);
  });

  it('every check has worked', () => expect(failures).toEqual([]));
});
