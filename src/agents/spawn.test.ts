import { describe, expect, it } from 'vitest';
import { eventually, openSleep } from '../../test/support/sandbox/open-sleep.ts';
import { openAgents, spawning } from '../../test/support/worlds/open-agents.ts';
import type { ScriptedReply } from '../testing/scripted-language-model.ts';

const edit = (path: string, old_text: string, new_text: string) => ({
  name: 'edit_file',
  args: { path, old_text, new_text },
});

/** What the replies to the first round of calls say. */
const replies = (request: Parameters<Extract<ScriptedReply, (...args: never[]) => unknown>>[0]): string[] =>
  request.prompt.flatMap(({ role, content }) =>
    role === 'tool'
      ? content.map(part => (part.type === 'tool-result' && 'value' in part.output ? String(part.output.value) : ''))
      : [],
  );

/** Ends by saying what it was told. */
const repeat: ScriptedReply = request => ({ text: replies(request).join(' | ') });

const lead = (calls: readonly object[]) => ({
  packs: ['filesystem', 'shell', 'todo', 'spawn'],
  script: [{ calls }, repeat] as ScriptedReply[],
});

describe('spawn_agent', () => {
  it('spawn_agent runs an agent under its own name and gives back what it says', async () => {
    const { gate, start, read, models } = await openAgents(
      {
        boss: lead([spawning('hand', { context: 'The file is a.txt.' })]),
        hand: { packs: ['filesystem'], script: [{ calls: [edit('a.txt', 'one', 'two')] }, { text: 'Changed it.' }] },
      },
      { files: { 'a.txt': 'one\n' } },
    );
    const result = await start('boss');
    expect(result).toMatchObject({ ok: true, text: 'Changed it.' });
    expect(read('a.txt')).toBe('two\n');
    const [set] = await gate.journal.list({});
    expect(set).toMatchObject({ agent: 'main/hand-1' });
    const told = await gate.activity.since(0);
    const about = told.filter(({ type }) => type === 'agent_started' || type === 'agent_ended');
    expect(about.map(({ type, agent, data }) => [type, agent, data.type])).toEqual([
      ['agent_started', 'main', 'boss'],
      ['agent_started', 'main/hand-1', 'hand'],
      ['agent_ended', 'main/hand-1', 'hand'],
      ['agent_ended', 'main', 'boss'],
    ]);
    expect(about[1]?.data).toMatchObject({ parent: 'main', depth: 1 });
    expect(about[2]?.data).toMatchObject({ ok: true, calls: 1, steps: 2 });
    const prompt = models.get('hand')?.[0]?.requests[0]?.prompt[1];
    expect(JSON.stringify(prompt)).toContain('# Context\\n\\nThe file is a.txt.\\n\\n# Task\\n\\nWork, hand.');
  });

  it.each([
    ['task', { description: 'Short title', prompt: 'Work.', subagent_type: 'hand' }],
    ['agent', { type: 'hand', task: 'Work.', parallel: 'true' }],
    ['spawn_agent', '{"agent_type": "hand", "prompt": "Work."}'],
  ])('spawn_agent is understood as %s, in the words that models use', async (name, args) => {
    const { start, models } = await openAgents({
      boss: lead([{ name, args }]),
      hand: { script: [{ text: 'Done so.' }] },
    });
    expect((await start('boss')).text).toMatch(/^Done so\./);
    expect(JSON.stringify(models.get('hand')?.[0]?.requests[0]?.prompt[1])).toContain('"Work."');
  });

  it('a spawned agent has only the tools of its packs, and no way to spawn unless its type says so', async () => {
    const { start, models } = await openAgents({
      boss: lead([spawning('hand'), spawning('deputy')]),
      hand: { script: [{ text: 'ok' }] },
      deputy: { packs: ['spawn'], script: [{ text: 'ok' }] },
    });
    await start('boss');
    const names = (type: string) => models.get(type)?.[0]?.requests[0]?.tools?.map(({ name }) => name) ?? [];
    expect(names('hand')).toContain('bash');
    expect(names('hand')).not.toContain('spawn_agent');
    expect(names('deputy')).toEqual(['spawn_agent']);
  });

  it('a spawned agent is refused what its own policy or its parent’s does not allow', async () => {
    const { start, exists } = await openAgents(
      {
        boss: lead([spawning('reader'), spawning('writer')]),
        reader: {
          policy: 'read-only',
          packs: ['filesystem'],
          script: [{ calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'x' } }] }, repeat],
        },
        writer: {
          policy: { extends: 'privileged', rules: [{ effect: 'write', verdict: 'allow' }] },
          packs: ['filesystem'],
          script: [{ calls: [{ name: 'write_file', args: { path: 'b.txt', content: 'x' } }] }, repeat],
        },
      },
      { policy: { extends: 'privileged', rules: [{ effect: 'write', match: 'b.txt', verdict: 'deny' }] } },
    );
    const { text } = await start('boss');
    expect(text).toMatch(/PERMISSION_DENIED.* \| .*POLICY_DENIED/s);
    expect([exists('a.txt'), exists('b.txt')]).toEqual([false, false]);
  });

  it('a spawned agent asks in the same queue, in the name of the agent', async () => {
    const asked: string[] = [];
    const { start, exists } = await openAgents(
      {
        boss: lead([spawning('hand')]),
        hand: {
          packs: ['filesystem'],
          script: [{ calls: [{ name: 'delete_file', args: { path: 'a.txt' } }] }, { text: 'Gone.' }],
        },
      },
      {
        files: { 'a.txt': 'x' },
        approver: request => {
          asked.push(`${request.tool} ${(request as { agent?: string }).agent}`);
          return 'allow_once';
        },
      },
    );
    expect((await start('boss')).text).toBe('Gone.');
    expect(asked).toHaveLength(1);
    expect(exists('a.txt')).toBe(false);
  });

  it.each([
    ['an unknown type', 'hnad', /^UNKNOWN_AGENT: .*Did you mean hand/s],
    ['a child whose model fails', 'broken', /^EXECUTION_ERROR: .*main\/broken-1 has not finished/s],
    ['a child that has used up its steps', 'slow', /^BUDGET_EXCEEDED: .*Its last words: So far/s],
  ])('%s is an outcome of the call', async (_, type, says) => {
    const calls = [{ name: 'todoread', args: {} }];
    const { start } = await openAgents({
      boss: lead([spawning(type)]),
      hand: { script: [] },
      broken: { script: [{ error: Object.assign(new Error('no'), { statusCode: 400 }) }] },
      slow: { limits: { steps: 2 }, script: [{ calls }, { text: 'So far.' }] },
    });
    const result = await start('boss');
    expect(result.ok).toBe(true);
    expect(result.text).toMatch(says);
  });

  it('spawn_agent goes no deeper than the policy says', async () => {
    const deep = {
      packs: ['spawn'],
      limits: { depth: 9 },
      script: [{ calls: [spawning('deep')] }, repeat] as ScriptedReply[],
    };
    const { start, models } = await openAgents(
      { boss: { ...lead([spawning('deep')]), limits: { depth: 9 } }, deep },
      { policy: { extends: 'privileged', limits: { depth: 2 } } },
    );
    expect((await start('boss')).text).toMatch(/SPAWN_DEPTH: .*at most 2 levels/s);
    expect(models.get('deep')).toHaveLength(2);
  });

  it('spawn_agent goes no deeper than the type of any agent above says', async () => {
    const deep = {
      packs: ['spawn'],
      limits: { depth: 9 },
      script: [{ calls: [spawning('deep')] }, repeat] as ScriptedReply[],
    };
    const { start, models } = await openAgents({ boss: { ...lead([spawning('deep')]), limits: { depth: 1 } }, deep });
    expect((await start('boss')).text).toMatch(/SPAWN_DEPTH: .*at most 1 levels/s);
    expect(models.get('deep')).toHaveLength(1);
  });

  it('a spawned agent takes its budget out of its parent’s', async () => {
    const look = { name: 'todoread', args: {} };
    const { start } = await openAgents({
      boss: { ...lead([spawning('hand'), spawning('hand')]), limits: { calls: 5, tokens: 1_000 } },
      hand: { script: [{ calls: [look, look, look], tokens: { input: 100, output: 1 } }, repeat] },
    });
    const result = await start('boss');
    // Two calls to spawn, and three are left for both: the first has them all, the second none.
    expect(result).toMatchObject({ ok: false, error: { code: 'BUDGET_EXCEEDED' } });
    expect(JSON.stringify(result.history)).toMatch(/The list is empty.*No calls are left/s);
    const poor = await openAgents({
      boss: { ...lead([spawning('hand')]), limits: { tokens: 50 } },
      hand: { script: [{ calls: [look], tokens: { input: 100, output: 1 } }, { text: 'never' }] },
    });
    const ended = await poor.start('boss');
    expect(ended).toMatchObject({ ok: false, error: { code: 'BUDGET_EXCEEDED' } });
    expect(JSON.stringify(ended.history)).toContain('main/hand-1 has not finished');
  });
});

