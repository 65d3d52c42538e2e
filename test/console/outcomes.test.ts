import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { Tool } from '../../src/index.ts';
import { asked, type ConsoleWorld, OVERWRITE, openConsole } from '../support/console/world.ts';

const list = async ({ get }: ConsoleWorld, query: string) => (await get<Api.CallList>(`calls?${query}`)).body;
const endOf = async ({ gate }: ConsoleWorld, callID: string) =>
  (await gate.activity.since(0, { type: 'tool_call_end' })).find(event => event.callID === callID)?.data;

it('a command that ends with another code than zero is a state of its own, and the model is told as before', async () => {
  const world = await openConsole({}, { gate: { approver: () => 'allow_once' } });
  const { gate } = world;
  const ended = await gate.execute({ name: 'bash', args: { command: 'exit 3' } });
  const unknown = await gate.execute({ name: 'bash', args: { command: 'no-such-program' } });
  const killed = await gate.execute({ name: 'bash', args: { command: 'kill -9 $$' } });
  const fine = await gate.execute({ name: 'bash', args: { command: 'true' } });
  expect([ended.ok, unknown.ok, killed.ok, fine.ok]).toEqual([true, true, true, true]);
  expect((await endOf(world, ended.callID))?.exitCode).toBe(3);
  expect((await endOf(world, fine.callID))?.exitCode).toBeUndefined();
  const exits = await list(world, 'outcome=exit');
  expect(exits.calls.map(({ exitCode }) => exitCode)).toEqual([137, 127, 3]);
  expect(exits).toMatchObject({ total: 3, calls: [{ outcome: 'exit' }, {}, { title: expect.stringContaining('3') }] });
  expect((await list(world, 'outcome=ok')).calls.map(({ id }) => id)).toEqual([fine.callID]);
  expect((await list(world, '')).total).toBe(4);
});

it('a tool that looks at the end of another program has none of its own', async () => {
  const world = await openConsole({}, { gate: { tools: [LOOKER, RUNNER] } });
  await world.gate.execute({ name: 'looker', args: {} });
  await world.gate.execute({ name: 'runner', args: {} });
  expect((await list(world, '')).calls.map(({ tool, exitCode }) => [tool, exitCode])).toEqual([
    ['runner', 137],
    ['looker', undefined],
  ]);
});

const LOOKER = Tool.define('looker', {
  description: 'Looks',
  parameters: { type: 'object', properties: {} },
  effects: () => [],
  execute: async () => ({ value: { exit_code: 5 } }),
});
const RUNNER = Tool.define('runner', {
  description: 'Runs',
  parameters: { type: 'object', properties: {} },
  effects: () => [{ kind: 'execute', resource: 'it' }],
  danger: 'safe',
  execute: async () => ({ value: { exit_code: -9 } }),
});

it('the time of a person is told apart, and the end event has the numbers of the ledger', async () => {
  const world = await openConsole({ 'a.txt': 'old\n' });
  const running = world.gate.execute(OVERWRITE);
  const { id } = await asked(world);
  await sleep(300);
  await world.post(`approvals/${id}`, { answer: 'allow_once' });
  const { callID } = await running;
  const [call] = (await list(world, '')).calls;
  const { waited = 0, preparedAt = 0, settledAt = 0 } = call ?? {};
  // A timer may come a little early by the clock that tells the time.
  expect(waited).toBeGreaterThanOrEqual(290);
  expect(await endOf(world, callID)).toMatchObject({ waited, elapsed: settledAt - preparedAt });
  expect(settledAt - preparedAt).toBeGreaterThanOrEqual(waited - 1);
  const [total] = await world.gate.usage('tool');
  expect(total?.milliseconds).toBeLessThanOrEqual(settledAt - preparedAt - waited);
  const read = await world.gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
  expect(await endOf(world, read.callID)).not.toHaveProperty('waited');
});

it('a call behind the question of another one tells the same times in its event and in the ledger', async () => {
  const world = await openConsole({ 'a.txt': 'old\n' });
  const calls = world.gate.executeAll([OVERWRITE, { name: 'read_file', args: { path: 'a.txt' } }]);
  const { id } = await asked(world);
  await sleep(300);
  await world.post(`approvals/${id}`, { answer: 'allow_once' });
  await calls;
  const { id: callID, preparedAt, settledAt = 0, waited = 0 } = (await list(world, 'tool=read_file')).calls[0]!;
  expect(waited).toBeGreaterThanOrEqual(290);
  expect(settledAt - preparedAt).toBeGreaterThanOrEqual(waited - 1);
  expect(await endOf(world, callID)).toMatchObject({ waited, elapsed: settledAt - preparedAt });
});
