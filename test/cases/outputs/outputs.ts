/** A long output as a program prints it, after carriage returns and colours are gone. */
export interface OutputCase {
  readonly name: string;
  readonly text: string;
  /** The share of its tokens that it may still have. */
  readonly most: number;
  /** Lines that must be there as they are. */
  readonly keeps: readonly string[];
}

const many = (count: number, lines: (n: number) => string | readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, n) => lines(n)).flat();
const text = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');

const PACKAGES = ['chalk', 'semver', 'error-ex', 'debug', '@babel/core', 'glob-parent', 'micromatch', 'yargs'];
const named = (n: number): string => `${PACKAGES[n % PACKAGES.length]}-${n}`;

const npmInstall: OutputCase = {
  name: 'npm install',
  most: 0.1,
  keeps: [
    'npm http fetch GET 404 https://registry.example.org/left-pad2 112ms (cache skip)',
    'npm error 404 Not Found - GET https://registry.example.org/left-pad2',
  ],
  text: text(
    many(20, n => `npm warn deprecated ${named(n)}@1.${n}.0: This version is no longer supported, use the next one`),
    many(350, n => `npm http fetch GET 200 https://registry.example.org/${named(n)} ${90 + n}ms (cache miss)`),
    'npm http fetch GET 404 https://registry.example.org/left-pad2 112ms (cache skip)',
    many(120, n => `npm http fetch GET 200 https://registry.example.org/${named(n)}/-/x-${n}.tgz ${n}ms (cache hit)`),
    'npm error code E404',
    'npm error 404 Not Found - GET https://registry.example.org/left-pad2',
    "npm error 404  'left-pad2@^1.0.0' is not in this registry.",
    many(12, n => `npm error note ${n}`),
    'Exit code 1 after 40.2 s.',
  ),
};

const pnpmInstall: OutputCase = {
  name: 'pnpm install with a line for each step',
  most: 0.25,
  keeps: [
    'Progress: resolved 399, reused 390, downloaded 9, added 399, done',
    ' ERR_PNPM_PEER_DEP_ISSUES  Unmet peers',
  ],
  text: text(
    'Lockfile is up to date, resolution step is skipped',
    many(120, n => `Progress: resolved ${n}, reused ${n}, downloaded 0, added 0`),
    'Progress: resolved 399, reused 390, downloaded 9, added 399, done',
    '',
    'dependencies:',
    many(6, n => `+ ${named(n)} 1.${n}.0`),
    ' ERR_PNPM_PEER_DEP_ISSUES  Unmet peers',
    many(16, n => `  step ${n}`),
    'Exit code 1 after 9.1 s.',
  ),
};

const yarnInstall: OutputCase = {
  name: 'yarn install',
  most: 0.25,
  keeps: ['➤ YN0060: │ react is listed by your project with version 19.0.0, which does not satisfy what x requests'],
  text: text(
    '➤ YN0000: ┌ Resolution step',
    '➤ YN0060: │ react is listed by your project with version 19.0.0, which does not satisfy what x requests',
    '➤ YN0000: └ Completed',
    '➤ YN0000: ┌ Fetch step',
    many(
      200,
      n => `➤ YN0013: │ ${named(n)}@npm:1.${n}.0 can't be found in the cache and will be fetched from the remote`,
    ),
    '➤ YN0000: └ Completed in 4s 120ms',
    many(16, n => `➤ YN0007: │ esbuild@npm:0.${n}.1 must be built because it never has been before`),
    '➤ YN0000: Done with warnings in 6s 301ms',
    'Exit code 0 after 6.4 s.',
  ),
};

const pipInstall: OutputCase = {
  name: 'pip install',
  most: 0.3,
  keeps: ['  error: subprocess-exited-with-error', 'ERROR: Failed building wheel for psycopg2'],
  text: text(
    many(60, n => [
      `Collecting ${named(n)}>=1.${n}`,
      `  Downloading ${named(n)}-1.${n}.0-py3-none-any.whl (${n} kB)`,
      `     ━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ${n}.0/${n}.0 kB 2.1 MB/s eta 0:00:00`,
    ]),
    'Building wheels for collected packages: psycopg2',
    '  error: subprocess-exited-with-error',
    '      Error: pg_config executable not found.',
    'ERROR: Failed building wheel for psycopg2',
    many(16, n => `hint ${n}`),
    'Exit code 1 after 12.0 s.',
  ),
};

const apt: OutputCase = {
  name: 'apt-get install',
  most: 0.15,
  keeps: ['E: Sub-process /usr/bin/dpkg returned an error code (1)'],
  text: text(
    'Reading package lists...',
    many(80, n => `Get:${n + 1} http://deb.example.org/debian stable/main amd64 lib${n} amd64 1.${n} [${n} kB]`),
    many(80, n => [
      `Selecting previously unselected package lib${n}:amd64.`,
      `Preparing to unpack .../${n}-lib${n}_1.${n}_amd64.deb ...`,
      `Unpacking lib${n}:amd64 (1.${n}) ...`,
    ]),
    many(80, n => `Setting up lib${n}:amd64 (1.${n}) ...`),
    'dpkg: error processing package mysql-server (--configure):',
    'E: Sub-process /usr/bin/dpkg returned an error code (1)',
    many(15, n => `note ${n}`),
  ),
};

