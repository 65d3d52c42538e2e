import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ActivityEvent } from '../../../src/activity/activity-stream.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { reads, writes } from '../../../src/tool/effect.ts';
import { ToolError } from '../../../src/tool/error.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const tool = (id: string, definition: object): Info =>
  define(id, {
    description: `Does ${id}.`,
    parameters: z.object({}),
    effects: () => [],
    ...definition,
  } as never) as Info;

describe('a call', () => {
  it('a call under another name with texts for a list and a number is repaired and told so', async () => {
    const { run } = await openGate({ 'README.md': 'one\ntwo\nthree\n' });
    const outcome = await run('read', '{"file_paths":"[\\"README.md\\"]","limit":"2"}');
    expect(outcome.ok).toBe(true);
    expect(outcome.output).toContain('     1\tone\n     2\ttwo');
    expect(outcome.output).toContain('Repaired');
  });

  it('a call of an unknown tool names the nearest ones and runs nothing', async () => {
    const { run } = await openGate();
    const outcome = await run('raed_file', { path: 'a' });
    expect(outcome.error).toMatchObject({ code: 'UNKNOWN_TOOL', suggestion: expect.stringContaining('read_file') });
  });

  it.each(['{"path":"a.txt"', '{"path":', 'path=a.txt', '{"path":"a.txt"}}'])(
    'a call with the broken text %s is refused and never completed',
    async args => {
      const { run } = await openGate({ 'a.txt': 'x' });
      expect((await run('read_file', args)).error?.code).toBe('INVALID_ARGUMENTS');
    },
  );

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
    'a call named %j finds nothing',
    async name => {
      const { run } = await openGate();
      expect((await run(name, {})).error?.code).toBe('UNKNOWN_TOOL');
    },
  );

  it('a call gets the sub-schema when the same mistake comes again', async () => {
    const { run } = await openGate();
    const first = await run('read_file', { pathh: 5 });
    const second = await run('read_file', { pathh: 5 });
    expect(first.error?.code).toBe('INVALID_ARGUMENTS');
    expect(second.output.length).toBeGreaterThan(first.output.length);
  });

  it('a call leaves one row, one start event and one end event, whatever comes of it', async () => {
    const events: ActivityEvent[] = [];
    const failing = tool('failing', { execute: () => Promise.reject(new Error('broken')) });
    const { gate, run } = await openGate({ 'a.txt': 'x' }, { tools: [failing] });
    gate.activity.subscribe('*', event => events.push(event));
    const outcomes = [
      await run('read_file', { path: 'a.txt' }),
      await run('read_file', { path: '../x' }),
      await run('nothing', {}),
      await run('read_file', {}),
      await run('failing', {}),
      await run('delete_file', { path: 'a.txt' }),
    ];
    expect(outcomes.map(outcome => outcome.error?.code)).toEqual([
      undefined,
      'INVALID_PATH',
      'UNKNOWN_TOOL',
      'INVALID_ARGUMENTS',
      'EXECUTION_ERROR',
      'APPROVAL_DENIED',
    ]);
    for (const { callID, ok } of outcomes) {
      const own = events.filter(event => event.callID === callID);
      expect(own.filter(event => event.type === 'tool_call_start')).toHaveLength(1);
      expect(own.filter(event => event.type === 'tool_call_end')).toHaveLength(1);
      expect(own.at(-1)?.data.success).toBe(ok);
      expect(await gate.store.calls.get(callID)).toMatchObject({ status: 'settled', ok });
    }
    const numbers = events.map(event => event.seq);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it('a call that throws a plain error is an outcome that names the call, shortened, with secrets masked', async () => {
    const leaky = define('leaky', {
      description: 'Leaks.',
      parameters: z.object({ password: z.string(), text: z.string() }),
      effects: () => [],
      execute: () => Promise.reject(new Error(`no access with sk-${'x'.repeat(40)}`)),
    }) as Info;
    const { gate, run } = await openGate({}, { tools: [leaky] });
    const outcome = await run('leaky', { password: 'hunter2', text: 'y'.repeat(5000) });
    const row = JSON.stringify(await gate.store.calls.get(outcome.callID));
    for (const shown of [outcome.output, row]) {
      expect(shown).not.toContain('hunter2');
      expect(shown).not.toContain('x'.repeat(40));
      expect(shown.length).toBeLessThan(4000);
    }
    expect(outcome.error?.message).toMatch(/^leaky\(password="\*\*\*"/);
  });

  it('a call that returns what its schema does not allow is INVALID_OUTPUT', async () => {
    const liar = tool('liar', { returns: z.object({ size: z.number() }), execute: () => ({ value: { size: 'big' } }) });
    const { run } = await openGate({}, { tools: [liar] });
    expect((await run('liar', {})).error?.code).toBe('INVALID_OUTPUT');
  });

  it('a call that returns no result at all is INVALID_OUTPUT', async () => {
    const { run } = await openGate({}, { tools: [tool('mute', { execute: () => undefined })] });
    expect((await run('mute', {})).error?.code).toBe('INVALID_OUTPUT');
  });

  it('a call over its time is stopped, told and on the list of dead letters', async () => {
    let aborted = false;
    const slow = tool('slow', {
      timeout: 30,
      execute: (_: object, ctx: { abort: AbortSignal }) =>
        new Promise(() =>
          ctx.abort.addEventListener('abort', () => {
            aborted = true;
          }),
        ),
    });
    const { gate, run } = await openGate({}, { tools: [slow] });
    expect((await run('slow', {})).error?.code).toBe('TIMEOUT');
    expect(aborted).toBe(true);
    expect((await gate.store.deadLetters.list())[0]).toMatchObject({ tool: 'slow', attempts: 1 });
  });

  it('a call is stopped by its caller, before and while it runs', async () => {
    const slow = tool('slow', { execute: () => new Promise(() => {}) });
    const { gate } = await openGate({}, { tools: [slow] });
    const controller = new AbortController();
    const running = gate.execute({ name: 'slow', args: {} }, { abort: controller.signal });
    setTimeout(() => controller.abort(), 10);
    expect((await running).error?.code).toBe('ABORTED');
    expect((await gate.execute({ name: 'slow', args: {} }, { abort: controller.signal })).error?.code).toBe('ABORTED');
  });

  it('a call is tried again only for a retryable error of a tool that may be repeated', async () => {
    const counts: Record<string, number> = {};
    const flaky = (id: string, extra: object, retryable = true) =>
      tool(id, {
        retry: { attempts: 3, delay: 1 },
        execute: async () => {
          counts[id] = (counts[id] ?? 0) + 1;
          if (counts[id] < 3) throw new ToolError('EXECUTION_ERROR', 'not yet', { retryable });
          return { output: 'done' };
        },
        ...extra,
      });
    const { run } = await openGate(
      {},
      {
        policy: 'privileged',
        approver: () => 'allow_once',
        tools: [
          flaky('pure', {}),
          flaky('idempotent', { effects: () => [writes('x')], idempotent: true }),
          flaky('once', { effects: () => [writes('x')] }),
          flaky('final', {}, false),
        ],
      },
    );
    expect((await run('pure', {})).metadata.attempts).toBe(3);
    expect((await run('idempotent', {})).ok).toBe(true);
    expect((await run('once', {})).ok).toBe(false);
    expect((await run('final', {})).ok).toBe(false);
    expect(counts).toEqual({ pure: 3, idempotent: 3, once: 1, final: 1 });
  });

  it('a call streams metadata and whole lines of output while it runs', async () => {
    const seen: string[] = [];
    const chatty = tool('chatty', {
      execute: async (_: object, ctx: { metadata(update: object): void; output(chunk: string): void }) => {
        ctx.metadata({ title: 'half way' });
        ctx.output('a');
        ctx.output('b\n');
        await new Promise(resolve => setTimeout(resolve, 80));
        ctx.output('c');
        return { output: 'ab\nc' };
      },
    });
    const { gate, run } = await openGate({}, { tools: [chatty] });
    gate.activity.subscribe('tool_call_update', event => seen.push(`title ${event.data.title}`));
    gate.activity.subscribe('tool_output_chunk', event => seen.push(`chunk ${event.data.chunk}`));
    await run('chatty', {});
    expect(seen).toEqual(['title half way', 'chunk ab\n', 'chunk c']);
  });

  it('a call with a long output keeps head and tail, and the rest can be paged', async () => {
    const long = tool('long', {
      execute: () => ({ output: Array.from({ length: 9000 }, (_, line) => `line ${line + 1}`).join('\n') }),
    });
    const { run } = await openGate({}, { tools: [long] });
    const outcome = await run('long', {});
    expect(outcome.output).toMatch(/^line 1\n/);
    expect(outcome.output).toContain('line 9000');
    expect(outcome.output.length).toBeLessThan(60_000);
    const page = await run('read_file', { path: outcome.metadata.outputPath, offset: 4321, limit: 1 });
    expect(page.output).toContain('line 4321');
  });

  it('a call that is a pure read repeated in a turn is answered from the first, until the file changes by hand', async () => {
    let count = 0;
    const counting = define('counting', {
      description: 'Counts.',
      parameters: z.object({ path: z.string() }),
      effects: ({ path }) => [reads(path)],
      execute: () => ({ output: String(++count) }),
    }) as Info;
    const { run, write } = await openGate({ 'a.txt': 'x' }, { tools: [counting] });
    await new Promise(resolve => setTimeout(resolve, 60));
    const args = { path: 'a.txt' };
    const first = await run('counting', args, { turn: 1 });
    const second = await run('counting', { path: 'a.txt' }, { turn: 1 });
    expect([first.output, second.output, second.metadata.repeats]).toEqual(['1', '1', first.callID]);
    write('a.txt', 'y');
    expect((await run('counting', args, { turn: 1 })).output).toBe('2');
    expect((await run('counting', args, { turn: 2 })).output).toBe('3');
    expect((await run('counting', args)).output).toBe('4');
  });

  it('a call with new syntax errors is told so, or refused where the policy says so', async () => {
    const broken = { path: 'a.ts', content: 'export const a = ;\n' };
    const lenient = await openGate();
    const told = await lenient.run('write_file', broken);
    expect(told.ok).toBe(true);
    expect(told.output).toContain('New syntax errors');
    const strict = await openGate({}, { policy: { syntax: 'reject' } });
    expect((await strict.run('write_file', broken)).error?.code).toBe('POLICY_DENIED');
    expect(strict.exists('a.ts')).toBe(false);
  });

  it('a call counts in the economics of its tool and session', async () => {
    const { gate, run } = await openGate({ 'a.txt': 'x' });
    await run('read_file', { path: 'a.txt' });
    await run('read_file', { path: 'missing.txt' });
    const [total] = await gate.store.calls.totals('tool');
    expect(total).toMatchObject({ key: 'read_file', calls: 2, failed: 1 });
  });

  it('a call beyond the budget of its session is refused', async () => {
    const { run } = await openGate({ 'a.txt': 'x' }, { policy: { limits: { calls: 2 } } });
    await run('read_file', { path: 'a.txt' });
    await run('read_file', { path: 'a.txt' });
    expect((await run('read_file', { path: 'a.txt' })).error?.code).toBe('BUDGET_EXCEEDED');
  });

  it('a call by a registry goes through the same stages', async () => {
    const { gate } = await openGate({ 'a.txt': 'x' });
    expect((await gate.registry.execute('read_file', { path: 'a.txt' })).ok).toBe(true);
    expect((await gate.registry.execute('read_file', { path: '../a' })).error?.code).toBe('INVALID_PATH');
  });
});

describe('a listener', () => {
  it('a listener that throws harms nobody', async () => {
    const { gate, run } = await openGate({ 'a.txt': 'x' });
    const seen: string[] = [];
    gate.activity.subscribe('*', () => {
      throw new Error('bad listener');
    });
    gate.activity.subscribe('*', event => seen.push(event.type));
    expect((await run('read_file', { path: 'a.txt' })).ok).toBe(true);
    expect(seen).toContain('tool_call_end');
  });

  it('a listener that comes late replays from a number without a gap or a repetition', async () => {
    const { gate, run } = await openGate({ 'a.txt': 'x' });
    for (let index = 0; index < 5; index++) await run('read_file', { path: 'a.txt' });
    const numbers: number[] = [];
    gate.activity.subscribe('*', event => numbers.push(event.seq), { from: 2 });
    for (let index = 0; index < 5; index++) await run('read_file', { path: 'a.txt' });
    await expect.poll(() => numbers.length).toBeGreaterThanOrEqual(18);
    expect(numbers).toEqual(Array.from({ length: 18 }, (_, index) => index + 3));
  });
});
