import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { closingLine } from './scripts/closing-line.ts';

/** Set for the long suite, which does more of what a test file does that imports `support/suite.ts`. */
const more = process.env.TOOLGATE_TEST_RUNS !== undefined;

/** Milliseconds until a test counts as hanging, and no test has a limit of its own: a slow and busy machine takes minutes for
 * what a quiet one does at once. */
const TIME = more ? 1_200_000 : 300_000;

/** What a test reads of its own process: open files, memory, what it allocates, children, what its pid has left, whether a sandbox was tried. */
const OWN_PROCESS =
  /openFds|childrenOf\(process\.pid|createSandbox\(|memoryUsage|HeapProfiler|descendants\(|`tg-\$\{process\.pid|\/proc\/self\/(?:fd|io)/;

function projectOf(path: string): 'quick' | 'alone' | 'long' {
  const text = readFileSync(path, 'utf8');
  if (path.startsWith('test/long/') || (more && text.includes('/support/suite.ts'))) return 'long';
  return OWN_PROCESS.test(text) ? 'alone' : 'quick';
}

const files = Map.groupBy(globSync('{src,test}/**/*.test.ts'), projectOf);
const project = (name: ReturnType<typeof projectOf>, isolate: boolean): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: files.get(name), isolate },
});

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    pool: 'forks',
    globalSetup: 'test/support/build-programs.ts',
    testTimeout: TIME,
    hookTimeout: TIME,
    expect: { poll: { timeout: 120_000 } },
    // Much of a test is waiting for processes, so that two cores hold four.
    maxWorkers: 4,
    // Files of the quick suite share processes, where a module is loaded once: a test leaves nothing behind in them.
    projects: [project('quick', false), project('alone', true), project('long', true)],
  },
});
