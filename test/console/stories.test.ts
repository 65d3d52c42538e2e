import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { type ConsoleWorld, openConsole } from '../support/console/world.ts';

const WHO = { sessionID: 'run-1', agent: 'coder' };
const BELOW = { sessionID: 'run-2', agent: 'coder/explorer-1' };
const prices = { 'scripted/one': { input: 2, output: 10 } };

async function openStory(): Promise<ConsoleWorld & { readonly spawned: string }> {
  const settings = { trusted: false, sources: {}, withheld: [], prices };
  const world = await openConsole({ 'a.txt': 'a\n' }, { console: { settings } });
  const { activity } = world.gate;
  activity.emit('agent_started', WHO, { type: 'coder', model: 'scripted/one', depth: 0, prompt: 'Mend it' });
  activity.emit('agent_said', WHO, { turn: 1, text: 'I look.', tokens: { input: 1_000, output: 100 } });
  await world.gate.execute({ name: 'read_file', args: { path: 'none.txt' } }, { ...WHO, turn: 1 });
  activity.emit('agent_said', WHO, { turn: 2, text: '', tokens: { input: 500, output: 50 } });
  const { callID } = await world.gate.execute({ name: 'read_file', args: { path: 'a.txt' } }, { ...WHO, turn: 2 });
  const about = { parent: 'coder', parentSessionID: 'run-1', callID };
  activity.emit('agent_started', BELOW, { type: 'explorer', model: 'other/one', depth: 1, prompt: 'Look', ...about });
  activity.emit('agent_ended', BELOW, { ok: true, text: 'It is there', tokens: { input: 7, output: 3 } });
  return { ...world, spawned: callID };
}

const stateOf = async ({ get }: ConsoleWorld, id: string) =>
  (await get<Api.AgentList>('agents')).body.agents.find(agent => agent.id === id);

it('an agent tells its tokens and cost while it runs and at its end, what failed, and who started it', async () => {
  const world = await openStory();
  expect(await stateOf(world, 'run-1')).toMatchObject({
    inputTokens: 1_500,
    outputTokens: 150,
    tokens: 1_650,
    calls: 2,
    failed: 1,
    cost: (1_500 * 2 + 150 * 10) / 1e6,
  });
  const below = await stateOf(world, 'run-2');
  expect(below).toMatchObject({ parent: 'run-1', parentCall: world.spawned, text: 'It is there', tokens: 10 });
  expect(below).not.toHaveProperty('cost');
  world.gate.activity.emit('agent_ended', WHO, { ok: true, text: 'Mended', tokens: { input: 2_000, output: 200 } });
  expect(await stateOf(world, 'run-1')).toMatchObject({
    text: 'Mended',
    outcome: 'ok',
    inputTokens: 2_000,
    cost: 0.006,
  });
  const { body } = await world.get<Api.CallDetail>(`calls/${world.spawned}`);
  expect(body.agents).toEqual(['run-2']);
});

it('a run that goes on is the same one: known by its first prompt, with all that it took and no time between', async () => {
  const world = await openStory();
  const { activity } = world.gate;
  const end = (text: string, input: number, output: number) =>
    activity.emit('agent_ended', WHO, { ok: true, text, tokens: { input, output } });
  const again = { type: 'coder', model: 'scripted/one', depth: 0 };
  end('Mended', 2_000, 200);
  const first = (await stateOf(world, 'run-1'))!;
  await sleep(300);
  activity.emit('agent_started', WHO, { ...again, prompt: 'And now?' });
  activity.emit('agent_said', WHO, { turn: 3, text: 'Well.', tokens: { input: 30, output: 5 } });
  const now = (await stateOf(world, 'run-1'))!;
  expect(now).toMatchObject({
    prompt: 'Mend it',
    startedAt: first.startedAt,
    inputTokens: 2_030,
    outputTokens: 205,
    tokens: 2_235,
    again: { worked: first.endedAt! - first.startedAt },
  });
  expect(now.again!.at).toBeGreaterThanOrEqual(first.endedAt! + 250);
  expect(now).not.toHaveProperty('endedAt');
  end('Well.', 30, 5);
  // A run that was stopped goes on without a word.
  activity.emit('agent_started', WHO, { ...again, prompt: '' });
  end('Well, then.', 40, 6);
  expect(await stateOf(world, 'run-1')).toMatchObject({ prompt: 'Mend it', inputTokens: 2_070, outputTokens: 211 });
  const { steps } = (await world.get<Api.Story>('agents/run-1/story')).body;
  expect(steps.filter(({ kind }) => kind !== 'call').slice(-5)).toEqual([
    expect.objectContaining({ kind: 'said', turn: 2 }),
    expect.objectContaining({ kind: 'answer', text: 'Mended' }),
    expect.objectContaining({ kind: 'prompt', text: 'And now?' }),
    // What the model said last is told once.
    expect.objectContaining({ kind: 'answer', text: 'Well.', tokens: { input: 30, output: 5 } }),
    expect.objectContaining({ kind: 'answer', text: 'Well, then.' }),
  ]);
});

