import { expect, it } from 'vitest';
import { parseCargo } from './parse-cargo.ts';

const stopped = (threads: number) =>
  [
    `=m= list ${threads} /w/src/lib.rs`,
    'tests::good',
    'tests::loops',
    'tests::waits',
    '=m= run /w/src/lib.rs',
    'running 3 tests',
    'test tests::good ... ok',
  ].join('\n');

it('tests that each had a thread when all was stopped were running; of more nothing is said', () => {
  const names = (threads: number) =>
    parseCargo(stopped(threads), '=m=').map(event => [event.t, 'name' in event && event.name]);
  const good = ['end', 'tests > good'];
  expect(names(2)).toEqual([good, ['start', 'tests > loops'], ['start', 'tests > waits']]);
  expect(names(1)).toEqual([good]);
});

it('a test in the documentation has the line where its code begins', () => {
  const text = [
    '=m= run documentation',
    'test src/lib.rs - add (line 12) ... FAILED',
    '---- src/lib.rs - add (line 12) stdout ----',
    "thread 'main' panicked at src/lib.rs:5:1:",
    'wrong',
    'failures:',
    'test result: FAILED. 0 passed; 1 failed',
    '=m= end 101',
  ].join('\n');
  expect(parseCargo(text, '=m=')).toMatchObject([
    { t: 'end', file: 'src/lib.rs', line: 12, status: 'failed', message: 'wrong' },
  ]);
});
