import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { reads, writes } from '../../src/tool/effect.ts';
import { openGate } from '../support/worlds/open-gate.ts';

type Asked = Record<'effects' | 'danger' | 'approval', number>;

/** A tool that writes a file and counts how often it is asked what a call would do. */
function countingTool({ approval = false, first }: { approval?: boolean; first?: () => void } = {}) {
  const asked: Asked = { effects: 0, danger: 0, approval: 0 };
  const tool = define('put', {
    description: 'Writes a file.',
    parameters: z.object({ path: z.string(), text: z.string().default('x') }),
    staged: true,
    effects: ({ path }) => {
      asked.effects += 1;
      return [writes(path)];
    },
    danger: () => {
      asked.danger += 1;
      return 'safe';
    },
    approval: () => {
      asked.approval += 1;
      if (asked.approval === 1) first?.();
      return approval;
    },
    execute: async ({ path, text }, ctx) => {
      await ctx.files.write(path, Buffer.from(text));
      return { output: 'written' };
    },
  }) as Info;
  return { asked, tool };
}

const times = (count: number): Asked => ({ effects: count, danger: count, approval: count });

describe('what a call would do, its tool is asked', () => {
  it('a tool is asked once for a call', async () => {
    const { asked, tool } = countingTool();
    const { gate } = await openGate({}, { tools: [tool] });
    expect((await gate.execute({ name: 'put', args: { path: 'a' } })).ok).toBe(true);
    expect(asked).toEqual(times(1));
  });

  it('a tool is asked once for an explanation', async () => {
    const { asked, tool } = countingTool({ approval: true });
    const { gate } = await openGate({}, { tools: [tool] });
    expect(await gate.explain({ name: 'put', args: { path: 'a' } }, { question: true })).toMatchObject({
      verdict: 'ask',
    });
    expect(asked).toEqual(times(1));
  });

  it('a tool is asked once for each call of a queue that waits for no other', async () => {
    const { asked, tool } = countingTool();
    const { gate } = await openGate({}, { tools: [tool] });
    const calls = ['a', 'b', 'c'].map(path => ({ name: 'put', args: { path } }));
    expect((await gate.executeAll(calls)).every(({ ok }) => ok)).toBe(true);
    expect(asked).toEqual(times(3));
  });

  it('a tool is asked once more after a call has waited for another one, whose work may change the answer', async () => {
    const { asked, tool } = countingTool();
    const look = define('look', {
      description: 'Reads a file.',
      parameters: z.object({}),
      effects: () => [reads('a')],
      execute: async () => ({ output: '' }),
    }) as Info;
    const { gate } = await openGate({ a: '' }, { tools: [tool, look] });
    const calls = [
      { name: 'look', args: {} },
      { name: 'put', args: { path: 'a' } },
    ];
    expect((await gate.executeAll(calls)).every(({ ok }) => ok)).toBe(true);
    expect(asked).toEqual({ effects: 2, danger: 2, approval: 1 });
  });

  it('a tool is asked once for a call that a person allows', async () => {
    const { asked, tool } = countingTool({ approval: true });
    const { gate } = await openGate({}, { tools: [tool], approver: () => 'allow_once' });
    expect((await gate.execute({ name: 'put', args: { path: 'a' } })).ok).toBe(true);
    expect(asked).toEqual(times(1));
  });

  it('a tool is asked once more where a person changes the arguments', async () => {
    const { asked, tool } = countingTool({ approval: true });
    const approver = () => ({ approved: true, modifiedArgs: { path: 'b', text: 'y' } }) as const;
    const { gate, read } = await openGate({}, { tools: [tool], approver });
    expect((await gate.execute({ name: 'put', args: { path: 'a' } })).ok).toBe(true);
    expect(read('b')).toBe('y');
    expect(asked).toEqual(times(2));
  });

  it('a tool is asked once more where the files have changed since, and the call is judged anew', async () => {
    const changes = { now: () => {} };
    const { asked, tool } = countingTool({ first: () => changes.now() });
    const { gate, write } = await openGate({}, { tools: [tool] });
    changes.now = () => write('a', 'by hand');
    expect((await gate.execute({ name: 'put', args: { path: 'a' } })).ok).toBe(true);
    expect(asked).toEqual(times(2));
  });
});
