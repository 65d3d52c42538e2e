import { defineConfig } from 'vitest/config';
import { closingLine } from './scripts/closing-line.ts';

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
