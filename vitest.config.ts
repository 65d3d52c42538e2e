import { defineConfig } from 'vitest/config';
import { closingLine } from './scripts/closing-line.ts';

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Much of a test is waiting for processes, so that two cores hold three.
    maxWorkers: 3,
  },
});
