import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../../../src/tool/context.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { changesState, connects, executes, writes } from '../../../src/tool/effect.ts';
import { ToolError } from '../../../src/tool/error.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

function tool(id: string, definition: object): Info {
  const rest = { description: 'For a test.', parameters: z.object({}), effects: () => [] };
  return define(id, { ...rest, execute: () => ({ output: 'ok' }), ...definition } as never) as Info;
}

const typesOf = async ({ gate }: TestGate, callID: string) =>
  (await gate.activity.since(0, { limit: 10_000 })).filter(event => event.callID === callID).map(({ type }) => type);

const trap = (): never => {
  throw new Error('do not look');
};
const circle: Record<string, unknown> = {};
circle.self = circle;

describe('a tool that gives back', () => {
  it.each([
    ['metadata that cannot be listed', { metadata: new Proxy({}, { ownKeys: trap }) }],
    ['metadata that cannot be read', { metadata: Object.defineProperty({}, 'a', { get: trap, enumerable: true }) }],
    ['metadata that no JSON can hold', { metadata: { circle, big: 1n, run: trap } }],
    ['metadata that is a text', { metadata: 'abc' }],
    ['attachments that are none', { attachments: 'abc' }],
    ['a number for a title', { title: 5 }],
  ])('a tool that gives back %s has one end event and an outcome that can be printed', async (_, result) => {
    const test = await openGate({}, { tools: [tool('odd', { execute: () => ({ output: 'x', ...result }) })] });
    const outcome = await test.gate.execute({ name: 'odd', args: {} });
    expect(JSON.parse(JSON.stringify(outcome))).toMatchObject({ ok: true, output: 'x', title: expect.any(String) });
    expect((await typesOf(test, outcome.callID)).filter(type => type === 'tool_call_end')).toHaveLength(1);
  });

  it.each([
    ['a function', { output: trap }],
    ['a sign', { output: Symbol('x') }],
    ['a title that cannot be read', Object.defineProperty({ output: 'x' }, 'title', { get: trap })],
  ])('a tool that gives back %s is found out before anything is written', async (_, result) => {
    const makes = tool('makes', {
      effects: () => [writes('made')],
      staged: true,
      execute: async (_: unknown, ctx: Context) => {
        await ctx.files.write('made', Buffer.from('x'));
        return result;
      },
    });
    const { run, exists } = await openGate({}, { tools: [makes] });
    expect((await run('makes', {})).error?.code).toBe('INVALID_OUTPUT');
    expect(exists('made')).toBe(false);
  });

  it('a tool that gives back the promise of another library is waited for', async () => {
    // biome-ignore lint/suspicious/noThenProperty: that is the point
    const later = { then: (done: (result: object) => void) => void setTimeout(done, 5, { output: 'late' }) };
    const { gate } = await openGate({}, { store: 'memory', tools: [tool('later', { execute: () => later })] });
    expect((await gate.execute({ name: 'later', args: {} })).output).toBe('late');
  });
});

describe('a tool that throws', () => {
  it.each([
    ['an error of ours without a message', Object.assign(new ToolError('TIMEOUT', 'x'), { message: undefined })],
    ['an error of ours with a code of its own', new ToolError('NOPE' as never, 'x')],
    ['an error that cannot be read', Object.defineProperty(new Error('x'), 'name', { get: trap })],
    [
      'details that cannot be read',
      new ToolError('TIMEOUT', 'x', { details: Object.defineProperty({}, 'a', { get: trap, enumerable: true }) }),
    ],
    ['a proxy', new Proxy({}, { getPrototypeOf: trap, get: trap })],
    ['a suggestion without end', new ToolError('TIMEOUT', 'x', { suggestion: 'y'.repeat(1_000_000) })],
  ])('a tool that throws %s comes to an outcome, a row and an end event', async (_, error) => {
    const test = await openGate({}, { tools: [tool('odd', { execute: () => Promise.reject(error) })] });
    const outcome = await test.gate.execute({ name: 'odd', args: {} });
    expect(['TIMEOUT', 'EXECUTION_ERROR']).toContain(outcome.error?.code);
    expect(outcome.output.length).toBeLessThan(25_000);
    expect((await typesOf(test, outcome.callID)).at(-1)).toBe('tool_call_end');
    expect((await test.gate.store.calls.get(outcome.callID))?.status).toBe('settled');
  });

  it.each(['memory', undefined])('a tool that throws nothing at all is run once (store %s)', async store => {
    let runs = 0;
    const sends = tool('sends', {
      effects: () => [changesState('x')],
      danger: 'safe',
      execute: () => {
        runs++;
        return Promise.reject(undefined);
      },
    });
    const { gate } = await openGate({}, { tools: [sends], ...(store ? { store } : {}) });
    expect((await gate.execute({ name: 'sends', args: {} })).ok).toBe(false);
    expect(runs).toBe(1);
  });
});

