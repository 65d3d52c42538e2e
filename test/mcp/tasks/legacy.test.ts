import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { executes, Tool } from '../../../src/index.ts';
import { openWorld, type Way } from '../../support/mcp/server-world.ts';

const RELATED = 'io.modelcontextprotocol/related-task';
const anything = z.looseObject({});

interface Task {
  readonly taskId: string;
  readonly status: string;
}

/** The client knows nothing of tasks: it is handed what the wire says. */
const ask = (client: Client, method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> =>
  client.request({ method, params } as never, anything) as never;

async function callAsTask(client: Client, name: string, args: object = {}): Promise<Task> {
  const { task } = await ask(client, 'tools/call', { name, arguments: args, task: { ttl: 60_000 } });
  return task as Task;
}

/** A tool that runs until it is let go. */
function openSlow(approval: false | string = false) {
  const go = Promise.withResolvers<void>();
  const slow = Tool.define('slow', {
    description: 'Take long.',
    parameters: z.object({}),
    effects: () => [executes('slow')],
    permissions: { required: ['execute'] },
    danger: 'safe',
    approval: () => approval,
    execute: async (_, ctx) => {
      ctx.abort.addEventListener('abort', () => go.reject(ctx.abort.reason));
      await go.promise;
      return { output: 'done' };
    },
  });
  return { slow, go: () => go.resolve() };
}

const POLICY = { policy: 'privileged' } as const;

describe.each(['http', 'pipe'] as const satisfies Way[])('the old era over %s', way => {
  it('a call that is asked for as a task is followed by its id, and its changes are told', async () => {
    const { slow, go } = openSlow();
    const world = await openWorld({}, { gate: { ...POLICY, tools: [slow] } });
    const client = await world.connect({ era: 'legacy', way });
    expect(client.getServerCapabilities()).toMatchObject({ tasks: { requests: { tools: { call: {} } } } });
    const { tools } = await client.listTools();
    const support = Object.fromEntries(tools.map(({ name, execution }) => [name, execution?.taskSupport]));
    expect(support).toMatchObject({ slow: 'optional', bash: 'optional', read_file: undefined });
    const told = Promise.withResolvers<unknown>();
    client.fallbackNotificationHandler = async message => {
      if (message.method === 'notifications/tasks/status') told.resolve(message.params);
    };
    const task = await callAsTask(client, 'slow');
    expect(task).toMatchObject({ status: 'working', ttl: expect.any(Number), pollInterval: expect.any(Number) });
    const { taskId } = task;
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ taskId, status: 'working' });
    expect(await ask(client, 'tasks/list', {})).toMatchObject({ tasks: [{ taskId }] });
    const result = ask(client, 'tasks/result', { taskId });
    go();
    expect(await result).toMatchObject({ content: [{ text: 'done' }], _meta: { [RELATED]: { taskId } } });
    expect(await told.promise).toMatchObject({ taskId, status: 'completed' });
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ status: 'completed' });
  });

  it('what the task asks is put to the client that waits for its result', async () => {
    const { slow, go } = openSlow('asks first');
    const world = await openWorld({}, { gate: { ...POLICY, tools: [slow] } });
    const client = await world.connect({
      era: 'legacy',
      way,
      answer: () => ({ action: 'accept', content: { answer: 'allow_once' } }),
    });
    const { taskId } = await callAsTask(client, 'slow');
    const result = ask(client, 'tasks/result', { taskId });
    go();
    expect(await result).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('a task that is cancelled stops the call', async () => {
    const { slow } = openSlow();
    const world = await openWorld({}, { gate: { ...POLICY, tools: [slow] } });
    const client = await world.connect({ era: 'legacy', way });
    const { taskId } = await callAsTask(client, 'slow');
    expect(await ask(client, 'tasks/cancel', { taskId })).toMatchObject({ taskId, status: 'cancelled' });
    await expect(ask(client, 'tasks/cancel', { taskId })).rejects.toMatchObject({ code: -32602 });
    await expect(ask(client, 'tasks/result', { taskId })).rejects.toMatchObject({ code: -32603 });
    const [call] = await world.gate.store.calls.list({});
    expect(call).toMatchObject({ status: 'settled', ok: false });
  });

  it('a quick tool is no task, and without being asked for one a slow call is none either', async () => {
    const { slow, go } = openSlow();
    const world = await openWorld({ 'a.txt': 'a\n' }, { gate: { ...POLICY, tools: [slow] } });
    const client = await world.connect({ era: 'legacy', way });
    await expect(callAsTask(client, 'read_file', { path: 'a.txt' })).rejects.toMatchObject({ code: -32601 });
    go();
    expect(await client.callTool({ name: 'slow', arguments: {} })).toMatchObject({ content: [{ text: 'done' }] });
  });
});

it('a task of another session is not found', async () => {
  const { slow } = openSlow();
  const world = await openWorld({}, { gate: { ...POLICY, tools: [slow] } });
  const one = await world.connect({ era: 'legacy', way: 'http' });
  const other = await world.connect({ era: 'legacy', way: 'http' });
  const { taskId } = await callAsTask(one, 'slow');
  await expect(ask(other, 'tasks/get', { taskId })).rejects.toMatchObject({ code: -32602 });
  expect(await ask(other, 'tasks/list', {})).toMatchObject({ tasks: [] });
});
