import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { Tool } from '../../src/index.ts';
import { openCli } from '../support/cli/open-cli.ts';
import { asked, type ConsoleWorld, OVERWRITE, openConsole, serveConsole } from '../support/console/world.ts';
import { openAgents, spawning } from '../support/worlds/open-agents.ts';

/** Goes on until it is stopped. */
const endless = Tool.define('endless', {
  description: 'Waits',
  parameters: { type: 'object', properties: {} },
  effects: () => [],
  execute: (_, ctx) =>
    new Promise<never>((_resolve, reject) => ctx.abort.addEventListener('abort', () => reject(ctx.abort.reason))),
});

type Served = Pick<ConsoleWorld, 'get' | 'post'>;

async function runningIn({ get }: Served, count = 1): Promise<readonly Api.CallSummary[]> {
  for (;;) {
    const { calls } = (await get<Api.CallList>('calls?outcome=running')).body;
    if (calls.filter(({ status }) => status === 'started').length >= count) return calls;
    await sleep(20);
  }
}

const stop = ({ post }: Served, what: string) => post<Api.StopResult>(`${what}/stop`, { by: 'Ann' });

it('a call is stopped alone, and its outcome says who did it', async () => {
  const world = await openConsole({}, { gate: { tools: [endless] } });
  const [first, second] = ['a', 'b'].map(agent => world.gate.execute({ name: 'endless', args: {} }, { agent }));
  const calls = await runningIn(world, 2);
  const id = calls.find(({ agent }) => agent === 'a')?.id;
  expect((await stop(world, `calls/${id}`)).body).toEqual({ stopped: true });
  expect((await first)?.error).toMatchObject({ code: 'ABORTED', message: expect.stringContaining('Stopped by Ann.') });
  expect((await stop(world, `calls/${id}`)).body).toEqual({ stopped: false });
  expect((await world.get<Api.CallDetail>(`calls/${id}`)).body.call.error?.message).toContain('Stopped by Ann.');
  expect(await runningIn(world)).toHaveLength(1);
  expect(await world.gate.stop({ session: world.gate.session().id }, { by: 'Bob' })).toBe(true);
  expect((await second)?.error?.message).toContain('Stopped by Bob.');
  // What is stopped here once works on.
  expect((await world.gate.execute({ name: 'glob', args: { pattern: '*' } })).ok).toBe(true);
  expect((await stop(world, 'calls/none')).status).toBe(404);
  expect((await stop(world, 'agents/none')).status).toBe(404);
});

it('a call that waits for a person is stopped, and the question is withdrawn', async () => {
  const world = await openConsole({ 'a.txt': 'old\n' });
  const running = world.gate.execute(OVERWRITE);
  const { id, stepId } = await asked(world);
  expect((await stop(world, `calls/${stepId}`)).body).toEqual({ stopped: true });
  expect((await running).error).toMatchObject({ code: 'ABORTED', message: expect.stringContaining('Stopped by Ann.') });
  const { pending, settled } = (await world.get<Api.ApprovalList>('approvals')).body;
  expect([pending, settled]).toMatchObject([[], [{ id, status: 'withdrawn' }]]);
});

it('a call of another process is stopped', async () => {
  const cli = openCli();
  const started = cli.start(['exec', 'bash', '--args', '{"command":"sleep 300"}', '--yes', '--policy', 'privileged']);
  const gate = await createToolgate({ workspace: cli.root, env: cli.env });
  const served = await serveConsole(gate);
  try {
    const [call] = await runningIn(served);
    expect((await stop(served, `calls/${call?.id}`)).body).toEqual({ stopped: true });
    expect(await started.ended()).toBe(130);
    expect(started.said()).toContain('Stopped by Ann.');
    expect((await gate.store.calls.get(call?.id ?? ''))?.error?.code).toBe('ABORTED');
    expect(await gate.store.state.keys('stop:')).toEqual([]);
  } finally {
    await gate.close();
  }
});

it('an agent is stopped with all below it, from another process, and does not go on', async () => {
  const world = await openAgents(
    {
      boss: { packs: ['own', 'spawn'], script: [{ calls: [spawning('hand')] }, { text: 'went on' }] },
      hand: { packs: ['own'], script: [{ calls: [{ name: 'endless', args: {} }] }, { text: 'went on' }] },
    },
    { tools: [endless] },
  );
  const running = world.start('boss');
  const other = await world.again();
  const served = await serveConsole(other.gate);
  await runningIn(served, 2);
  const { agents } = (await served.get<Api.AgentList>('agents')).body;
  const boss = agents.find(({ type }) => type === 'boss');
  expect((await stop(served, `agents/${boss?.id}`)).body).toEqual({ stopped: true });
  expect(await running).toMatchObject({ ok: false, error: { message: 'The agent was stopped by Ann' } });
  await world.gate.activity.flush();
  const after = (await served.get<Api.AgentList>('agents')).body.agents;
  expect(after.map(({ outcome }) => outcome)).toEqual(['ABORTED', 'ABORTED']);
  expect((await stop(served, `agents/${boss?.id}`)).body).toEqual({ stopped: false });
});
