import { expect, it } from 'vitest';
import { actor, openTestTasks } from '../../test/support/worlds/open-tasks.ts';
import { drawTasks, FORMATS } from '../cli/output/draw-tasks.ts';

it('ten thousand tasks can wait in one row, and as many after one', async () => {
  const { tasks } = await openTestTasks();
  const many = 5_000;
  await tasks.create({ title: 'row 0', label: 'row0' });
  await tasks.create({ title: 'first', label: 'first' });
  const making: Promise<unknown>[] = [];
  for (let number = 1; number < many; number += 1) {
    making.push(tasks.create({ title: `row ${number}`, label: `row${number}`, dependsOn: [`row${number - 1}`] }));
    making.push(tasks.create({ title: `fan ${number}`, dependsOn: ['first'] }));
  }
  await Promise.all(making);
  expect(await tasks.counts()).toMatchObject({ ready: 2, pending: 2 * many - 2 });

  const circle = tasks.update('row0', { addDependencies: [`row${many - 1}`] });
  await expect(circle).rejects.toMatchObject({ code: 'CYCLE', message: expect.stringContaining('→ … →') });
  await expect(tasks.get('rwo4999')).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });

  await tasks.update('first', { status: 'submitted' }, actor('w1'));
  await tasks.update('first', { status: 'done' });
  expect(await tasks.counts()).toMatchObject({ ready: many, pending: many - 1, done: 1 });

  const all = await tasks.list();
  for (const format of FORMATS) expect(drawTasks(all, format).split('\n').length).toBeGreaterThanOrEqual(2 * many);
});

it('a task can depend on a thousand others, and on no more', async () => {
  const { tasks } = await openTestTasks();
  const made = await Promise.all(Array.from({ length: 1_001 }, (_, n) => tasks.create({ title: 'x', label: `x${n}` })));
  const labels = made.map(({ label }) => label);
  await expect(tasks.create({ title: 'all', dependsOn: labels })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  const last = await tasks.create({ title: 'most', label: 'most', dependsOn: labels.slice(1) });
  expect(last.dependsOn.length).toBe(1_000);
  const more = tasks.update('most', { addDependencies: ['x0'] });
  await expect(more).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
});
