import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { Tool } from '../../src/index.ts';
import { newId } from '../../src/tool/id.ts';
import { asked, OVERWRITE, openConsole } from '../support/console/world.ts';

describe('the overview', () => {
  it('the overview says where and what, and what waits', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE);
    await asked(world);
    const { body } = await world.get<Api.Overview>('overview');
    expect(body).toMatchObject({ workspace: world.root, version: '1.2.3', policy: 'privileged', pendingApprovals: 1 });
    expect(body).toMatchObject({ deadLetters: 0, lastSeq: await world.gate.store.events.last() });
    expect(body).not.toHaveProperty('demo');
    await world.gate.close();
    await running;
  });

  it('the overview offers the demo where there is one, and starts it once', async () => {
    let starts = 0;
    const paces: unknown[] = [];
    const demo = {
      running: false,
      start(pace: number | undefined) {
        starts++;
        paces.push(pace);
        this.running = true;
      },
      story: async () => ({ running: starts > 0, prompt: 'Sell.', steps: [], seen: [], next: [] }),
    };
    const { get, post } = await openConsole({}, { console: { demo } });
    expect((await get<Api.Overview>('overview')).body.demo).toEqual({ running: false });
    expect((await post('demo/start', { pace: -1 })).status).toBe(400);
    expect((await post('demo/start', { pace: 5 })).status).toBe(204);
    expect((await post('demo/start')).status).toBe(409);
    expect([paces, (await get<Api.DemoStory>('demo')).body]).toMatchObject([[5], { running: true, prompt: 'Sell.' }]);
    expect([(await get<Api.Overview>('overview')).body.demo, starts]).toEqual([{ running: true }, 1]);
    const without = await openConsole();
    expect([(await without.post('demo/start')).status, (await without.get('demo')).status]).toEqual([404, 404]);
  });
});

describe('calls', () => {
  it('calls are listed newest first, by page and by filter', async () => {
    const { gate, get } = await openConsole({ 'a.txt': 'a\n', '.env': 'x' }, { gate: { policy: DENIES } });
    for (let index = 0; index < 3; index++) await gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
    await gate.execute({ name: 'read_file', args: { path: 'none.txt' } }, { agent: 'other', sessionID: 's-2' });
    await gate.execute({ name: 'read_file', args: { path: '.env' } });
    await gate.execute({ name: 'glob', args: { pattern: '*' } });
    const list = async (query: string) => (await get<Api.CallList>(`calls?${query}`)).body;
    const tools = async (query: string) => (await list(query)).calls.map(({ tool }) => tool);
    expect(await tools('')).toEqual(['glob', ...Array.from({ length: 5 }, () => 'read_file')]);
    expect(await tools('tool=glob')).toEqual(['glob']);
    expect(await tools('agent=other')).toEqual(['read_file']);
    expect(await tools('session=s-2')).toEqual(['read_file']);
    expect((await list('outcome=failed')).calls.map(({ error }) => error?.code)).toEqual(['FILE_NOT_FOUND']);
    expect((await list('outcome=denied')).calls.map(({ error }) => error?.code)).toEqual(['POLICY_DENIED']);
    expect(await tools('outcome=ok')).toHaveLength(4);
    expect(await tools('outcome=running')).toEqual([]);
    const pages: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: Api.CallList = await list(`limit=4${next && `&before=${next}`}`);
      pages.push(...page.calls.map(({ id }) => id));
      next = page.next;
    }
    expect(pages).toEqual((await list('')).calls.map(({ id }) => id));
    expect((await list('')).calls[0]).not.toHaveProperty('facts');
    for (const wrong of ['limit=0', 'limit=x', 'outcome=odd', 'colour=red'])
      expect((await get(`calls?${wrong}`)).status).toBe(400);
  });

  it('calls are shown with their events, what they changed and who was asked', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE, { agent: 'model' });
    const { id } = await asked(world);
    expect((await world.get<Api.CallList>('calls?outcome=running')).body.calls).toMatchObject([{ agent: 'model' }]);
    await world.post(`approvals/${id}`, { answer: 'allow_once', by: 'Ann' });
    const { callID } = await running;
    const { body } = await world.get<Api.CallDetail>(`calls/${callID}`);
    expect(body.call).toMatchObject({ id: callID, tool: 'write_file', ok: true });
    expect(body.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['tool_call_start', 'approval_requested', 'approval_resolved', 'tool_call_end']),
    );
    expect(body.changes?.changes).toMatchObject([{ path: 'a.txt', diff: expect.stringContaining('+new') }]);
    expect(body.approvals).toMatchObject([{ answeredBy: 'Ann', status: 'answered', answer: { answer: 'allow_once' } }]);
    expect(body.stages.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['resolve', 'decide', 'approve']));
    for (const { at, milliseconds, says } of body.stages)
      expect([at >= 0, milliseconds >= 0, Array.isArray(says)]).toEqual([true, true, true]);
    expect((await world.get(`calls/${newId()}`)).status).toBe(404);
  });
});

