import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDemoAgents } from '../../src/cli/commands/demo/agents.ts';
import { startDemo } from '../../src/cli/commands/demo/start-demo.ts';
import { DEMO_POLICY, openDemoWorkspace } from '../../src/cli/commands/demo/workspace.ts';
import type * as Api from '../../src/console/api.ts';
import { openConsole } from '../support/console/world.ts';

/** As `serve --demo` does it, with a model that does not take its time. */
async function openDemo() {
  const shop = openDemoWorkspace();
  onTestFinished(() => shop.remove());
  const agents = createDemoAgents({ pace: 1, byHand: shop.change });
  const { root: workspace, store } = shop;
  shop.fill();
  const world = await openConsole({}, { gate: { workspace, store, policy: DEMO_POLICY, spawner: agents.spawner } });
  /** A person answers what comes, in this order, and then with yes. */
  const play = async (...answers: string[]) => {
    shop.fill();
    let over = false;
    const playing = startDemo(world.gate, agents).finally(() => {
      over = true;
    });
    while (!over) {
      const [first] = (await world.get<Api.ApprovalList>('approvals')).body.pending;
      if (first) await world.post(`approvals/${first.id}`, { answer: answers.shift() ?? 'allow_once', by: 'Ann' });
      await sleep(20);
    }
    return playing;
  };
  return { ...world, play };
}

it('the demo shows agents, tasks, questions, refusals, a streamed command, and what undo does', async () => {
  const { play, get, post } = await openDemo();
  expect(await play('allow_once', 'reject_once')).toMatchObject({ ok: true });
  const { agents } = (await get<Api.AgentList>('agents')).body;
  const leader = agents.find(({ agent }) => agent === 'demo');
  expect(leader).toMatchObject({ outcome: 'ok', model: 'scripted/demo', budget: { calls: 60 } });
  expect(agents.find(({ agent }) => agent === 'demo/reader-1')).toMatchObject({ parent: leader?.id, outcome: 'ok' });
  expect((await get<Api.TaskList>('tasks')).body.tasks.map(({ status }) => status)).toContain('done');
  const { calls } = (await get<Api.CallList>('calls?outcome=denied')).body;
  expect(calls.map(({ error }) => error?.code)).toEqual(['APPROVAL_DENIED', 'INVALID_PATH', 'POLICY_DENIED']);
  expect((await get<Api.CallList>('calls?outcome=failed')).body.calls).toEqual([]);
  const [, bash] = (await get<Api.CallList>('calls?tool=bash')).body.calls;
  const { events } = (await get<Api.CallDetail>(`calls/${bash?.id}`)).body;
  expect(events.filter(({ type }) => type === 'tool_output_chunk').length).toBeGreaterThan(2);
  expect((await post<Api.TryResult>('undo', { path: 'README.md' })).body).toMatchObject({ ok: true });
  const conflict = (await post<Api.TryResult>('undo', { path: 'src/stock.ts' })).body;
  expect(conflict.error?.code).toBe('UNDO_CONFLICT');
});

it('the demo can be played again', async () => {
  const { play, get } = await openDemo();
  expect(await play()).toMatchObject({ ok: true });
  expect(await play()).toMatchObject({ ok: true });
  expect((await get<Api.CallList>('calls?outcome=failed')).body.calls).toEqual([]);
  expect((await get<Api.TaskList>('tasks')).body.tasks).toHaveLength(8);
});
