import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { closingLine } from './scripts/closing-line.ts';

const files = globSync('{src,test}/**/*.test.ts');
const long = files.filter(path => path.startsWith('test/long/'));
const both = files.filter(path => !long.includes(path) && readFileSync(path, 'utf8').includes('/support/suite.ts'));

/** What is in `test/long` is the long suite. What imports `test/support/suite.ts` is in both, all else in the quick one. */
const project = (name: string, include: string[], exclude: string[] = []): TestProjectConfiguration => ({
  extends: true,
  test: { name, include, exclude, globalSetup: 'test/support/build-programs.ts' },
});

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Much of a test is waiting for processes, so that two cores hold three.
    maxWorkers: 3,
    projects: [
      project('quick', ['{src,test}/**/*.test.ts'], [...long, ...both]),
      project('both', both),
      project('long', long),
    ],
  },
});
