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

it('short runs are asked for many at once, and again when those taken ahead are fewer than the slots', () => {
  const held = new HeldRuns(2);
  expect(held.room).toBe(2);
  held.noteDuration(1);
  expect(held.room).toBe(10);
  const taken = Array.from({ length: 10 }, (_, number) => runOf(number));
  for (const run of taken) held.add(run);
  const rooms: number[] = [];
  for (let run = held.next(); run; run = held.next()) {
    rooms.push(held.room);
    held.remove(run);
  }
  expect(rooms).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 9, 10]);
});

it('runs that take less than an ask are asked for many at once, but never those that would wait long for a slot', () => {
  const held = new HeldRuns(2);
  held.noteDuration(60);
  expect(held.room).toBe(2);
  for (let ask = 0; ask < 10; ask++) held.noteAsk(100);
  expect(held.room).toBe(10);
  for (let run = 0; run < 100; run++) held.noteDuration(400);
  for (let ask = 0; ask < 10; ask++) held.noteAsk(1_000);
  expect(held.room).toBe(2);
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

it('a call that has acted takes no slot while it is written down, unlike the call of an agent that goes on', async () => {
  for (const kept of [false, true]) {
    const held = new HeldRuns(1);
    const [first, second] = [runOf(1), runOf(2)];
    held.add(first);
    held.add(second);
    held.next();
    const step = first.step(first.id, { kept, repeatableToo: false });
    await step.begin!({ callID: first.id, repeatable: true });
    expect(held.next()).toBeUndefined();
    step.acted!();
    expect(held.next()).toBe(kept ? undefined : second);
    expect(first.actedAt === undefined).toBe(kept);
  }
});