const vitest: OutputCase = {
  name: 'vitest, verbose',
  most: 0.2,
  keeps: [
    '   × adds two numbers 3ms',
    'AssertionError: expected 3 to be 4 // Object.is equality',
    '      Tests  1 failed | 240 passed (241)',
  ],
  text: text(
    ' RUN  v5.1.0 /work/shop',
    '',
    many(240, n => `   ✓ src/part-${n % 9}.test.ts > part > throws an error when argument ${n} is missing ${n % 7}ms`),
    ' ❯ src/sum.test.ts (2 tests | 1 failed) 9ms',
    '   × adds two numbers 3ms',
    '',
    ' FAIL  src/sum.test.ts > adds two numbers',
    'AssertionError: expected 3 to be 4 // Object.is equality',
    ' ❯ src/sum.test.ts:5:20',
    many(12, n => `      ${n}|   expect(sum(1, 2)).toBe(4)`),
    ' Test Files  1 failed | 9 passed (10)',
    '      Tests  1 failed | 240 passed (241)',
    'Exit code 1 after 8.8 s.',
  ),
};

const jest: OutputCase = {
  name: 'jest with a deep stack trace',
  most: 0.55,
  keeps: [
    'FAIL src/cart.test.js',
    "    TypeError: Cannot read properties of undefined (reading 'price')",
    '      at total (src/cart.js:12:20)',
    '      at Object.<anonymous> (src/cart.test.js:8:5)',
  ],
  text: text(
    many(60, n => `PASS src/view-${n}.test.js`),
    'FAIL src/cart.test.js',
    "    TypeError: Cannot read properties of undefined (reading 'price')",
    '      at total (src/cart.js:12:20)',
    '      at Array.reduce (<anonymous>)',
    '      at sum (src/cart.js:10:18)',
    '      at Object.<anonymous> (src/cart.test.js:8:5)',
    many(40, n => `      at run${n} (node_modules/jest-circus/build/run.js:${n}:9)`),
    '      at main (src/cart.test.js:20:3)',
    'Tests:       1 failed, 60 passed, 61 total',
    many(18, n => `  summary ${n}: what is left to do`),
    'Exit code 1 after 3.0 s.',
  ),
};

const pytest: OutputCase = {
  name: 'pytest -v',
  most: 0.2,
  keeps: [
    'test_a.py::test_bad FAILED                                               [100%]',
    'E       AssertionError: assert 1 == 2',
  ],
  text: text(
    '============================= test session starts ==============================',
    'collecting ... collected 151 items',
    '',
    many(150, n => `test_a.py::test_error_${n} PASSED                                             [ ${n % 100}%]`),
    'test_a.py::test_bad FAILED                                               [100%]',
    '',
    '=================================== FAILURES ===================================',
    '    def test_bad():',
    ">       assert inner({'key': 1}) == 2",
    'E       AssertionError: assert 1 == 2',
    'test_a.py:10: AssertionError',
    many(12, n => `captured ${n}`),
    '======================== 1 failed, 150 passed in 0.46s =========================',
    'Exit code 1 after 1.2 s.',
  ),
};

const goTest: OutputCase = {
  name: 'go test -v ./...',
  most: 0.2,
  keeps: ['    store_test.go:41: got 3, want 4', '--- FAIL: TestStore (0.00s)', 'FAIL\texample.org/shop/store\t0.012s'],
  text: text(
    many(90, n => [
      `=== RUN   TestPart${n}`,
      `=== PAUSE TestPart${n}`,
      `=== CONT  TestPart${n}`,
      `--- PASS: TestPart${n} (0.0${n % 9}s)`,
    ]),
    '=== RUN   TestStore',
    '    store_test.go:41: got 3, want 4',
    '--- FAIL: TestStore (0.00s)',
    'FAIL',
    'FAIL\texample.org/shop/store\t0.012s',
    many(30, n => `ok  \texample.org/shop/part${n}\t0.0${n}s`),
    many(15, n => `# note ${n}`),
    'Exit code 1 after 5.5 s.',
  ),
};

