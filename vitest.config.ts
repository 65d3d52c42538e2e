import { defineConfig } from 'vitest/config';
import { closingLine } from './scripts/closing-line.ts';

const globalSetup = 'test/support/build-programs.ts';
const LONG = 'test/long/**/*.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Much of a test is waiting for processes, so that two cores hold three.
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'quick', include: ['{src,test}/**/*.test.ts'], exclude: [LONG], globalSetup } },
      { extends: true, test: { name: 'long', include: [LONG], globalSetup } },
    ],
  },
});