it('the tokens of a run are those that its model has told, however long the results of its calls were', async () => {
  const world = await openConsole({ 'long.txt': 'word '.repeat(5_000) });
  const { activity } = world.gate;
  activity.emit('agent_started', WHO, { type: 'coder', model: 'scripted/one', depth: 0, prompt: 'Read it' });
  await world.gate.execute({ name: 'read_file', args: { path: 'long.txt' } }, { ...WHO, turn: 1 });
  expect((await stateOf(world, 'run-1'))?.tokens).toBeGreaterThan(50);
  activity.emit('agent_said', WHO, { turn: 1, text: 'Read.', tokens: { input: 30, output: 5 } });
  expect(await stateOf(world, 'run-1')).toMatchObject({ inputTokens: 30, outputTokens: 5, tokens: 35 });
});

it('a story is told in the order in which it happened', async () => {
  const world = await openStory();
  world.gate.activity.emit('agent_ended', WHO, { ok: false, error: { code: 'TIMEOUT', message: 'Too long' } });
  const { body } = await world.get<Api.Story>('agents/run-1/story');
  expect(body).toMatchObject({
    agent: { id: 'run-1', outcome: 'TIMEOUT' },
    omitted: 0,
    steps: [
      { kind: 'prompt', text: 'Mend it' },
      { kind: 'said', turn: 1, text: 'I look.', tokens: { input: 1_000, output: 100 } },
      { kind: 'call', call: { tool: 'read_file', ok: false }, agents: [] },
      { kind: 'said', turn: 2, text: '' },
      { kind: 'call', call: { tool: 'read_file', ok: true }, agents: ['run-2'] },
      { kind: 'answer', ok: false, text: 'Too long' },
    ],
  });
  expect(body.steps).toHaveLength(6);
  expect((await world.get('agents/none/story')).status).toBe(404);
});

it('a session without an agent has a story too, and so has one whose events are pruned', async () => {
  const world = await openConsole({ 'a.txt': 'a\n' });
  for (let index = 0; index < 3; index++)
    await world.gate.execute({ name: 'read_file', args: { path: 'a.txt', offset: index + 1 } }, { sessionID: 's' });
  await world.gate.store.events.prune(2);
  const { body } = await world.get<Api.Story>('agents/s/story');
  expect(body.steps.map(step => step.kind === 'call' && (step.call.args as { offset: number }).offset)).toEqual([
    1, 2, 3,
  ]);
});

it('calls are found by a text in their arguments, titles and outputs, page by page', async () => {
  const world = await openConsole({ 'a.txt': 'the needle is here\n', 'b.txt': 'hay\n' });
  for (const path of ['a.txt', 'b.txt', 'Needle.txt', 'a.txt', 'b.txt'])
    await world.gate.execute({ name: 'read_file', args: { path } }, { turn: Math.random() * 1e6 });
  const pathsOf = ({ calls }: Api.CallList) => calls.map(({ args }) => (args as { path: string }).path);
  const list = async (query: string) => (await world.get<Api.CallList>(`calls?${query}`)).body;
  const all = await list('text=NEEDLE');
  expect(pathsOf(all)).toEqual(['a.txt', 'Needle.txt', 'a.txt']);
  expect(all).not.toHaveProperty('total');
  const first = await list('text=needle&limit=1');
  expect(pathsOf(first)).toEqual(['a.txt']);
  const rest = await list(`text=needle&before=${first.next}`);
  expect(pathsOf(rest)).toEqual(['Needle.txt', 'a.txt']);
  expect(pathsOf(await list('text=needle&outcome=failed'))).toEqual(['Needle.txt']);
  expect(await list('text=nothing-of-it')).toEqual({ calls: [] });
});
