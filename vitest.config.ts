import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { closingLine } from './scripts/closing-line.ts';

/** In `test/long` is the long suite. What imports `support/suite.ts` is in both suites, all else in the quick one. */
function projectOf(path: string): 'pure' | 'quick' | 'both' | 'long' {
  if (path.startsWith('test/long/')) return 'long';
  const text = readFileSync(path, 'utf8');
  if (text.includes('/support/suite.ts')) return 'both';
  // Neither files nor processes nor sockets: nothing that one test could leave to the next.
  return path.startsWith('src/') && !/'node:|\/support\/|testing\/|process\./.test(text) ? 'pure' : 'quick';
}

const files = Map.groupBy(globSync('{src,test}/**/*.test.ts'), projectOf);
const project = (
  name: ReturnType<typeof projectOf>,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({ extends: true, test: { name, include: files.get(name), ...test } });

const processes = { pool: 'forks', globalSetup: 'test/support/build-programs.ts' } as const;

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much of a test is waiting for processes, so that two cores hold three.
    maxWorkers: 3,
    projects: [
      project('pure', { pool: 'forks', isolate: false }),
      project('quick', processes),
      project('both', processes),
      project('long', processes),
    ],
  },
});
