import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openCli } from '../../support/cli/open-cli.ts';
import { openTaskServer, overHttp, type Task, type TaskServer, until } from '../../support/mcp/open-task-server.ts';
import type { Way } from '../../support/mcp/server-world.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const HOUR = 60 * 60_000;
const RELATED = 'io.modelcontextprotocol/related-task';

/** A workspace with its state, for servers that come and go. */
async function openFolders(): Promise<TestGate> {
  const opened = await openGate({ runs: '' });
  await opened.gate.close();
  return opened;
}

const wait = ({ ask }: TaskServer, name: string) => ask('tools/call', { name: 'wait', arguments: { name } });

async function startJob({ ask }: Pick<TaskServer, 'ask'>, command: string): Promise<string> {
  const begun = await ask('tools/call', { name: 'bash', arguments: { command, background: true } });
  expect(begun).toMatchObject({ resultType: 'complete', content: [{ text: expect.stringContaining('job-1') }] });
  return begun._meta?.[RELATED]?.taskId ?? '';
}

/** Resolves when the call runs, and the ledger says so. */
async function untilRun(folders: TestGate, name: string): Promise<void> {
  while (!folders.read('runs').includes(`${name}\n`)) await sleep(20);
}

/** The stored tasks, written anew as the function says. */
async function rewrite(folders: TestGate, change: (row: Task & { changedAt: number }) => object): Promise<void> {
  const { gate } = await folders.again();
  for (const key of await gate.store.state.keys('mcp:task:'))
    await gate.store.state.set(key, change((await gate.store.state.get(key)) as never), { durable: true });
  await gate.close();
}

describe.each(['http', 'pipe'] as const satisfies Way[])('over %s', way => {
  it('after a crash a finished task still has its result, and one that ran has failed and is not run again', async () => {
    const folders = await openFolders();
    const before = await openTaskServer(way, folders);
    const first = await wait(before, 'first');
    expect(first).toMatchObject({ resultType: 'task', status: 'working' });
    folders.write('first', '');
    await until(before, first.taskId, 'completed');
    const second = await wait(before, 'second');
    await untilRun(folders, 'second');
    await before.kill();

    const after = await openTaskServer(way, folders);
    expect(await after.ask('tasks/get', { taskId: first.taskId })).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'waited for first' }] },
    });
    const failed = { status: 'failed', error: { message: expect.stringMatching(/^OUTCOME_UNKNOWN: /) } };
    expect(await after.ask('tasks/get', { taskId: second.taskId })).toMatchObject(failed);
    await after.ask('tasks/cancel', { taskId: second.taskId });
    expect(await after.ask('tasks/get', { taskId: second.taskId })).toMatchObject(failed);
    expect(folders.read('runs')).toBe('first\nsecond\n');
  });

  it('a server that is told to end says in its tasks that their calls were aborted', async () => {
    const folders = await openFolders();
    const before = await openTaskServer(way, folders);
    const { taskId } = await wait(before, 'never');
    await untilRun(folders, 'never');
    await before.kill('SIGTERM');
    const after = await openTaskServer(way, folders);
    expect(await until(after, taskId, 'completed')).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('ABORTED') }] },
    });
    expect(folders.read('runs')).toBe('never\n');
  });

  it('what the ledger knows of a call is told where its output is lost', async () => {
    const folders = await openFolders();
    const before = await openTaskServer(way, folders);
    const { taskId } = await wait(before, 'only');
    folders.write('only', '');
    await until(before, taskId, 'completed');
    await before.kill();
    await rewrite(folders, ({ result: _, ...row }) => ({ ...row, status: 'working' }));
    const after = await openTaskServer(way, folders);
    expect(await after.ask('tasks/get', { taskId })).toMatchObject({
      status: 'completed',
      result: { content: [{ text: expect.stringContaining('Do not repeat it') }] },
    });
    expect(folders.read('runs')).toBe('only\n');
  });

  it('a task is forgotten when its time is over', async () => {
    const folders = await openFolders();
    const before = await openTaskServer(way, folders);
    const { taskId } = await wait(before, 'only');
    folders.write('only', '');
    const { ttlMs } = await until(before, taskId, 'completed');
    expect(ttlMs).toBeGreaterThanOrEqual(HOUR);
    await before.kill();
    await rewrite(folders, row => ({ ...row, changedAt: row.changedAt - ttlMs - 1 }));
    const after = await openTaskServer(way, folders);
    await expect(after.ask('tasks/get', { taskId })).rejects.toMatchObject({ code: -32602 });
    const { gate } = await folders.again();
    expect(await gate.store.state.keys('mcp:task:')).toEqual([]);
  });

  it('a background command is a task: it works, has an output and an exit code', async () => {
    const folders = await openFolders();
    const server = await openTaskServer(way, folders);
    const taskId = await startJob(server, 'echo begun; until [ -e go ]; do sleep 0.05; done; echo over; exit 3');
    for (let said = ''; !said.includes('begun'); said = (await until(server, taskId, 'working')).statusMessage ?? '');
    // What the task shows is not taken from the model.
    const read = { name: 'bash_output', arguments: { job: 'job-1' } };
    expect(await server.ask('tools/call', read)).toMatchObject({
      content: [{ text: expect.stringContaining('begun\n') }],
    });
    folders.write('go', '');
    expect(await until(server, taskId, 'completed')).toMatchObject({
      result: {
        content: [{ text: expect.stringMatching(/^begun\nover\n[\s\S]*exit code 3/) }],
      },
    });
    await server.kill();
    const after = await openTaskServer(way, folders);
    expect(await until(after, taskId, 'completed')).toMatchObject({
      result: { content: [{ text: expect.stringContaining('exit code 3') }] },
    });
  });

  it('a background command whose task is cancelled is ended', async () => {
    const folders = await openFolders();
    const server = await openTaskServer(way, folders);
    const taskId = await startJob(server, 'sleep 1000');
    await server.ask('tasks/cancel', { taskId });
    await until(server, taskId, 'cancelled');
    const read = { name: 'bash_output', arguments: { job: 'job-1' } };
    expect(await server.ask('tools/call', read)).toMatchObject({
      content: [{ text: expect.stringContaining('exit code') }],
    });
  });

  it('a background command that ran when the server died has failed', async () => {
    const folders = await openFolders();
    const before = await openTaskServer(way, folders);
    const taskId = await startJob(before, 'sleep 1000');
    await before.kill();
    const after = await openTaskServer(way, folders);
    expect(await until(after, taskId, 'failed')).toMatchObject({
      error: { message: expect.stringMatching(/^OUTCOME_UNKNOWN: .* in the background/) },
    });
  });
});

