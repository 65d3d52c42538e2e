import { readProgram } from '../../../tool/loading/read-program.ts';

/**
 * The code that reporters share. They run in the project's runner, behind `const OUT = …`, the file to write to, and
 * `SOME`: only some of the tests are run.
 */
const SHARED = readProgram(new URL('./programs/shared.mjs', import.meta.url));

const TEXTS = JSON.stringify({
  vitest: readProgram(new URL('./programs/vitest-reporter.mjs', import.meta.url), { SHARED }),
  jest: readProgram(new URL('./programs/jest-reporter.cjs', import.meta.url), { SHARED }),
  node: readProgram(new URL('./programs/node-reporter.mjs', import.meta.url), { SHARED }),
  // Hooks are loaded into the process of each file: what they say is there also when it is gone a moment later.
  vitestHook: readProgram(new URL('./programs/vitest-hook.mjs', import.meta.url)),
  nodeHook: readProgram(new URL('./programs/node-hook.mjs', import.meta.url), { SHARED }),
  // Starts vitest as its command line does, with our hook beside the setup files of the project's own config.
  vitestStart: readProgram(new URL('./programs/vitest-start.mjs', import.meta.url)),
});

/**
 * Runs vitest, jest or node:test inside the sandbox, with a reporter of ours that writes each event as it comes. Where
 * a test took its process along, its file is run once more without that test, so that the others of the file are
 * counted too. The driver is CommonJS, for it has no extension; its one argument is a `Spec` as JSON.
 */
export const JAVASCRIPT_DRIVER = readProgram(new URL('./programs/javascript-driver.cjs', import.meta.url), { TEXTS });

/** A plugin of pytest that writes each event as it comes, and leaves out the tests that crashed before. */
const PLUGIN = JSON.stringify(readProgram(new URL('./programs/pytest-plugin.py', import.meta.url)));

/**
 * Runs pytest inside the sandbox. Where a test, or a file on loading, took the process along, pytest is run once more
 * without the tests that have run already. Its one argument is a spec as JSON.
 */
export const PYTEST_DRIVER = readProgram(new URL('./programs/pytest-driver.py', import.meta.url), { PLUGIN });

/**
 * Runs go test inside the sandbox; its JSON goes to the report. A panic ends the whole binary of a package, so the
 * tests that did not run yet are run again, until all have. $1 the report, $2 a pattern for names or nothing, then
 * packages. Progress goes to standard error.
 */
export const GO_DRIVER = readProgram(new URL('./programs/go-driver.sh', import.meta.url));

/**
 * Builds the tests with cargo and runs each of their programs itself, inside the sandbox. Where a program dies, the
 * tests that came to no end are run one by one, so that it is known which test did it. $1 the report, $2 a mark that no
 * test knows, $3 what names must hold or nothing, $4 `--offline` or nothing; then names of test files, if only those
 * are meant.
 */
export const CARGO_DRIVER = readProgram(new URL('./programs/cargo-driver.sh', import.meta.url));

/**
 * Runs the tests of maven inside the sandbox and gathers the reports of surefire. A test that ends its machine takes
 * the rest of its class along, so such a class is run again, method by method. $1 the report, $2 a mark that no test
 * knows, $3 `-o` or nothing, $4 what to run or nothing.
 */
export const MAVEN_DRIVER = readProgram(new URL('./programs/maven-driver.sh', import.meta.url));
