import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define } from '../../../src/tool/define.ts';
import { connects, reads, readsTree } from '../../../src/tool/effect.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const wait = define('wait', {
  description: 'Waits until it is told',
  parameters: z.object({}),
  effects: () => [],
  execute: (_, { abort }) =>
    new Promise<{ output: string }>(resolve => {
      abort.addEventListener('abort', () => setTimeout(() => resolve({ output: 'late' }), 20));
    }),
});

const read = { name: 'read_file', args: { path: 'a.txt' } };

describe('tools of an agent below another', () => {
  it('tools of an agent below another are not those that were taken from the one above', async () => {
    const { gate } = await openGate({ 'a.txt': 'a\n' });
    gate.registry.unregister('delete_file');
    const child = gate.child({ agent: 'a', packs: ['filesystem'] });
    expect(child.registry.find('delete_file')).toBeUndefined();
    expect((await child.execute({ name: 'delete_file', args: { path: 'a.txt' } })).error?.code).toBe('UNKNOWN_TOOL');
  });

  it('tools of an agent below another are those that took the place of a built-in one, whatever packs it has', async () => {
    const own = define('read_file', {
      description: 'Reads nothing',
      parameters: z.object({}),
      effects: () => [],
      execute: async () => ({ output: 'mine' }),
    });
    const { gate } = await openGate({ 'a.txt': 'a\n' }, { tools: [own] });
    for (const packs of [undefined, ['filesystem']]) {
      const child = gate.child({ agent: 'a', ...(packs ? { packs } : {}) });
      expect((await child.execute({ name: 'read_file', args: {} })).output).toBe('mine');
    }
  });

  it('tools of an agent below another are those of a worker below a worker, whatever it is called', async () => {
    const { gate } = await openGate();
    const worker = gate.child({ agent: 'w', role: 'worker' });
    const below = worker.child({ agent: 'o', role: 'orchestrator' });
    expect(below.role).toBe('worker');
    expect(below.registry.find('complete_task')).toBeUndefined();
    expect(gate.child({ agent: 'o', role: 'orchestrator' }).registry.find('complete_task')).toBeDefined();
  });
});

describe('the budget of several agents at once', () => {
  const slow = define('slow', {
    description: 'Takes a moment to say what it touches',
    parameters: z.object({}),
    effects: async () => {
      await new Promise(setImmediate);
      return [];
    },
    execute: async () => ({ output: 'done' }),
  });

  it('the budget of several agents is used to its last call, and no further', async () => {
    const { gate } = await openGate({}, { tools: [slow], policy: { limits: { calls: 5 } } });
    const children = ['a', 'b', 'c', 'd'].map(agent => gate.child({ agent }).child({ agent: `${agent}/x` }));
    const call = { name: 'slow', args: {} };
    const outcomes = await Promise.all(children.flatMap(child => [child.execute(call), child.execute(call)]));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect(new Set(outcomes.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['BUDGET_EXCEEDED']));
  });
});

describe('the end of an agent', () => {
  it('the end of an agent comes to all who wait for it', async () => {
    const { gate } = await openGate({}, { tools: [wait] });
    const child = gate.child({ agent: 'a' });
    const running = child.execute({ name: 'wait', args: {} });
    await new Promise(setImmediate);
    await Promise.all([child.close(), child.close(), gate.close()]);
    expect((await running).ok).toBe(false);
  });

  it.each(['closed', 'aborted'])(
    'the end of an agent is the end of those below it, also of later ones: %s',
    async how => {
      const { gate } = await openGate({ 'a.txt': 'a\n' }, { tools: [wait] });
      const stop = new AbortController();
      const child = gate.child({ agent: 'a', abort: stop.signal });
      const below = child.child({ agent: 'b' }).child({ agent: 'c' });
      const running = below.execute({ name: 'wait', args: {} });
      await new Promise(setImmediate);
      if (how === 'closed') await child.close();
      else stop.abort();
      expect((await running).error?.code).toBe('ABORTED');
      expect((await child.child({ agent: 'd' }).execute(read)).error?.code).toBe('ABORTED');
    },
  );

  it('the end of an agent is the end of its commands, in the background too', async () => {
    const { gate } = await openGate({}, { policy: 'privileged', approver: () => 'allow_once' });
    const stop = new AbortController();
    const child = gate.child({ agent: 'a', abort: stop.signal }).child({ agent: 'b' });
    const command = `sleep ${1000 + Math.random()}`;
    expect((await child.execute({ name: 'bash', args: { command, background: true } })).ok).toBe(true);
    await untilRunning(command, 1);
    const running = child.execute({ name: 'bash', args: { command } });
    await untilRunning(command, 2);
    stop.abort();
    expect((await running).error?.code).toBe('ABORTED');
    await untilRunning(command, 0);
  });
});

