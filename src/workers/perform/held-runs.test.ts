import { expect, it } from 'vitest';
import { sampleRun } from '../../../test/cases/store/runs.ts';
import { openMemory } from '../../store/memory/open.ts';
import { HeldRun } from './held-run.ts';
import { HeldRuns } from './held-runs.ts';

const { runs } = openMemory();
const runOf = (number: number) => {
  const row = sampleRun(number);
  return new HeldRun(row, { id: row.jobID, attempt: 1, runID: row.id }, runs, () => {});
};

it('runs that waited too long for a slot begin no more, also when a slot becomes free', () => {
  const held = new HeldRuns(1);
  const [first, second, third] = [runOf(1), runOf(2), runOf(3)];
  for (const run of [first, second, third]) held.add(run);
  expect([held.next(), held.next()]).toEqual([first, undefined]);
  expect(held.takeLate(Infinity)).toEqual([second, third]);
  held.remove(first);
  expect(held.next()).toBeUndefined();
  held.remove(second);
  held.remove(third);
  expect([held.size, held.room]).toEqual([0, 1]);
});

it('a run that waits for others takes no slot', () => {
  const held = new HeldRuns(1);
  const [first, second] = [runOf(1), runOf(2)];
  held.add(first);
  held.add(second);
  held.next();
  first.waits(1);
  expect(held.next()).toBe(second);
});
