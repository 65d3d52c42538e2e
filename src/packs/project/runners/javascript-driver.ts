import { readProgram } from '../../../tool/loading/read-program.ts';
import {
  JEST_REPORTER,
  NODE_HOOK,
  NODE_REPORTER,
  VITEST_HOOK,
  VITEST_REPORTER,
  VITEST_START,
} from './javascript-reporters.ts';

const TEXTS = JSON.stringify({
  vitest: VITEST_REPORTER,
  jest: JEST_REPORTER,
  node: NODE_REPORTER,
  vitestHook: VITEST_HOOK,
  vitestStart: VITEST_START,
  nodeHook: NODE_HOOK,
});

/**
 * Runs vitest, jest or node:test inside the sandbox, with a reporter of ours that writes each event as it comes. Where a
 * test took its process along, its file is run once more without it, so that the others of the file are counted too.
 * It is CommonJS, for it has no extension; its one argument is a `Spec` as JSON.
 */
export const JAVASCRIPT_DRIVER = readProgram(new URL('./programs/javascript-driver.cjs', import.meta.url), { TEXTS });

export interface Spec {
  readonly runner: 'vitest' | 'jest' | 'node';
  /** Absolute, in the sandbox. */
  readonly report: string;
  /** Absolute paths of files or folders; none means all. */
  readonly files: readonly string[];
  /** What a test's name must hold. */
  readonly name?: string;
  /** Options of Node that the project's own script gives: loaders, and what else its tests need. */
  readonly nodeOptions: readonly string[];
  /** Where the project's own script looks for tests, for node:test alone. */
  readonly globs: readonly string[];
}