describe('a tool that goes on after its end', () => {
  it('a tool that goes on after its end is heard by nobody and asks nobody', async () => {
    let kept: Context | undefined;
    const late = tool('late', {
      execute: async (_: unknown, ctx: Context) => {
        kept = ctx;
        return { output: 'x' };
      },
    });
    const test = await openGate({}, { tools: [late], waitForAnswers: true });
    const { callID } = await test.gate.execute({ name: 'late', args: {} });
    kept?.output('late');
    kept?.metadata({ title: 'late' });
    await expect(kept?.ask({ reason: 'late' })).rejects.toMatchObject({ code: 'ABORTED' });
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(await typesOf(test, callID)).toEqual(['tool_call_start', 'tool_call_end']);
  });

  it('a tool streams so much and no more, and cannot give another name', async () => {
    const flood = tool('flood', {
      execute: async (_: unknown, ctx: Context) => {
        ctx.metadata({ title: 'x', toolName: 'read_file' } as object);
        for (let index = 0; index < 400; index++) ctx.output(`${index} ${'x'.repeat(16_384)}\n`);
        return { output: 'x' };
      },
    });
    const { gate } = await openGate({}, { tools: [flood] });
    await gate.execute({ name: 'flood', args: {} });
    const events = await gate.activity.since(0, { limit: 10_000 });
    const streamed = events.filter(({ type }) => type === 'tool_output_chunk').map(({ data }) => String(data.chunk));
    expect(streamed.join('').length).toBeLessThan(4_500_000);
    expect(streamed.at(-2)).toContain('the rest is not streamed');
    expect(streamed.at(-1)).toMatch(/^397 x+\n398 x+\n399 x+\n$/);
    expect(events.find(({ type }) => type === 'tool_call_update')?.data.toolName).toBe('flood');
  });
});

describe('before a person has said yes', () => {
  const download = (runs: string[]) =>
    tool('download', {
      effects: () => [connects('example.org'), writes('a')],
      danger: 'moderate',
      staged: true,
      execute: async (_: unknown, ctx: Context) => {
        runs.push('sent');
        await ctx.files.write('a', Buffer.from('x'));
        return { output: 'x' };
      },
    });

  it('a staged tool that also reaches a host is not rehearsed', async () => {
    const runs: string[] = [];
    const { run } = await openGate({}, { policy: 'privileged', tools: [download(runs)] });
    expect((await run('download', {})).error?.code).toBe('APPROVAL_DENIED');
    expect(runs).toEqual([]);
  });

  it('a staged tool that also reaches a host is not planned as if it could be held back', async () => {
    const runs: string[] = [];
    const policy = { extends: 'privileged', network: { allow: ['example.org'] } } as const;
    const { run } = await openGate({}, { policy, mode: 'plan', tools: [download(runs)] });
    const { error } = await run('download', {});
    expect([error?.code, runs]).toEqual(['APPROVAL_DENIED', []]);
    expect(error?.message).toContain('cannot be planned');
  });

  it('a rehearsal leaves the arguments as they were', async () => {
    const takes = define('takes', {
      description: 'Changes its arguments.',
      parameters: { type: 'object', properties: { items: { type: 'array', items: { type: 'string' } } } } as never,
      effects: () => [writes('a')],
      approval: true,
      staged: true,
      execute: async (args: { items: string[] }, ctx) => {
        const first = args.items.shift() ?? '';
        await ctx.files.write('a', Buffer.from(first));
        return { output: first };
      },
    }) as Info;
    const { run } = await openGate({}, { tools: [takes], approver: () => 'allow_once' });
    expect((await run('takes', { items: ['one', 'two'] })).output).toBe('one');
  });
});

it.each([
  ['nothing', undefined],
  ['a word', 'nothing'],
  ['a list of nothing', [null]],
  ['no resource', [{ kind: 'network' }]],
  ['an object for a resource', [{ kind: 'execute', resource: {} }]],
  ['an unknown kind', [{ kind: 'fly', resource: 'x' }]],
])('effects that are %s are refused, and on the ledger', async (_, effects) => {
  const { gate, run } = await openGate({}, { policy: 'privileged', tools: [tool('odd', { effects: () => effects })] });
  const { error, callID } = await run('odd', {});
  expect(error?.code).toBe('POLICY_DENIED');
  expect((await gate.store.calls.get(callID))?.status).toBe('settled');
});

