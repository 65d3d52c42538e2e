import fs from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ActivityEvent } from '../../../src/activity/activity-stream.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { deletes } from '../../../src/tool/effect.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const FILES = 2_000;
const IN_A_FOLDER = 200;

async function openWide(options: Parameters<typeof openGate>[1] = {}): Promise<TestGate> {
  const opened = await openGate({}, { approver: () => 'allow_once', ...options });
  for (let folder = 0; folder < FILES / IN_A_FOLDER; folder++) {
    const place = join(opened.root, 'big', `d${folder}`);
    fs.mkdirSync(place, { recursive: true });
    for (let file = 0; file < IN_A_FOLDER; file++) fs.writeFileSync(join(place, `f${file}`), `${folder} ${file}\n`);
  }
  return opened;
}

/** Runs with a clock on which a millisecond passes with each look at it: any machine is a second older after a thousand paths. */
async function atAnyPace<T>(run: () => Promise<T>): Promise<T> {
  const real = performance.now.bind(performance);
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + looks++);
  try {
    return await run();
  } finally {
    clock.mockRestore();
  }
}

const succeed = async ({ gate }: TestGate, name: string, args: unknown = {}): Promise<void> =>
  expect(await gate.execute({ name, args })).toMatchObject({ ok: true });

it('a missing folder is looked for a few times by an undo, not once for each of its files', async () => {
  const opened = await openWide();
  await succeed(opened, 'delete_file', { path: 'big', recursive: true });
  expect(opened.exists('big')).toBe(false);
  const spy = vi.spyOn(fs, 'openSync');
  await succeed(opened, 'undo_turn');
  const looks = spy.mock.calls.filter(([path]) => String(path).endsWith('/big')).length;
  spy.mockRestore();
  expect(looks).toBeLessThan(100);
  expect(fs.readdirSync(join(opened.root, 'big'), { recursive: true })).toHaveLength(FILES + FILES / IN_A_FOLDER);
  expect(opened.read('big/d7/f33')).toBe('7 33\n');
  await succeed(opened, 'redo');
  expect(opened.exists('big')).toBe(false);
});

it('twice as many folders inside each other take about twice as many steps up, to undo and to redo', async () => {
  const steps = async (depth: number): Promise<readonly number[]> => {
    const opened = await openGate({ [`${'d/'.repeat(depth)}f`]: 'x' }, { approver: () => 'allow_once' });
    await succeed(opened, 'delete_file', { path: 'd', recursive: true });
    const counted: number[] = [];
    for (const name of ['undo_turn', 'redo']) {
      const spy = vi.spyOn(String.prototype, 'lastIndexOf');
      await succeed(opened, name);
      counted.push(spy.mock.calls.length);
      spy.mockRestore();
      expect(opened.exists('d')).toBe(name === 'undo_turn');
    }
    return counted;
  };
  const [few, many] = [await steps(80), await steps(160)];
  for (const [index, count] of many.entries()) expect(count / few[index]!).toBeLessThan(3);
});

it('an undo of very much names every path, and shows diffs until there are some megabytes', async () => {
  const opened = await openGate({}, { approver: () => 'allow_once' });
  const text = `${'a line of some length, so that it soon is much '.repeat(2)}\n`.repeat(1_500);
  for (let file = 0; file < 60; file++) opened.write(`big/f${file}`, text);
  await succeed(opened, 'delete_file', { path: 'big', recursive: true });
  const outcome = await opened.gate.execute({ name: 'undo_turn', args: {} });
  const { files } = outcome.value as { files: readonly { path: string; diff: string }[] };
  expect(files).toHaveLength(61);
  const shown = files.reduce((sum, { diff }) => sum + diff.length, 0);
  expect(shown).toBeGreaterThan(1_000_000);
  expect(shown).toBeLessThan(5_000_000);
  expect(opened.read('big/f59')).toBe(text);
});

it('a tool that has run for a second says how many of how many paths it is through, also while they are written', async () => {
  const slow = define('delete_slowly', {
    description: 'Deletes big.',
    parameters: { type: 'object', properties: {} },
    effects: () => [deletes('big')],
    staged: true,
    execute: async (_, ctx) => {
      await ctx.files.delete('big', { recursive: true });
      return { output: 'done' };
    },
  }) as Info;
  const opened = await openWide({ tools: [slow] });
  const told: ActivityEvent['data'][] = [];
  const onEvent = (event: ActivityEvent) => {
    if (event.type === 'tool_call_update' && event.data.total !== undefined) told.push(event.data);
  };
  const outcome = await atAnyPace(() => opened.gate.execute({ name: 'delete_slowly', args: {} }, { onEvent }));
  expect(outcome).toMatchObject({ ok: true });
  const total = FILES + FILES / IN_A_FOLDER + 1;
  expect(told[0]).toMatchObject({ toolName: 'delete_slowly', total, title: expect.stringMatching(/ of 2,011 paths$/) });
  for (const { progress } of told) expect(progress).toBeLessThanOrEqual(total);
});

it('a rehearsal of a second says how many paths it is through, before anybody is asked', async () => {
  const slow = define('delete_slowly', {
    description: 'Deletes big.',
    parameters: { type: 'object', properties: {} },
    effects: () => [deletes('big')],
    approval: () => 'deletes big',
    staged: true,
    execute: async (_, ctx) => {
      await ctx.files.delete('big', { recursive: true });
      return { output: 'done' };
    },
  }) as Info;
  const told: unknown[] = [];
  let before: readonly unknown[] | undefined;
  const approver = () => {
    before ??= [...told];
    return 'allow_once' as const;
  };
  const opened = await openWide({ tools: [slow], approver });
  const onEvent = (event: ActivityEvent) => {
    if (event.type === 'tool_call_update') told.push(event.data.title);
  };
  const outcome = await atAnyPace(() => opened.gate.execute({ name: 'delete_slowly', args: {} }, { onEvent }));
  expect(outcome).toMatchObject({ ok: true });
  expect(before?.[0]).toMatch(/^delete_slowly: looked at [\d,]+ paths$/);
});
