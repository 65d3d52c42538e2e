import { expect, it } from 'vitest';
import { parseGo } from './parse-go.ts';

const place = (path: string) => path.replace(/^m\/?/, '') || '.';
const report = (...events: readonly object[]) => events.map(each => JSON.stringify(each)).join('\n');
const Package = 'm/a';

it('a test that is still running when all is stopped has only begun', () => {
  const text = report(
    { Action: 'run', Package, Test: 'TestGood' },
    { Action: 'pass', Package, Test: 'TestGood' },
    { Action: 'run', Package, Test: 'TestTable' },
    { Action: 'run', Package, Test: 'TestTable/loops' },
  );
  expect(parseGo(text, place)).toMatchObject([
    { t: 'end', name: 'TestGood', status: 'passed' },
    { t: 'start', name: 'TestTable > loops', file: 'a' },
  ]);
});

it('of what a test says the last place is the one that failed', () => {
  const text = report(
    { Action: 'run', Package, Test: 'TestBad' },
    { Action: 'output', Package, Test: 'TestBad', Output: '    a_test.go:3: logged\n' },
    { Action: 'output', Package, Test: 'TestBad', Output: '    a_test.go:4: got 1\n' },
    { Action: 'output', Package, Test: 'TestBad', Output: '        want 2\n' },
    { Action: 'fail', Package, Test: 'TestBad' },
    { Action: 'fail', Package },
  );
  expect(parseGo(text, place)).toMatchObject([
    { t: 'end', file: 'a/a_test.go', line: 4, message: 'a_test.go:3: logged\na_test.go:4: got 1\n    want 2' },
  ]);
});

it('a program that fails before its tests is said once, one that was not built by the compiler alone', () => {
  const early = report(
    { Action: 'output', Package, Output: 'panic: no database\n' },
    { Action: 'output', Package, Output: '\n' },
    { Action: 'output', Package, Output: 'goroutine 1 [running]:\n' },
    { Action: 'output', Package, Output: '\t/w/a/a_test.go:9 +0x1d\n' },
    { Action: 'fail', Package },
  );
  expect(parseGo(early, place)).toEqual([
    { t: 'broken', file: '/w/a/a_test.go', line: 9, message: 'panic: no database' },
  ]);
  const unbuilt = report(
    { Action: 'output', Package, Output: 'FAIL\tm/a [build failed]\n' },
    { Action: 'fail', Package },
  );
  expect(parseGo(`# m/a\na/a.go:2:1: missing return\n${unbuilt}`, place)).toEqual([
    { t: 'broken', file: 'a/a.go', line: 2, message: 'missing return' },
  ]);
});