it('a call whose arguments no JSON can hold has its dead letter', async () => {
  const big = tool('big', {
    parameters: z.object({ n: z.coerce.bigint() }),
    execute: () => Promise.reject(new Error('broken')),
  });
  const { gate, run } = await openGate({}, { tools: [big] });
  await run('big', { n: '5' });
  expect(await gate.store.deadLetters.list()).toMatchObject([{ tool: 'big', args: { n: '5' } }]);
});

it('find_tools finds the others when one tool cannot be initialised', async () => {
  const broken = define('broken', () => Promise.reject(new Error('no'))) as Info;
  const { run } = await openGate({}, { tools: [broken] });
  expect((await run('find_tools', { query: 'read file' })).output).toContain('read_file');
});

describe('time', () => {
  const never = () => new Promise(() => {});

  it("the time of a tool is the policy's where it asks for more", async () => {
    const slow = tool('slow', { timeout: 60_000, execute: never });
    const { run } = await openGate({}, { policy: { limits: { time: 50 } }, tools: [slow] });
    expect((await run('slow', {})).error?.code).toBe('TIMEOUT');
  });

  it('the time of a tool is that of all attempts together', async () => {
    let runs = 0;
    const flaky = tool('flaky', {
      retry: { attempts: Number.POSITIVE_INFINITY, delay: 1 },
      execute: async () => {
        runs++;
        throw new ToolError('EXECUTION_ERROR', 'not yet', { retryable: true });
      },
    });
    const { run } = await openGate({}, { policy: { limits: { time: 200 } }, tools: [flaky] });
    expect((await run('flaky', {})).error?.code).toBe('EXECUTION_ERROR');
    expect(runs).toBeLessThan(12);
  });

  it('the time is over for explain too when effects never come', async () => {
    const stuck = tool('stuck', { effects: never });
    const { gate } = await openGate({}, { policy: { limits: { time: 50 } }, tools: [stuck] });
    expect((await gate.explain({ name: 'stuck', args: {} })).error?.code).toBe('TIMEOUT');
  });
});

it('what an earlier attempt writes late is not part of the call', async () => {
  let runs = 0;
  const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));
  const hasty = tool('hasty', {
    effects: () => [writes('a'), writes('b')],
    staged: true,
    retry: { attempts: 2, delay: 1 },
    execute: async (_: unknown, ctx: Context) => {
      const { files } = ctx;
      if (++runs === 1) {
        void pause(50).then(() => files.write('a', Buffer.from('late')));
        throw new ToolError('EXECUTION_ERROR', 'not yet', { retryable: true });
      }
      await pause(150);
      await files.write('b', Buffer.from('x'));
      return { output: 'done' };
    },
  });
  const { run, exists } = await openGate({}, { tools: [hasty] });
  expect((await run('hasty', {})).ok).toBe(true);
  expect([exists('a'), exists('b')]).toEqual([false, true]);
});

describe('an abort', () => {
  it('an abort while the start is written keeps the tool from running', async () => {
    let runs = 0;
    const sends = tool('sends', {
      effects: () => [changesState('x')],
      danger: 'safe',
      execute: async () => ({ output: String(++runs) }),
    });
    const { gate } = await openGate({}, { tools: [sends] });
    const controller = new AbortController();
    const { calls } = gate.store;
    const save = calls.save.bind(calls);
    calls.save = (row, options) => {
      if (row.status === 'started') controller.abort();
      return save(row, options);
    };
    expect((await gate.execute({ name: 'sends', args: {} }, { abort: controller.signal })).error?.code).toBe('ABORTED');
    expect(runs).toBe(0);
  });

  it('an abort in the middle of what cannot be taken back does not say that nothing happened', async () => {
    const controller = new AbortController();
    const sends = tool('sends', {
      effects: () => [changesState('x')],
      danger: 'safe',
      execute: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    const { gate } = await openGate({}, { tools: [sends] });
    const { error } = await gate.execute({ name: 'sends', args: {} }, { abort: controller.signal });
    expect(error?.code).toBe('ABORTED');
    expect(error?.message).toContain('may have happened');
  });
});

it('a command with a secret in it is masked in the ledger', async () => {
  const secret = 'abcdefgh12345678';
  const shell = define('sh', {
    description: 'Runs.',
    parameters: z.object({ command: z.string() }),
    effects: ({ command }) => [executes(command)],
    approval: ({ command }) => `it runs ${command}`,
    execute: () => ({ output: 'x' }),
  }) as Info;
  const { gate, run } = await openGate({}, { policy: 'privileged', tools: [shell] });
  const { callID } = await run('sh', { command: `curl -H "Authorization: Bearer ${secret}"` });
  expect(JSON.stringify(await gate.store.calls.get(callID))).not.toContain(secret);
});
