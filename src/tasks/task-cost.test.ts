import { expect, it } from 'vitest';
import { openGate } from '../../test/support/worlds/open-gate.ts';
import { taskCost } from './task-cost.ts';

it('a task costs what was called by those who had it, while they had it', async () => {
  const { gate } = await openGate({ 'a.txt': 'one\n' });
  const worker = gate.child({ agent: 'main/worker-1', role: 'worker' });
  const read = { name: 'read_file', args: { path: 'a.txt' } };
  const tick = () => new Promise(resolve => setTimeout(resolve, 5));
  await gate.execute({ name: 'create_task', args: { title: 'Read it', label: 'r' } });
  await worker.execute(read);
  await tick();
  await worker.execute({ name: 'task_update', args: { id: 'r', status: 'in_progress' } });
  await tick();
  await worker.execute(read);
  await worker.execute({ name: 'read_file', args: { path: 'none.txt' } });
  // This call of another agent is not the task's.
  await gate.execute(read);
  await tick();
  expect((await worker.execute({ name: 'submit_result', args: { id: 'r', result: 'read' } })).ok).toBe(true);
  await tick();
  await worker.execute(read);
  await gate.store.flush();
  const { id } = await gate.tasks.get('r');
  const cost = await taskCost(gate.store, id, Date.now());
  // The calls are the two reads and the handing in.
  expect(cost).toMatchObject({ calls: 3, failed: 1 });
  expect(cost.tokens).toBeGreaterThan(0);
  expect(await taskCost(gate.store, 'nothing', Date.now())).toMatchObject({ calls: 0, tokens: 0 });
});