const DENIES = { extends: 'privileged', rules: [{ effect: 'read', match: '**/.env', verdict: 'deny' }] } as const;

describe('tools', () => {
  it('tools are listed with their packs, schemas and examples', async () => {
    const { get } = await openConsole();
    const { tools } = (await get<Api.ToolList>('tools')).body;
    expect(tools.find(({ name }) => name === 'read_file')).toMatchObject({
      pack: 'filesystem',
      risk: 'standard',
      aliases: ['read'],
      parameters: { type: 'object' },
      example: {},
      trust: 'user',
    });
  });

  it('tools of other servers are listed before they are loaded', async () => {
    const { gate, get } = await openConsole();
    gate.registry.addLazy({ summaries: () => [{ name: 'shop__buy', description: 'Buys.' }], resolve: () => null });
    const { tools } = (await get<Api.ToolList>('tools')).body;
    expect(tools.at(-1)).toMatchObject({ name: 'shop__buy', pack: 'mcp:shop', trust: 'untrusted' });
  });

  it('tools are tried through the whole pipeline, and wait for approvals', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const read = await world.post<Api.TryResult>('tools/read/try', { args: { path: 'a.txt' }, by: 'Ann' });
    expect(read.body).toMatchObject({ ok: true, tool: 'read_file', value: { content: 'old\n' } });
    const running = world.post<Api.TryResult>('tools/write_file/try', { args: OVERWRITE.args });
    const { id, agent } = await asked(world);
    expect(agent).toBe('console');
    await world.post(`approvals/${id}`, { answer: 'allow_once' });
    expect((await running).body).toMatchObject({ ok: true });
    const unknown = await world.post<Api.TryResult>('tools/no%2Fsuch%20tool/try', { args: {} });
    expect(unknown.body).toMatchObject({ ok: false, error: { code: 'UNKNOWN_TOOL' } });
  });

  it('tools are explained, and nothing runs', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const body = { tool: 'write_file', args: OVERWRITE.args };
    expect((await world.post<Api.ExplainResult>('explain', body)).body).toMatchObject({ verdict: 'ask' });
    const asking = (await world.post<Api.ExplainResult>('explain', { ...body, question: true })).body;
    expect(asking).toMatchObject({ question: { diff: expect.stringContaining('+new') } });
    expect((await world.get<Api.CallList>('calls')).body.calls).toEqual([]);
    expect((await world.post<Api.ExplainResult>('explain', { tool: 'none', args: {} })).body.error).toBeDefined();
  });
});