it('no more tasks are kept than there is room for', async () => {
  const folders = await openFolders();
  const { gate } = await folders.again();
  const now = Date.now();
  const row = (index: number) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    client: 'http-raw',
    tool: 'wait',
    createdAt: now,
    changedAt: now + index,
    status: 'cancelled',
  });
  for (let index = 0; index < 510; index++) await gate.store.state.set(`mcp:task:${row(index).id}`, row(index));
  await gate.close();
  const server = await openTaskServer('http', folders);
  await expect(server.ask('tasks/get', { taskId: row(0).id })).rejects.toMatchObject({ code: -32602 });
  expect(await server.ask('tasks/get', { taskId: row(509).id })).toMatchObject({ status: 'cancelled' });
  const later = await folders.again();
  expect(await later.gate.store.state.keys('mcp:task:')).toHaveLength(500);
});

it('toolgate serve tells after a restart what a task of before has come to, to its own client only', async () => {
  const cli = openCli();
  const serve = async () => {
    const started = cli.start(['serve', '--port', '0', '--yes', '--policy', 'privileged', '--json', '--quiet']);
    await started.until('}\n');
    const { url, token } = JSON.parse(started.said()) as { url: string; token: string };
    return { ...started, url, headers: { Authorization: `Bearer ${token}` } };
  };
  const before = await serve();
  const client = overHttp(before.url, before.headers);
  const taskId = await startJob(client, 'echo done');
  await until(client, taskId, 'completed');
  before.child.kill('SIGTERM');
  expect(await before.ended()).toBe(0);
  const after = await serve();
  expect(await until(overHttp(after.url, after.headers), taskId, 'completed')).toMatchObject({
    result: { content: [{ text: expect.stringMatching(/^done\n[\s\S]*exit code 0/) }] },
  });
  const other = overHttp(`${after.url}?session=other`, after.headers);
  await expect(other.ask('tasks/get', { taskId })).rejects.toMatchObject({ code: -32602 });
  await expect(other.ask('tasks/cancel', { taskId })).rejects.toMatchObject({ code: -32602 });
  const told = await other.listen({ taskIds: [taskId] }).next();
  expect(told.value).toMatchObject({ params: { notifications: {} } });
  expect(told.value).not.toHaveProperty('params.notifications.taskIds');
});
