import { readProgram } from '../../../tool/loading/read-program.ts';

/** Each is preceded by `const OUT = …`, the file to write to, and by `SOME`: only some of the tests are run. They run in the project's runner. */
const SHARED = readProgram(new URL('./programs/shared.mjs', import.meta.url));

export const VITEST_REPORTER = readProgram(new URL('./programs/vitest-reporter.mjs', import.meta.url), { SHARED });

export const JEST_REPORTER = readProgram(new URL('./programs/jest-reporter.cjs', import.meta.url), { SHARED });

export const NODE_REPORTER = readProgram(new URL('./programs/node-reporter.mjs', import.meta.url), { SHARED });

/** Loaded into the process of each file: what it says is there also when the process is gone a moment later. */
export const NODE_HOOK = readProgram(new URL('./programs/node-hook.mjs', import.meta.url), { SHARED });

/** The same for vitest, as a file that it loads before those with tests. */
export const VITEST_HOOK = readProgram(new URL('./programs/vitest-hook.mjs', import.meta.url));

/** Starts vitest as its command line does, with our hook beside what the project's own config has it load. */
export const VITEST_START = readProgram(new URL('./programs/vitest-start.mjs', import.meta.url));