describe('the policy', () => {
  it('the policy is shown, and another one is tried over the recorded calls', async () => {
    const { gate, get, post } = await openConsole({ 'a.txt': 'a\n' }, { gate: { policy: DENIES } });
    await gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
    await gate.execute({ name: 'write_file', args: { path: 'b.txt', content: '' } });
    const { body } = await get<Api.PolicyView>('policy');
    expect(body).toMatchObject({
      policy: { name: 'privileged' },
      workspace: gate.workspace.root,
      sources: { user: 'here' },
    });
    const same = (await post<Api.ReplayResult>('policy/replay', { policy: DENIES })).body;
    expect(same).toEqual({ calls: 2, differences: [] });
    const stricter = (await post<Api.ReplayResult>('policy/replay', { policy: 'read-only' })).body;
    expect(stricter).toMatchObject({ calls: 2, differences: [{ tool: 'write_file', before: 'allow', after: 'deny' }] });
    const rules = [{ tool: 'read_file', match: 'a.txt', verdict: 'deny' }];
    const own = (await post<Api.ReplayResult>('policy/replay', { policy: { extends: 'privileged', rules } })).body;
    expect(own.differences).toMatchObject([{ tool: 'read_file', after: 'deny' }]);
    for (const policy of ['odd', { extends: 'odd' }, { rules: [{ verdict: 'maybe' }] }, 7])
      expect((await post('policy/replay', { policy })).status).toBe(400);
  });
});

describe('tasks and agents', () => {
  it('tasks are listed, and shown whole', async () => {
    const { gate, get } = await openConsole();
    const { id } = await gate.tasks.create({ title: 'First', description: 'long', label: 'first' });
    await gate.tasks.create({ title: 'Second', dependsOn: ['first'] });
    expect((await get<Api.TaskList>('tasks')).body.tasks).toMatchObject([{ label: 'first' }, { dependsOn: [id] }]);
    expect((await get<Api.TaskDetail>(`tasks/${id}`)).body).toMatchObject({ description: 'long' });
    expect((await get('tasks/none')).status).toBe(404);
  });

  it('agents are a tree with what they use; sessions of others stand beside it', async () => {
    const { gate, get } = await openConsole({ 'a.txt': 'a\n' });
    const list = async () => (await get<Api.AgentList>('agents')).body.agents;
    const [top, below] = ['top', 'below'].map(sessionID => ({ sessionID, agent: sessionID }));
    gate.activity.emit('agent_started', top!, { type: 'coder', depth: 0, budget: { calls: 5 } });
    gate.activity.emit('agent_started', below!, { type: 'reader', depth: 1, parentSessionID: 'top' });
    await gate.execute({ name: 'read_file', args: { path: 'a.txt' } }, below);
    await gate.execute({ name: 'read_file', args: { path: 'a.txt' } }, { sessionID: 'mcp-editor', agent: 'editor' });
    await gate.activity.flush();
    const found = new Map((await list()).map(agent => [agent.id, agent]));
    expect(found.get('top')).toMatchObject({ type: 'coder', depth: 0, calls: 0, budget: { calls: 5 } });
    expect(found.get('below')).toMatchObject({ parent: 'top', depth: 1, calls: 1 });
    expect(found.get('mcp-editor')).toMatchObject({ agent: 'editor', calls: 1 });
    gate.activity.emit('agent_ended', below!, { ok: false, error: { code: 'BUDGET_EXCEEDED' }, tokens: 77 });
    await gate.activity.flush();
    const ended = (await list()).find(({ id }) => id === 'below');
    expect(ended).toMatchObject({ outcome: 'BUDGET_EXCEEDED', tokens: 77, endedAt: expect.any(Number) });
  });
});

describe('agents of a process that is gone', () => {
  it('agents of a process that is gone have ended, and nobody knows how', async () => {
    const { gate, get, again } = await openConsole({ 'a.txt': 'a\n' });
    const other = await again();
    const who = { sessionID: 'gone', agent: 'gone' };
    other.gate.activity.emit('agent_started', who, { type: 'coder', depth: 0 });
    await other.gate.execute({ name: 'read_file', args: { path: 'a.txt' } }, who);
    const find = async () => (await get<Api.AgentList>('agents')).body.agents.find(({ id }) => id === 'gone');
    expect(await find()).not.toHaveProperty('endedAt');
    await other.gate.close();
    gate.activity.emit('agent_started', { sessionID: 'here', agent: 'here' }, { type: 'coder', depth: 0 });
    await gate.activity.flush();
    expect(await find()).toMatchObject({ outcome: 'lost', endedAt: expect.any(Number) });
  });
});