const cargo: OutputCase = {
  name: 'cargo test',
  most: 0.25,
  keeps: [
    'test tests::bad ... FAILED',
    "thread 'tests::bad' panicked at src/lib.rs:151:21:",
    '   4: rs::tests::bad',
    'error: test failed, to rerun pass `--lib`',
  ],
  text: text(
    many(80, n => `   Compiling ${named(n)} v1.${n}.0`),
    many(150, n => `test tests::error_${n} ... ok`),
    'test tests::bad ... FAILED',
    "thread 'tests::bad' panicked at src/lib.rs:151:21:",
    'stack backtrace:',
    many(4, n => [
      `   ${n}: core::panicking::panic_${n}`,
      '             at /rustc/59807616/library/core/src/panicking.rs:80:14',
    ]),
    '   4: rs::tests::bad',
    '             at ./src/lib.rs:151:21',
    many(9, n => [
      `  ${n + 5}: core::ops::function::FnOnce::call_once`,
      '             at /rustc/59807616/library/core/src/ops/function.rs:250:5',
    ]),
    many(14, n => `failure ${n}`),
    'error: test failed, to rerun pass `--lib`',
    'Exit code 101 after 9.0 s.',
  ),
};

const tsc: OutputCase = {
  name: 'tsc with one mistake in many places',
  most: 0.4,
  keeps: [
    "src/part-0.ts(1,7): error TS2304: Cannot find name 'config'.",
    "src/main.ts(4,2): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  text: text(
    many(160, n => `src/part-${Math.floor(n / 20)}.ts(${(n % 20) + 1},7): error TS2304: Cannot find name 'config'.`),
    "src/main.ts(4,2): error TS2322: Type 'string' is not assignable to type 'number'.",
    'Found 161 errors.',
    many(16, n => `after ${n}`),
    'Exit code 2 after 7.7 s.',
  ),
};

const docker: OutputCase = {
  name: 'docker build and pull, a line for each step of a bar',
  most: 0.25,
  keeps: ['#9 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2'],
  text: text(
    many(120, n => `#5 sha256:3c8a0f3f ${n}.19MB / 120.00MB ${n / 10}s`),
    '#5 DONE 12.1s',
    many(80, n => `a1b2c3d4e5f6: Downloading [${'='.repeat(n % 30)}>${' '.repeat(30 - (n % 30))}]  ${n}MB/80MB`),
    '#9 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2',
    many(18, n => `line ${n} of the step`),
    'Exit code 1 after 60.0 s.',
  ),
};

const serverLog: OutputCase = {
  name: 'a log of a server',
  most: 0.25,
  keeps: [
    '2026-11-18T01:04:09Z ERROR request 91 failed: connection refused',
    '2026-11-18T01:05:00Z WARN  slow request 92 took 2100 ms',
  ],
  text: text(
    many(150, n => `2026-11-18T01:0${n % 4}:0${n % 9}Z INFO  request ${n} took ${n * 3} ms`),
    '2026-11-18T01:04:09Z ERROR request 91 failed: connection refused',
    many(40, () => 'waiting for the database ...'),
    '2026-11-18T01:05:00Z WARN  slow request 92 took 2100 ms',
    many(18, n => `2026-11-18T01:06:0${n % 9}Z INFO  job ${'abcdefghijklmnopqrs'[n]} done`),
    'Exit code 0 after 90.0 s.',
  ),
};

const make: OutputCase = {
  name: 'cmake and make',
  most: 0.2,
  keeps: ["src/a.cpp:12:5: error: 'x' was not declared in this scope", 'src/b.cpp:3:1: warning: unused variable'],
  text: text(
    many(120, n => `[ ${n % 100}%] Building CXX object CMakeFiles/app.dir/src/file_${n}.cpp.o`),
    'src/b.cpp:3:1: warning: unused variable',
    many(60, n => `[ ${n % 100}%] Building CXX object CMakeFiles/app.dir/src/more_${n}.cpp.o`),
    "src/a.cpp:12:5: error: 'x' was not declared in this scope",
    many(16, n => `note ${n}`),
    'make: *** [Makefile:101: all] Error 2',
    'Exit code 2 after 30.0 s.',
  ),
};

export const OUTPUTS: readonly OutputCase[] = [
  npmInstall,
  pnpmInstall,
  yarnInstall,
  pipInstall,
  apt,
  vitest,
  jest,
  pytest,
  goTest,
  cargo,
  tsc,
  docker,
  serverLog,
  make,
];

/** Long texts in which every line may matter: they stay as they are. */
export const PLAIN: readonly (readonly [string, string])[] = [
  ['source code', many(200, n => `export const value${n} = compute(${n}, 'name');`).join('\n')],
  ['a table of numbers', many(300, n => `${n},${n * 7},${n % 13},2026-01-0${(n % 9) + 1}`).join('\n')],
  ['a profile', many(200, n => `  ${(20 - n / 10).toFixed(1)}%  function_${n} (src/file.ts:${n})`).join('\n')],
  ['errors that differ', many(200, n => `src/a${n}.ts(${n},1): error TS2304: Cannot find name 'x${n}'.`).join('\n')],
  ['paths', many(300, n => `src/folder-${n % 20}/file-${n}.ts`).join('\n')],
  ['a diff', many(200, n => `${'+- '[n % 3]}const a${n} = ${n};`).join('\n')],
];