/** Waits by what the system knows of its processes. */
async function untilRunning(command: string, count: number): Promise<void> {
  const runs = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() === command;
    } catch {
      return false;
    }
  };
  while (readdirSync('/proc').filter(runs).length !== count) await new Promise(resolve => setTimeout(resolve, 50));
}

describe('a rule on another name of a tool', () => {
  const look = define('look', {
    description: 'Reads all below a folder',
    parameters: z.object({ path: z.string() }),
    effects: ({ path }) => [readsTree(path), reads('a.txt')],
    aliases: [{ name: 'peek' }],
    execute: async ({ path }, { files }) => {
      const { entries } = await files.find({ path, hidden: true });
      return { output: entries.map(entry => entry.path).join() };
    },
  });

  it('a rule on another name of a tool hides what it forbids inside folders too', async () => {
    const { gate } = await openGate({ 'a.txt': 'a\n', 'src/vault': 'v\n', 'src/b': 'b\n' }, { tools: [look] });
    const rules = (tool: string) => [{ tool, effect: 'read', match: 'vault', verdict: 'deny' }] as const;
    const child = gate.child({ agent: 'a', policy: { rules: rules('peek') } });
    expect((await child.execute({ name: 'look', args: { path: 'src' } })).output).toBe('src/b');
    const other = gate.child({ agent: 'b', policy: { rules: rules('call_tool') } });
    const grep = { name: 'call_tool', args: { name: 'grep', args: { pattern: '..', path: 'src' } } };
    expect((await other.execute(grep)).output).not.toContain('vault');
  });
});

describe('private data and untrusted content', () => {
  const mail = define('mail', {
    description: 'Sends a text to a host that is allowed',
    parameters: z.object({}),
    effects: () => [connects('mail.example.org')],
    execute: async () => ({ output: 'sent' }),
  });
  const page = define('far__page', {
    description: 'Gives what strangers wrote',
    parameters: z.object({}),
    effects: () => [connects('far.example.org')],
    execute: async () => ({ output: 'words' }),
  });
  const send = { name: 'mail', args: {} };
  const fetch = { name: 'far__page', args: {} };
  const secret = { name: 'read_file', args: { path: '.env' } };

  async function open() {
    const asked: string[] = [];
    const { gate, again } = await openGate(
      { '.env': 'KEY=1\n', 'a.txt': 'a\n' },
      {
        tools: [mail],
        policy: {
          extends: 'privileged',
          danger: { dangerous: 'allow' },
          network: { allow: ['*'] },
          rules: [{ effect: 'read', match: '.env', verdict: 'allow' }],
        },
        approver: request => {
          asked.push(request.tool);
          return 'reject_once';
        },
      },
    );
    gate.registry.register(page, { origin: 'foreign', pack: 'far' });
    return { gate, asked, again };
  }

  it('private data and untrusted content that a child has come to know count for the one above', async () => {
    const { gate, asked } = await open();
    const deep = gate.child({ agent: 'a' }).child({ agent: 'b' });
    expect((await gate.execute(send)).ok).toBe(true);
    expect((await deep.execute(secret)).ok).toBe(true);
    expect((await gate.child({ agent: 'c' }).execute(fetch)).ok).toBe(false);
    expect((await gate.execute(send)).error?.code).toBe('APPROVAL_DENIED');
    expect(asked).toEqual(['far__page', 'mail']);
  });

  it('what an agent knows of private data and untrusted content counts for a child, and its children', async () => {
    const { gate } = await open();
    expect((await gate.execute(fetch)).ok).toBe(true);
    expect((await gate.execute(secret)).ok).toBe(true);
    const deep = gate.child({ agent: 'a' }).child({ agent: 'b' });
    expect((await deep.execute(send)).error?.code).toBe('APPROVAL_DENIED');
  });

  it('what an agent knew of them before a restart counts for a child at once', async () => {
    const { gate, again } = await open();
    for (const call of [fetch, secret]) expect((await gate.execute(call, { sessionID: 'conversation' })).ok).toBe(true);
    await gate.close();
    const other = await again();
    const child = other.gate.child({ agent: 'a', parentSessionID: 'conversation' }).child({ agent: 'b' });
    expect((await child.execute(send)).error?.code).toBe('APPROVAL_DENIED');
  });

  it('private data and untrusted content are known of a session that two processes have, whoever wrote last', async () => {
    const { gate, again } = await open();
    const other = await again();
    const named = { sessionID: 'conversation' };
    for (const each of [gate, other.gate]) await each.execute({ name: 'todoread', args: {} }, named);
    expect((await gate.execute(fetch, named)).ok).toBe(true);
    other.gate.session('conversation').allowHost('somewhere.test');
    await other.gate.close();
    const third = await again();
    await third.gate.execute({ name: 'todoread', args: {} }, named);
    expect(third.gate.session('conversation').tainted).toBe(true);
  });
});
