import { describe, expect, it } from 'vitest';
import { openTaskServer, type TaskServer, type Told } from '../../support/mcp/open-task-server.ts';
import { some } from '../../support/suite.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

async function open(way: 'http' | 'pipe'): Promise<{ folders: TestGate; server: TaskServer }> {
  const folders = await openGate({ runs: '' });
  await folders.gate.close();
  return { folders, server: await openTaskServer(way, folders) };
}

const wait = async ({ ask }: TaskServer, name: string) =>
  (await ask('tools/call', { name: 'wait', arguments: { name } })).taskId;

const next = async (listening: AsyncGenerator<Told>) => (await listening.next()).value as Told;

describe.each(some(['http', 'pipe'] as const))('over %s', way => {
  it('a client that listens is told how its task is, and what it comes to', async () => {
    const { folders, server } = await open(way);
    const taskId = await wait(server, 'go');
    const listening = server.listen({ taskIds: [taskId, '00000000-0000-4000-8000-000000000000'] });
    const acknowledged = await next(listening);
    expect(acknowledged).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    expect(acknowledged.params?.notifications).toEqual({ taskIds: [taskId] });
    const subscription = acknowledged.params?._meta;
    expect(await next(listening)).toMatchObject({
      method: 'notifications/tasks',
      params: { taskId, status: 'working', _meta: subscription },
    });
    folders.write('go', '');
    const over = await next(listening);
    expect(over).toMatchObject({
      method: 'notifications/tasks',
      params: { taskId, status: 'completed', result: { content: [{ text: 'waited for go' }] }, _meta: subscription },
    });
    const { resultType: _, ...got } = await server.ask('tasks/get', { taskId });
    const { _meta, ...told } = over.params ?? {};
    expect(got).toMatchObject(told);
  });

  it('a task that is over is told of at once', async () => {
    const { folders, server } = await open(way);
    folders.write('go', '');
    const taskId = await wait(server, 'go');
    while ((await server.ask('tasks/get', { taskId })).status === 'working');
    const listening = server.listen({ taskIds: [taskId] });
    expect((await next(listening)).params?.notifications).toEqual({ taskIds: [taskId] });
    expect(await next(listening)).toMatchObject({ params: { taskId, status: 'completed' } });
  });

  it('what else it listens to comes as well', async () => {
    const { server } = await open(way);
    const taskId = await wait(server, 'never');
    const listening = server.listen({ toolsListChanged: true, taskIds: [taskId] });
    expect((await next(listening)).params?.notifications).toEqual({ toolsListChanged: true, taskIds: [taskId] });
    expect(await next(listening)).toMatchObject({ params: { taskId, status: 'working' } });
    await server.ask('tasks/cancel', { taskId });
    expect(await next(listening)).toMatchObject({ params: { taskId, status: 'cancelled' } });
  });

  it('who does not say that it knows tasks is refused', async () => {
    const { server } = await open(way);
    // On a pipe the first message says which era it is.
    await server.ask('tools/list', {});
    expect(await next(server.listen({ taskIds: ['x'] }, {}))).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } } },
    });
  });
});

it('a stream for tasks alone ends when they are over', async () => {
  const { folders, server } = await open('http');
  const taskId = await wait(server, 'go');
  const heard: Told[] = [];
  for await (const message of server.listen({ taskIds: [taskId] })) {
    heard.push(message);
    folders.write('go', '');
  }
  expect(heard.map(({ method, params }) => params?.status ?? method)).toEqual([
    'notifications/subscriptions/acknowledged',
    'working',
    'completed',
    undefined,
  ]);
  expect(heard.at(-1)).toMatchObject({ result: { resultType: 'complete' } });
});
