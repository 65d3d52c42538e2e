import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCli, writeOwnTool } from '../../support/cli/open-cli.ts';
import { calling, openStub, type StubRequest, saying } from '../../support/network/openai-stub.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** A user whose config names a shared store and a model at a local server. */
async function openShared(answer: (request: StubRequest) => ReturnType<typeof saying> = () => saying('hello')) {
  const cli = openCli({ 'a.txt': 'one\n' });
  const stub = await openStub(answer);
  const file = join(cli.folder, 'config', 'toolgate', 'config.json');
  mkdirSync(dirname(file), { recursive: true });
  const models = { stub: { provider: 'openai-compatible', model: 'tiny', baseURL: stub.baseURL, apiKeyEnv: 'HOME' } };
  const store = await server.createDatabase();
  const configure = (more: object = {}) =>
    writeFileSync(file, JSON.stringify({ store, policy: 'privileged', model: 'stub', models, ...more }));
  configure();
  return { ...cli, ...stub, configure, play: (...args: string[]) => finished(cli.start(args)) };
}

/** Beside the model's server, which lives in this process. */
async function finished({ child, ended }: ReturnType<ReturnType<typeof openCli>['start']>) {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', part => {
    stdout += part;
  });
  child.stderr?.on('data', part => {
    stderr += part;
  });
  child.stdin?.end();
  return { code: await ended(), stdout, stderr };
}

describe('toolgate worker', () => {
  it('toolgate worker without a shared store says what to set', () => {
    const { run } = openCli();
    for (const args of [
      ['worker', '--policy', 'privileged'],
      ['exec', 'read_file', '--args', '{"path":"a"}', '--background'],
    ]) {
      const { status, stderr, stdout } = run(args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('TOOLGATE_STORE');
    }
  });

  it('toolgate worker makes calls for others, which can be looked at, waited for and cancelled', async () => {
    const cli = await openShared();
    const worker = cli.start(['worker']);
    await worker.until('Working on');
    const submit = async (command: string) => {
      const { stdout } = await cli.play('exec', 'bash', '--args', JSON.stringify({ command }), '--background');
      return stdout.trim();
    };
    const id = await submit('cat a.txt');
    const waited = await cli.play('runs', 'wait', id);
    expect([waited.code, waited.stdout]).toEqual([0, expect.stringContaining('one')]);
    expect((await cli.play('runs', 'show', id, '--json')).stdout).toContain('"status":"done"');
    const long = await submit('sleep 100');
    expect((await cli.play('runs')).stdout).toMatch(new RegExp(`${long} +(?:queued|running) .* call bash`));
    expect((await cli.play('runs', 'cancel', long)).stdout).toContain('Cancelled.');
    const cancelled = await cli.play('runs', 'wait', long);
    expect([cancelled.code, cancelled.stdout]).toEqual([130, expect.stringContaining('cancelled')]);
    expect((await cli.play('runs', 'show', 'nothing')).code).toBe(1);
    worker.child.kill('SIGTERM');
    expect(await worker.ended()).toBe(0);
  });

  it('toolgate worker has the tools that its user has named', async () => {
    const cli = await openShared();
    cli.configure({ tools: writeOwnTool(cli, 'mine') });
    const worker = cli.start(['worker']);
    await worker.until('Working on');
    const { stdout } = await cli.play('exec', 'mine', '--args', '{}', '--background');
    expect((await cli.play('runs', 'wait', stdout.trim())).stdout).toContain('it is mine');
    worker.child.kill('SIGTERM');
    expect(await worker.ended()).toBe(0);
  });

  it('toolgate worker takes calls from those who may run nothing, and says when nobody is there to make them', async () => {
    const cli = await openShared();
    const call = ['exec', 'write_file', '--args', '{"path":"b.txt","content":"two"}', '--policy', 'standard'];
    const { code, stdout, stderr } = await cli.play(...call, '--background', '--json');
    const { run } = JSON.parse(stdout) as { run: string };
    expect([code, stderr]).toEqual([0, expect.stringContaining('toolgate worker')]);
    expect((await cli.play('runs', 'show', run)).stdout).toContain('queued: call write_file');
    for (const option of ['--plan', '--yes'])
      expect(await cli.play(...call, '--background', option)).toMatchObject({ code: 2, stdout: '' });
    expect((await cli.play('exec', '--jsonl', '--background')).code).toBe(2);
  });

  it('toolgate worker runs the agents that an agent elsewhere starts', async () => {
    const cli = await openShared(({ messages }) => {
      const task = String(messages.find(({ role }) => role === 'user')?.content);
      if (messages.some(({ role }) => role === 'tool')) return saying(`done with: ${task}`);
      if (task.includes('above'))
        return calling({ name: 'spawn_agent', args: { agentType: 'explorer', prompt: 'look' } });
      return calling({ name: 'read_file', args: { path: 'a.txt' } });
    });
    const worker = cli.start(['worker']);
    await worker.until('Working on');
    const { code, stdout } = await cli.play('run', 'the one above', '--agent', 'orchestrator');
    expect([code, stdout]).toEqual([0, 'done with: the one above\n']);
    expect(worker.said()).toMatch(/explorer for main\/explorer-\w+ done/);
    expect((await cli.play('runs')).stdout).toMatch(/done .* agent explorer/);
  });

  it('toolgate worker tells whoever started its agents what they have changed and used', async () => {
    const cli = await openShared(({ messages }) => {
      const task = String(messages.find(({ role }) => role === 'user')?.content);
      if (messages.some(({ role }) => role === 'tool')) return saying('done');
      if (task.includes('above'))
        return calling({ name: 'spawn_agent', args: { agentType: 'coder', prompt: 'write' } });
      return calling({ name: 'write_file', args: { path: 'b.txt', content: 'two\n' } });
    });
    const worker = cli.start(['worker']);
    await worker.until('Working on');
    const { stdout, stderr } = await cli.play('run', 'the one above', '--agent', 'orchestrator', '--json');
    const told = JSON.parse(stdout);
    expect(told.changes).toMatchObject([
      { path: 'b.txt', operation: 'create', agents: [expect.stringMatching(/^main\/coder-\w+$/)] },
    ]);
    expect(told.undo.times).toBe(1);
    expect(told.agents).toMatchObject([
      { agent: told.changes[0].agents[0], type: 'coder', ok: true },
      { agent: 'main' },
    ]);
    expect(told.tokens).toEqual({ input: 400, output: 80 });
    expect(stderr).toContain('and 1 below it');
  });
});
