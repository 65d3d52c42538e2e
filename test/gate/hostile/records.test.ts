import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../../../src/tool/context.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { writes } from '../../../src/tool/effect.ts';
import { ToolError } from '../../../src/tool/error.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const circle: Record<string, unknown> = {};
circle.self = circle;

function tool(id: string, definition: object): Info {
  const rest = { description: 'For a test.', parameters: z.object({}), effects: () => [] };
  return define(id, { ...rest, execute: () => ({ output: 'ok' }), ...definition } as never) as Info;
}

const never = (): Promise<never> => new Promise(() => {});

/** Types of the events of the last call, and its row. */
async function recordsOf({ gate }: TestGate, callID: string) {
  const events = (await gate.activity.since(0, { limit: 10_000 })).filter(event => event.callID === callID);
  return { types: events.map(({ type }) => type), row: await gate.store.calls.get(callID) };
}

describe('every call leaves a row and an end event', () => {
  it.each([
    ['throws a number that JSON has none of', () => Promise.reject(failure({ n: 1n }))],
    ['throws a circle', () => Promise.reject(failure({ circle }))],
    ['throws what cannot be shown', () => Promise.reject({ toString: () => expect.fail() })],
    ['throws nothing', () => Promise.reject(undefined)],
  ])('a call whose tool %s leaves a row and an end event', async (_, execute) => {
    const test = await openGate({}, { tools: [tool('odd', { execute })] });
    const { callID, ok } = await test.gate.execute({ name: 'odd', args: {} });
    const { types, row } = await recordsOf(test, callID);
    expect([ok, row?.status, row?.ok]).toEqual([false, 'settled', false]);
    expect(types.filter(type => type === 'tool_call_end')).toHaveLength(1);
  });

  it.each(['effects', 'approval'])(
    'a call whose %s never answer leaves a row and an end event, once it is aborted',
    async part => {
      const test = await openGate({}, { tools: [tool('stuck', { [part]: never })] });
      const outcome = await test.gate.execute({ name: 'stuck', args: {} }, { abort: AbortSignal.timeout(50) });
      expect(outcome.error?.code).toBe('ABORTED');
      expect((await recordsOf(test, outcome.callID)).types.at(-1)).toBe('tool_call_end');
    },
  );

  it.each(['effects', 'approval', 'execute'])(
    'a call whose %s never answer leaves a row and an end event, once its time is over',
    async part => {
      const policy = { limits: { time: 50 } };
      const { gate } = await openGate({}, { policy, tools: [tool('stuck', { [part]: never })] });
      expect((await gate.execute({ name: 'stuck', args: {} })).error?.code).toBe('TIMEOUT');
    },
  );

  it('a call whose name is no text leaves a row and an end event', async () => {
    const test = await openGate();
    for (const name of [undefined, 5, {}, 'x'.repeat(100_000)]) {
      const { callID, error, output } = await test.gate.execute({ name: name as string, args: {} });
      const { types, row } = await recordsOf(test, callID);
      expect([error?.code, types.at(-1), row?.status]).toEqual(['UNKNOWN_TOOL', 'tool_call_end', 'settled']);
      expect(output.length).toBeLessThan(1_000);
    }
  });

  it('a call that waited for others when the gate was closed leaves a row and an end event', async () => {
    const slow = tool('slow', { effects: () => [writes('a')], execute: never });
    const test = await openGate({ a: 'x' }, { tools: [slow] });
    const calls = Array.from({ length: 5 }, () => ({ name: 'slow', args: {} }));
    const outcomes = test.gate.executeAll(calls);
    await new Promise(resolve => setTimeout(resolve, 50));
    await test.gate.close();
    expect((await outcomes).map(({ error }) => error?.code)).toEqual(calls.map(() => 'ABORTED'));
    const { gate } = await test.again();
    const ends = await gate.activity.since(0, { type: 'tool_call_end' });
    expect(ends).toHaveLength(5);
  });

  it('a call with a listener that throws later leaves a row and an end event', async () => {
    const { gate, run } = await openGate({ a: 'x' });
    gate.activity.subscribe('*', async () => {
      throw new Error('later');
    });
    expect((await run('read_file', { path: 'a' })).ok).toBe(true);
  });
});

const failure = (details: Record<string, unknown>): ToolError => new ToolError('EXECUTION_ERROR', 'boom', { details });

describe('what a call has changed is told as it is', () => {
  const makes = (output: object | string) =>
    tool('makes', {
      effects: () => [writes('made')],
      staged: true,
      execute: async (_: unknown, ctx: Context) => {
        await ctx.files.write('made', Buffer.from('x'));
        return { output };
      },
    });

  it('a result that cannot be shown is found before anything is written', async () => {
    const { run, exists } = await openGate({}, { tools: [makes(circle)] });
    expect((await run('makes', {})).error?.code).toBe('INVALID_OUTPUT');
    expect(exists('made')).toBe(false);
  });

  it('a long output that cannot be kept does not make the call fail', async () => {
    const { run, exists, storeFile } = await openGate({}, { tools: [makes('long\n'.repeat(50_000))] });
    writeFileSync(join(dirname(storeFile), 'outputs'), 'in the way');
    const { ok, output, metadata } = await run('makes', {});
    expect([ok, exists('made'), metadata.outputPath]).toEqual([true, true, undefined]);
    expect(output).toContain('could not be kept');
  });
});

describe('records hold no secrets', () => {
  it.each([
    ['by name in arguments that came as text', '{"path":"x","password":"hunter2secret"}'],
    ['in a text that is cut off', '{"path":"x","api_key":"hunter2secret'],
    ['in a list under a secret name', { path: 'x', credentials: ['hunter2secret'] }],
    ['in JSON inside of a text', { path: '{"token": "hunter2secret"}' }],
    ['in lines of an environment file', { path: 'API_TOKEN=hunter2secret' }],
  ])('records hold no secrets %s', async (_, args) => {
    const { gate } = await openGate();
    await gate.execute({ name: 'get_file_info', args });
    expect(JSON.stringify(await gate.activity.since(0))).not.toContain('hunter2secret');
    expect(JSON.stringify((await gate.store.calls.list({})).map(row => [row.args, row.error]))).not.toContain(
      'hunter2secret',
    );
  });

  it('records hold no secrets in titles and details', async () => {
    const key = `sk-${'a1B2'.repeat(8)}`;
    const broken = tool('broken', { execute: () => Promise.reject(failure({ header: key, cookie: 'abc' })) });
    const { gate } = await openGate({}, { tools: [broken] });
    await gate.execute({ name: 'grep', args: { pattern: key } });
    await gate.execute({ name: 'broken', args: {} });
    const recorded = JSON.stringify([await gate.activity.since(0), await gate.store.deadLetters.list({})]);
    expect(recorded).not.toContain(key);
    expect(recorded).not.toContain('"abc"');
  });
});

describe('a hostile size', () => {
  it('a hostile size of arguments is refused in few words, and fills no record', async () => {
    const { gate } = await openGate();
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 'v'.repeat(100)]));
    for (const args of [keys, { paths: Array(100_000).fill('a') }, { path: 'x'.repeat(1_000_000) }]) {
      const { ok, output } = await gate.execute({ name: 'read_file', args });
      expect(ok).toBe(false);
      expect(output.length).toBeLessThan(3_000);
    }
    for (const event of await gate.activity.since(0)) expect(JSON.stringify(event).length).toBeLessThan(60_000);
  });
});
