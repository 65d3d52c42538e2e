import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepFaults } from '../../../scripts/crash/faults.ts';
import { killLoop } from '../../../scripts/crash/kill.ts';
import { removePrograms } from '../../../scripts/crash/programs.ts';
import { SCENARIOS } from '../../../scripts/crash/scenarios.ts';
import { sweepAll } from '../../../scripts/crash/syscalls.ts';

const quiet = { tell: () => {} };
afterAll(removePrograms);

test('processes killed at random instants lose nothing and leave nothing half done', async () => {
  const report = await killLoop({ kills: 16, processes: 3, seed: 42, between: 8, ...quiet });
  expect(report.problems).toEqual([]);
  expect(report.unexpected).toEqual([]);
  expect(report.kills).toBe(16);
  expect(report.changed).toBeGreaterThan(0);
});

describe('a process killed at its system calls', () => {
  beforeAll(() => {
    const { error } = spawnSync('strace', ['-V']);
    if (error) throw new Error('strace is needed to kill a process at a system call: run scripts/system-deps');
  });

  test('a process killed at its system calls leaves every kind of operation done or not done, and the next start needs no help', async () => {
    const report = await sweepAll({ scenarios: SCENARIOS, sample: 3, abreast: 2, recoveries: 0, ...quiet });
    expect(report.problems).toEqual([]);
    expect(report.rows.map(row => row.name)).toEqual(SCENARIOS.map(scenario => scenario.name));
    // At every kind of call; one that a single operation makes may be the runtime's own and not come again.
    const times = Map.groupBy(
      report.rows.flatMap(row => [...row.kinds]),
      ([kind]) => kind,
    );
    const missed = [...times.values()].filter(rows => rows.length > 1 && rows.every(([, kills]) => kills === 0));
    expect(missed).toEqual([]);
    // Before the commit, and in it.
    const half = report.rows.filter(row => row.ends['rolled back'] + row.ends.completed > 0);
    expect(half.length).toBeGreaterThan(0);
    expect(report.rows.filter(row => row.ends.nothing > 0).length).toBeGreaterThan(0);
  });

  test('a process killed at its system calls also when the start after it is killed', async () => {
    const scenarios = SCENARIOS.filter(scenario => scenario.name === 'move over a file');
    const report = await sweepAll({ scenarios, sample: 10, abreast: 2, recoveries: 1, ...quiet });
    expect(report.problems).toEqual([]);
    const [, ...starts] = report.rows;
    expect(starts.map(row => row.points)).toContainEqual(expect.toSatisfy((points: number) => points > 0));
  });
});

describe('a system call that fails', () => {
  const direct = SCENARIOS.filter(({ run }) => run !== 'plan');

  test('a system call that fails leaves every kind of operation done or not done, as its caller was told, whichever it is', async () => {
    const report = await sweepFaults({ scenarios: direct, sample: 3, abreast: 2, lasting: true, ...quiet });
    expect(report.problems).toEqual([]);
    expect(report.failed).toBeGreaterThan(0);
    expect(report.done).toBeGreaterThan(0);
  });

  test('a system call that fails: when a folder or file is closed changes nothing: what was done is told as done', async () => {
    const scenarios = direct.filter(({ name }) => name === 'create in a new folder');
    const report = await sweepFaults({ scenarios, call: 'close', abreast: 2, lasting: false, ...quiet });
    expect(report.problems).toEqual([]);
    expect(report.failed).toBe(0);
  });
});
