import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDemoAgents } from '../../../src/cli/commands/demo/agents.ts';
import { DEMO_STEPS } from '../../../src/cli/commands/demo/script.ts';
import { startDemo } from '../../../src/cli/commands/demo/start-demo.ts';
import { type DemoRun, tellStory } from '../../../src/cli/commands/demo/tell-story.ts';
import { DEMO_POLICY, openDemoWorkspace } from '../../../src/cli/commands/demo/workspace.ts';
import type * as Api from '../../../src/console/api.ts';
import { openConsole } from '../../support/console/world.ts';

/** As `serve --demo` does it, with a model that does not take its time. */
async function openDemo({ shell = true, approvalTimeout }: { shell?: boolean; approvalTimeout?: number } = {}) {
  const shop = openDemoWorkspace();
  onTestFinished(() => shop.remove());
  const agents = createDemoAgents(() => ({ pace: 1, shell }));
  const { root: workspace, store } = shop;
  shop.fill();
  const gate = { workspace, store, policy: DEMO_POLICY, spawner: agents.spawner };
  const world = await openConsole({}, { gate: { ...gate, ...(approvalTimeout ? { approvalTimeout } : {}) } });
  let run: DemoRun | undefined;
  const story = () => tellStory(world.gate, { run, running: run?.over === false, toolgate: 'toolgate' });
  /** A person gives this answer to what comes, or none. */
  const play = async (answer?: string) => {
    shop.fill();
    const seen = new Set<string>();
    let over = false;
    const onStart = (session: string) => {
      run = { session, names: new Map(), shell, over: false };
    };
    const onCalls = (names: DemoRun['names']) => {
      run = { ...run!, names };
    };
    const playing = startDemo(world.gate, agents, { onStart, onCalls }).finally(() => {
      over = true;
    });
    while (!over) {
      const [first] = (await world.get<Api.ApprovalList>('approvals')).body.pending;
      for (const { id, state } of (await story()).steps) seen.add(`${id} ${state}`);
      if (first && answer) await world.post(`approvals/${first.id}`, { answer, by: 'Ann' });
      await sleep(20);
    }
    run = { ...run!, over: true };
    return { result: await playing, seen };
  };
  const states = async () => Object.fromEntries((await story()).steps.map(({ id, state }) => [id, state]));
  return { ...world, play, story, states, shop: shop.root };
}

/** Of the page, when the agent is through and the person has only answered. */
const THROUGH = { look: 'done', repair: 'done', refuse: 'refused', edit: 'done', run: 'done', undo: 'yours' };

it('the demo shows agents, tasks, a question, refusals, a streamed command, and what undo does', async () => {
  const { play, get, post, states, story, shop } = await openDemo();
  expect((await states()).look).toBe('ahead');
  const { result, seen } = await play('allow_once');
  expect(result).toMatchObject({ ok: true });
  expect(seen).toContain('ask asks');
  expect(await states()).toEqual({ ...THROUGH, ask: 'done' });
  const { agents } = (await get<Api.AgentList>('agents')).body;
  const leader = agents.find(({ agent }) => agent === 'demo');
  expect(leader).toMatchObject({ outcome: 'ok', model: 'scripted/demo', budget: { calls: 60 } });
  expect(agents.find(({ agent }) => agent === 'demo/reader-1')).toMatchObject({ parent: leader?.id, outcome: 'ok' });
  expect((await get<Api.TaskList>('tasks')).body.tasks.map(({ status }) => status)).toEqual(['done', 'done']);
  const { calls } = (await get<Api.CallList>('calls?outcome=denied')).body;
  expect(calls.map(({ error }) => error?.code)).toEqual(['INVALID_PATH', 'POLICY_DENIED']);
  expect((await get<Api.CallList>('calls?outcome=failed')).body.calls).toEqual([]);
  expect((await get<Api.CallList>('calls?outcome=running')).body.calls).toEqual([]);
  const [bash] = (await get<Api.CallList>('calls?tool=bash')).body.calls;
  expect(bash).toMatchObject({ ok: true });
  const printed = (await get<Api.OutputPage>(`calls/${bash?.id}/output`)).body;
  expect(printed.text).toContain('checking part 4 of 4');
  expect(existsSync(join(shop, 'old'))).toBe(false);
  const { set } = (await story()).steps.find(({ id }) => id === 'undo')!;
  expect((await post<Api.TryResult>('undo', { set })).body).toMatchObject({ ok: true });
  expect(await states()).toMatchObject({ undo: 'done' });
  expect(readFileSync(join(shop, 'src/price.ts'), 'utf8')).toContain('total(count: number): number');
});

it('the demo goes on after a no, and says so', async () => {
  const { play, get, states, story, shop } = await openDemo();
  expect((await play('reject_once')).result).toMatchObject({ ok: true });
  expect(await states()).toEqual({ ...THROUGH, ask: 'rejected' });
  expect((await story()).seen.join(' ')).toContain('one asked you, and you said no');
  // In a checkout there is no other way to start it than the one that is given.
  for (const { command } of (await story()).next) expect(command).toMatch(/^toolgate /);
  expect(existsSync(join(shop, 'old/notes.txt'))).toBe(true);
  expect((await get<Api.CallList>('calls?outcome=failed')).body.calls).toEqual([]);
});

it('the demo goes on where nobody answers, and says so', async () => {
  const { play, states, shop } = await openDemo({ approvalTimeout: 1_500 });
  expect((await play()).result).toMatchObject({ ok: true });
  expect(await states()).toEqual({ ...THROUGH, ask: 'unanswered' });
  expect(existsSync(join(shop, 'old/notes.txt'))).toBe(true);
});

it('the demo leaves its command out where there is no sandbox, and says so', async () => {
  const { play, get, states, story } = await openDemo({ shell: false });
  expect((await play('allow_once')).result).toMatchObject({ ok: true });
  expect(await states()).toEqual({ ...THROUGH, run: 'left_out', ask: 'done' });
  expect((await story()).steps.find(({ id }) => id === 'run')?.caption).toContain('no sandbox');
  expect((await get<Api.CallList>('calls?tool=bash')).body.calls).toEqual([]);
});

it('the demo can be played again', async () => {
  const { play, get, states } = await openDemo();
  expect((await play('allow_once')).result).toMatchObject({ ok: true });
  expect((await play('reject_once')).result).toMatchObject({ ok: true });
  expect(await states()).toEqual({ ...THROUGH, ask: 'rejected' });
  expect((await get<Api.CallList>('calls?outcome=failed')).body.calls).toEqual([]);
  const { tasks } = (await get<Api.TaskList>('tasks')).body;
  expect(tasks.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
});

it('every step of the demo has a caption, and calls that ask have one for each answer', () => {
  expect(new Set(DEMO_STEPS.map(({ id }) => id)).size).toBe(DEMO_STEPS.length);
  for (const { captions } of DEMO_STEPS)
    expect([captions.now, captions.done].every(text => /\.$/.test(text))).toBe(true);
  expect(DEMO_STEPS.find(({ id }) => id === 'ask')?.captions).toHaveProperty('unanswered');
});
