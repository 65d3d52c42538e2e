import { afterAll, expect, test } from 'vitest';
import { dieEverywhere, SWEEPING_TURNS, WORKING_TURNS } from '../../../scripts/crash/fleet/die-everywhere.ts';
import { runFleet } from '../../../scripts/crash/fleet/main.ts';
import { removePrograms } from '../../../scripts/crash/programs.ts';

const tell = () => {};
afterAll(removePrograms);

test('workers that are killed all the time, on a database that crashes, do every task and no effect twice', async () => {
  const restarts = ['immediate'] as const;
  const report = await runFleet({ tasks: 24, processes: 3, workers: 6, seconds: 8, seed: 5, restarts, tell });
  expect(report.problems).toEqual([]);
  expect(report.rounds).toBeGreaterThan(24);
  expect(report.kills).toBeGreaterThan(0);
});

test.for([
  ['a worker may die at any instant: another one goes on, and nothing is lost or done twice', WORKING_TURNS],
  ['one that looks after the dead may die over it, and two may do so at once', SWEEPING_TURNS],
] as const)('%s', async ([, turns]) => {
  const { problems, deaths } = await dieEverywhere({ turns, abreast: 3, tell });
  expect(problems).toEqual([]);
  expect(deaths).toEqual(expect.arrayContaining(turns.map(([, instant]) => instant)));
});
