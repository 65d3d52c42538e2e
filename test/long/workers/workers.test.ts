import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';
import { programPath } from '../../support/program-path.ts';
import { openWorkerGate, type WorkerSetUp } from '../../support/workers/worker-gate.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

async function openWorld(more: Partial<WorkerSetUp> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-workers-')));
  onTestFinished(() => removeTree(folder));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const setUp: WorkerSetUp = {
    url: await server.createDatabase(),
    workspace,
    workspaceID: 'test',
    state: join(folder, 'state'),
    effects: join(folder, 'effects'),
    ...more,
  };
  const own = await openWorkerGate(setUp);
  onTestFinished(() => own.close());
  return {
    ...own,
    setUp,
    effects: () => (existsSync(setUp.effects) ? readFileSync(setUp.effects, 'utf8').trim().split('\n') : []),
    worker: () => startWorkerProcess(setUp),
    /** An agent that follows the script, on some worker. */
    agent: (script: unknown, abort = new AbortController().signal) =>
      own.gate.execute(
        { name: 'spawn_agent', args: { agentType: 'scripted', prompt: JSON.stringify(script), concurrent: true } },
        { abort },
      ),
  };
}

async function startWorkerProcess(setUp: WorkerSetUp): Promise<ChildProcess> {
  const child = spawn(process.execPath, [programPath('worker'), JSON.stringify(setUp)], {
    stdio: ['ignore', 'pipe', process.env.TOOLGATE_TEST_SHOW ? 'inherit' : 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
}

async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(50);
  }
}

const note = (line: string, wait = 0) => ({ name: 'note', args: { line, wait } });

describe('workers', () => {
  it('workers run agents and calls for others', async () => {
    const { agent, worker, effects, workers, gate } = await openWorld();
    await worker();
    const outcome = await agent([{ calls: [note('a'), note('b')] }, { text: 'all said: $results' }]);
    expect(outcome.output).toBe('all said: ["noted a","noted b"]');
    expect(effects().sort()).toEqual(['a', 'b']);
    const [id] = await workers.submit(gate, [note('c')]);
    expect(await workers.ended(id!)).toMatchObject({ status: 'done', result: { outcome: { output: 'noted c' } } });
    expect(effects().sort()).toEqual(['a', 'b', 'c']);
  });

  it('a script of an agent waits for a person without its worker, goes on at another one, and does nothing twice', async () => {
    const { agent, worker, effects, gate } = await openWorld();
    const first = await worker();
    const code = `
      for (let at = 0; at < 10; at++) {
        await tools.note({ line: String(at) })
        if (at === 5) console.log(await tools.ask_first({ say: 'half' }))
      }
      return 'done'`;
    const running = agent([
      { calls: [{ name: 'run_code', args: { language: 'javascript', code } }] },
      { text: '$results' },
    ]);
    const { id } = await until(async () => (await gate.approvals.list())[0]);
    first.kill('SIGKILL');
    await once(first, 'exit');
    await gate.approvals.answer(id, { answer: 'allow_once' }, 'person');
    await worker();
    const { output } = await running;
    expect(output).toContain('half');
    expect(output).toContain('done');
    expect(effects()).toEqual(Array.from({ length: 10 }, (_, at) => String(at)));
  });

  it('workers go on where another one was killed, and do nothing twice', async () => {
    const { agent, worker, effects, gate } = await openWorld();
    const first = await worker();
    const running = agent([{ calls: [note('a')] }, { calls: [note('b', 1_000_000)] }, { text: '$results' }]);
    await until(async () => {
      const started = await gate.store.calls.list({ tool: 'note', status: 'started' });
      return started.some(({ args }) => (args as { line: string }).line === 'b');
    });
    first.kill('SIGKILL');
    await worker();
    const { output } = await running;
    // It was in the middle of the second call: nobody knows, and nobody tries it again.
    expect(output).toContain('noted a');
    expect(output).toContain('OUTCOME_UNKNOWN');
    expect(effects()).toEqual(['a']);
  });

  it('workers make a call again that may be repeated', async () => {
    const { agent, worker, gate } = await openWorld();
    const first = await worker();
    const running = agent([{ calls: [{ name: 'look_long', args: {} }] }, { text: '$results' }]);
    await until(async () => (await gate.store.calls.list({ tool: 'look_long', status: 'started' })).length > 0);
    first.kill('SIGKILL');
    await worker();
    expect((await running).output).toBe('["looked"]');
  });

  it('workers answer a question that was put by one that is gone, with other arguments', async () => {
    const { agent, worker, gate } = await openWorld();
    const first = await worker();
    const running = agent([{ calls: [{ name: 'ask_first', args: { say: 'this' } }] }, { text: '$results' }]);
    const [asked] = await until(async () => {
      const pending = await gate.approvals.list();
      return pending.length > 0 && pending;
    });
    first.kill('SIGKILL');
    await worker();
    await sleep(1_000);
    await gate.approvals.answer(asked!.id, { approved: true, modifiedArgs: { say: 'that' } }, 'someone');
    const { output } = await running;
    expect(output).toContain('said that');
    expect(output).not.toContain('said this');
    const calls = await gate.store.calls.list({ tool: 'ask_first' });
    expect(calls.filter(call => call.ok)).toHaveLength(1);
    expect(await gate.approvals.list()).toEqual([]);
  });

  it('workers hand back what they work on when they are told to stop', async () => {
    const { agent, worker, effects } = await openWorld();
    const first = await worker();
    const running = agent([{ calls: [note('a', 500)] }, { calls: [note('b')] }, { text: '$results' }]);
    await sleep(800);
    first.kill('SIGTERM');
    await once(first, 'exit');
    await worker();
    expect((await running).output).toBe('["noted a","noted b"]');
    expect(effects()).toEqual(['a', 'b']);
  });

  it('workers have agents below agents, also when the one above is killed', async () => {
    const { agent, worker, effects } = await openWorld({ slots: 1 });
    const workers = [await worker(), await worker()];
    const deepest = [{ calls: [note('deep', 2_000)] }, { text: 'deep done' }];
    const middle = [{ calls: [spawnCall(deepest)] }, { text: 'middle: $results' }];
    const running = agent([{ calls: [spawnCall(middle), spawnCall(deepest)] }, { text: 'top: $results' }]);
    // One slot each, and three levels: those that wait take none.
    await until(() => effects().length > 0);
    workers[0]!.kill('SIGKILL');
    await worker();
    const { output, ok } = await running;
    expect(ok).toBe(true);
    expect(output).toContain('top:');
    expect(effects().length).toBeLessThanOrEqual(2);
  });

  it('workers end what runs when the one above is stopped', async () => {
    const { agent, worker, gate } = await openWorld();
    await worker();
    await worker();
    const stop = new AbortController();
    const command = { name: 'bash', args: { command: 'sleep 1234.5' } };
    const below = [{ calls: [command] }];
    const running = agent([{ calls: [spawnCall(below), spawnCall([{ calls: [spawnCall(below)] }])] }], stop.signal);
    await until(() => commandsRunning().length === 2);
    stop.abort();
    expect((await running).error?.code).toBe('ABORTED');
    await until(() => commandsRunning().length === 0);
    const open = await gate.store.runs.list({ status: ['queued', 'running'] });
    expect(open).toEqual([]);
  });

  it('workers give back the tasks of a run that is cancelled', async () => {
    const { agent, worker, gate } = await openWorld();
    await worker();
    await gate.tasks.create({ title: 'Do it', label: 'it' });
    const stop = new AbortController();
    const take = { name: 'task_update', args: { id: 'it', status: 'in_progress' } };
    const running = agent([{ calls: [take] }, { calls: [{ name: 'look_long', args: {} }] }], stop.signal);
    await until(async () => (await gate.store.calls.list({ tool: 'look_long', status: 'started' })).length > 0);
    expect((await gate.tasks.get('it')).status).toBe('in_progress');
    stop.abort();
    await running;
    await until(async () => (await gate.tasks.get('it')).status === 'ready');
  });

  it('workers do not let one that was frozen do what another has taken over', async () => {
    const { agent, worker, gate, effects } = await openWorld();
    const first = await worker();
    const looking = { name: 'look_long', args: { first: 2_000 } };
    const running = agent([{ calls: [looking] }, { calls: [note('a')] }, { text: '$results' }]);
    await until(async () => (await gate.store.calls.list({ tool: 'look_long', status: 'started' })).length > 0);
    first.kill('SIGSTOP');
    await worker();
    expect((await running).output).toBe('["looked","noted a"]');
    first.kill('SIGCONT');
    // It has looked by now, and would go on.
    await sleep(4_000);
    expect(effects()).toEqual(['a']);
  });

  it('workers outlive a restart of the database', async () => {
    const { agent, worker, effects } = await openWorld();
    await worker();
    const script = [...Array.from({ length: 8 }, (_, step) => ({ calls: [note(`n${step}`, 200)] })), { text: 'end' }];
    const running = agent(script);
    await until(() => effects().length >= 2);
    await server.restart('immediate');
    await until(() => effects().length >= 5);
    await server.restart('fast');
    expect((await running).output).toBe('end');
    expect(effects()).toEqual(Array.from({ length: 8 }, (_, step) => `n${step}`));
  });

  it('workers hold to the policies of all above', async () => {
    const { gate, worker, effects } = await openWorld();
    await worker();
    const child = gate.child({
      agent: 'careful',
      packs: ['spawn', 'filesystem', 'own'],
      policy: { extends: 'privileged', rules: [{ tool: 'note', verdict: 'deny' }] },
    });
    const script = [
      { calls: [note('a'), { name: 'write_file', args: { path: 'x', content: 'x' } }] },
      { text: '$results' },
    ];
    const outcome = await child.execute({
      name: 'spawn_agent',
      args: { agentType: 'scripted', prompt: JSON.stringify(script) },
    });
    expect(outcome.output).toContain('POLICY_DENIED');
    expect(outcome.output).toContain('Created x');
    expect(effects()).toEqual([]);
  });
});

const spawnCall = (script: unknown) => ({
  name: 'spawn_agent',
  args: { agentType: 'scripted', prompt: JSON.stringify(script), concurrent: true },
});

/** By what the system knows of its processes. */
function commandsRunning(): readonly string[] {
  return readdirSync('/proc').flatMap(pid => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return line === 'sleep 1234.5' ? [line] : [];
    } catch {
      return [];
    }
  });
}
