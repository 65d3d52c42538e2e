import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Tool } from '../../../src/index.ts';
import { openWorld, post, type World } from '../../support/mcp/server-world.ts';

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const gates = new Map<string, PromiseWithResolvers<void>>();

/** Waits until the test lets it go on. */
const waiting = Tool.define('waiting', {
  description: 'Wait.',
  parameters: z.object({ id: z.string() }),
  effects: () => [],
  permissions: { required: [] },
  danger: 'safe',
  execute: async ({ id }, ctx) => {
    ctx.metadata({ title: 'waits' });
    const gate = Promise.withResolvers<void>();
    gates.set(id, gate);
    ctx.abort.addEventListener('abort', () => gate.reject(ctx.abort.reason));
    await gate.promise;
    return { output: `waited for ${id}` };
  },
});

const open = () =>
  openWorld(
    { 'a.txt': 'old\n' },
    { gate: { tools: [waiting] }, serving: { taskMode: tool => (tool === 'waiting' ? 1 : 0) } },
  );

async function ask(world: World, method: string, params: Record<string, unknown>, capabilities: object = TASKS) {
  const { body } = await post(await world.url(), method, { params, capabilities });
  if (body.error) throw Object.assign(new Error('refused'), body.error);
  return body.result as Record<string, unknown> & { taskId: string; status: string };
}

/** Asks until the task is at that. */
async function until(world: World, taskId: string, status: string, capabilities?: object) {
  for (;;) {
    const task = await ask(world, 'tasks/get', { taskId }, capabilities);
    if (task.status === status) return task;
    if (['completed', 'failed', 'cancelled'].includes(task.status)) throw new Error(`It is ${task.status}`);
    await sleep(20);
  }
}

it('a call that takes long becomes a task, and its result is asked for', async () => {
  const world = await open();
  const created = await ask(world, 'tools/call', { name: 'waiting', arguments: { id: 'a' } });
  expect(created).toMatchObject({ resultType: 'task', status: 'working' });
  expect(created.ttlMs).toBeGreaterThanOrEqual(3_600_000);
  const { taskId } = created;
  expect(await until(world, taskId, 'working')).not.toHaveProperty('result');
  while (!gates.has('a')) await sleep(20);
  gates.get('a')?.resolve();
  expect(await until(world, taskId, 'completed')).toMatchObject({
    result: { content: [{ type: 'text', text: 'waited for a' }] },
  });
});

it('a task that is cancelled stops the call', async () => {
  const world = await open();
  const { taskId } = await ask(world, 'tools/call', { name: 'waiting', arguments: { id: 'b' } });
  expect(await ask(world, 'tasks/cancel', { taskId })).toMatchObject({ resultType: 'complete' });
  expect(await until(world, taskId, 'cancelled')).not.toHaveProperty('result');
  const [call] = await world.gate.store.calls.list({});
  expect(call).toMatchObject({ status: 'settled', ok: false, error: { code: 'ABORTED' } });
});

it('a task asks for approval by its status, and goes on with the answer', async () => {
  const world = await open();
  const capabilities = { ...TASKS, elicitation: {} };
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } };
  const { taskId } = await ask(world, 'tools/call', call, capabilities);
  const { inputRequests } = await until(world, taskId, 'input_required', capabilities);
  const [key = ''] = Object.keys(inputRequests as object);
  const inputResponses = { [key]: { action: 'accept', content: { answer: 'allow_once' } } };
  await ask(world, 'tasks/update', { taskId, inputResponses }, capabilities);
  expect(await until(world, taskId, 'completed', capabilities)).not.toHaveProperty('result.isError');
  expect(world.read('a.txt')).toBe('new\n');
});

it('a question that is asked again has another key', async () => {
  const world = await open();
  const capabilities = { ...TASKS, elicitation: {} };
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } };
  const { taskId } = await ask(world, 'tools/call', call, capabilities);
  const keys: string[] = [];
  for (const answer of ['perhaps', 'allow_once']) {
    const keyNow = async () => {
      const { inputRequests } = await until(world, taskId, 'input_required', capabilities);
      return Object.keys(inputRequests as object)[0] ?? '';
    };
    let key = await keyNow();
    while (keys.includes(key)) key = await keyNow();
    keys.push(key);
    const inputResponses = { [key]: { action: 'accept', content: { answer } } };
    await ask(world, 'tasks/update', { taskId, inputResponses }, capabilities);
  }
  await until(world, taskId, 'completed', capabilities);
  expect(new Set(keys).size).toBe(2);
  expect(world.read('a.txt')).toBe('new\n');
});

it('a client that knows no tasks waits for the result itself', async () => {
  const world = await open();
  const running = ask(world, 'tools/call', { name: 'waiting', arguments: { id: 'c' } }, {});
  while (!gates.has('c')) await sleep(20);
  gates.get('c')?.resolve();
  expect(await running).toMatchObject({ resultType: 'complete', content: [{ text: 'waited for c' }] });
  await expect(ask(world, 'tasks/get', { taskId: 'x' }, {})).rejects.toMatchObject({ code: -32021 });
});

it('tasks of others, and calls that are none, are not found', async () => {
  const world = await open();
  const { taskId } = await ask(world, 'tools/call', { name: 'waiting', arguments: { id: 'd' } });
  const other = `${await world.url()}?session=other`;
  const { body } = await post(other, 'tasks/get', { params: { taskId }, capabilities: TASKS });
  expect(body.error).toMatchObject({ code: -32602 });
  await expect(ask(world, 'tasks/get', { taskId: 'none' })).rejects.toMatchObject({ code: -32602 });
});