describe('several at once', () => {
  /** Tries until nobody else has the file. */
  const appending = (mark: string): ScriptedReply[] =>
    Array.from({ length: 40 }, (_, step) => request => {
      const isDone = step > 0 && !replies(request).at(-1)?.includes('CLAIMED');
      return isDone ? { text: 'ok' } : { calls: [edit('a.txt', 'end', `${mark}\nend`)] };
    });
  const hands = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map(mark => [`hand-${mark}`, { packs: ['filesystem'], script: appending(mark) }]),
  );

  it.each([[false], [true]])('agents at once lose no edit of one file (concurrent: %s)', async concurrent => {
    const { start, read, gate } = await openAgents(
      { boss: lead(Object.keys(hands).map(name => spawning(name, { concurrent }))), ...hands },
      { files: { 'a.txt': 'end\n' } },
    );
    const result = await start('boss');
    expect(result.text).toBe('ok | ok | ok | ok');
    expect(read('a.txt').trim().split('\n').sort()).toEqual(['a', 'b', 'c', 'd', 'end']);
    if (concurrent) return;
    const told = (await gate.activity.since(0)).filter(
      ({ type, agent }) => /^agent_(?:started|ended)$/.test(type) && agent !== 'main',
    );
    expect(told.map(({ type }) => type)).toEqual(Object.keys(hands).flatMap(() => ['agent_started', 'agent_ended']));
  });

  it('agents that only read run beside anything, also beside one that writes', async () => {
    let met = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const meeting: ScriptedReply[] = [
      () => {
        if (++met === 3) resolve();
        return { wait: promise, text: 'met' };
      },
    ];
    const { start } = await openAgents({
      boss: lead([spawning('reader'), spawning('reader'), spawning('writer', { concurrent: true })]),
      reader: { policy: 'read-only', packs: ['filesystem'], script: meeting },
      writer: { packs: ['filesystem'], script: meeting },
    });
    expect((await start('boss')).text).toBe('met | met | met');
  });
});

describe('an abort', () => {
  it('an abort of the first agent ends the running command of a grandchild', async () => {
    const sleep = openSleep();
    const stop = new AbortController();
    const { start, gate } = await openAgents({
      boss: lead([spawning('deputy')]),
      deputy: { packs: ['spawn', 'shell'], script: [{ calls: [spawning('hand')] }, { text: 'never' }] },
      hand: {
        packs: ['shell'],
        script: [{ calls: [{ name: 'bash', args: { command: sleep.command } }] }, { text: 'never' }],
      },
    });
    const run = start('boss', { abort: stop.signal });
    const pid = await sleep.begun();
    stop.abort();
    expect(await run).toMatchObject({ ok: false, error: { code: 'ABORTED' } });
    await eventually(() => (isAlive(pid) ? undefined : true));
    const ended = (await gate.activity.since(0)).filter(({ type }) => type === 'agent_ended');
    expect(ended.map(({ agent }) => agent)).toEqual(['main/deputy-1/hand-1', 'main/deputy-1', 'main']);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