describe('jobs', () => {
  it('jobs are listed with what they print, and stopped', async () => {
    const world = await openConsole();
    const args = { command: 'echo begun; sleep 300', background: true };
    const running = world.gate.execute({ name: 'bash', args }, { sessionID: 's/1 ?', agent: 'model' });
    await world.post(`approvals/${(await asked(world)).id}`, { answer: 'allow_once' });
    expect(await running).toMatchObject({ ok: true });
    const list = async () => (await world.get<Api.JobList>('jobs')).body.jobs;
    let [job] = await list();
    for (; !job?.output.includes('begun'); [job] = await list()) await sleep(20);
    expect(job).toMatchObject({
      agent: 'model',
      sessionID: 's/1 ?',
      running: true,
      title: expect.stringContaining('echo'),
    });
    const stopped = await world.post<Api.JobState>(`jobs/${job.id}/stop`);
    expect([stopped.status, stopped.body.running]).toEqual([200, false]);
    expect((await list())[0]).toMatchObject({ running: false, state: expect.stringContaining('ended') });
    expect((await world.post('jobs/job-1/stop')).status).toBe(404);
  });
});

describe('dead letters', () => {
  it('dead letters are listed, retried by hand once, and dropped', async () => {
    let works = false;
    const flaky = Tool.define('flaky', {
      description: 'Fails until it works.',
      parameters: { type: 'object', properties: {} },
      effects: () => [],
      execute: () => {
        if (!works) throw new Error('out of order');
        return { title: 'Done', output: 'fine' };
      },
    });
    const { gate, get, post } = await openConsole({}, { gate: { tools: [flaky] } });
    const letters = async () => (await get<Api.DeadLetterList>('dead-letters')).body.letters;
    await gate.execute({ name: 'flaky', args: {} });
    await gate.execute({ name: 'flaky', args: {} });
    const [first, second] = await letters();
    works = true;
    const tries = await Promise.all(
      [1, 2].map(() => post<Api.TryResult>(`dead-letters/${first?.id}/retry`, { by: 'Ann' })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await post(`dead-letters/${second?.id}/drop`)).status).toBe(204);
    expect((await post(`dead-letters/${second?.id}/drop`)).status).toBe(409);
    expect((await post(`dead-letters/${newId()}/retry`)).status).toBe(404);
    expect(await letters()).toEqual([]);
  });

  it('dead letters stand beside calls whose outcome nobody knows', async () => {
    const { gate, get, post } = await openConsole();
    const { callID } = await gate.execute({ name: 'glob', args: { pattern: '*' } });
    const row = (await gate.store.calls.get(callID))!;
    const error = { code: 'OUTCOME_UNKNOWN', type: 'system_error', message: 'gone', retryable: false } as const;
    await gate.store.calls.save({ ...row, ok: false, error });
    const list = async () => (await get<Api.DeadLetterList>('dead-letters')).body;
    expect((await list()).unknown).toMatchObject([{ id: callID }]);
    // One that has a letter is dealt with there, and gone when that is.
    const { sessionID, agent, tool, args } = row;
    const letter = { callID, sessionID, agent, tool, args, error, id: newId(), attempts: 1, at: 1 };
    await gate.store.deadLetters.add({ ...letter, status: 'open' });
    expect(await list()).toMatchObject({ letters: [{ callID }], unknown: [] });
    await post(`dead-letters/${letter.id}/drop`);
    expect(await list()).toEqual({ letters: [], unknown: [] });
  });
});
