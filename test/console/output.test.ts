import { expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { Tool } from '../../src/index.ts';
import type { Context } from '../../src/tool/context.ts';
import { type ConsoleWorld, openConsole } from '../support/console/world.ts';

const page = async ({ get }: ConsoleWorld, id: string, query = '') =>
  (await get<Api.OutputPage>(`calls/${id}/output?${query}`)).body;

/** As a page reads it: on and on from where it is, until the end. */
async function readAll(world: ConsoleWorld, id: string, limit: number) {
  const pages: Api.OutputPage[] = [];
  for (let from = 0; ; ) {
    const read = await page(world, id, `from=${from}&limit=${limit}`);
    pages.push(read);
    expect(read.next - read.from).toBe(
      read.text.length + read.missing.reduce((sum, { characters = 0 }) => sum + characters, 0),
    );
    if (!read.running && read.next === read.length) return { text: pages.map(({ text }) => text).join(''), pages };
    if (read.next === from) await new Promise(resolve => setTimeout(resolve, 20));
    from = read.next;
  }
}

/** Prints whatever it is told to, and goes on when it is let. */
const prints = (run: (ctx: Context) => Promise<string> | string) =>
  Tool.define('printer', {
    description: 'Prints',
    parameters: { type: 'object', properties: {} },
    effects: () => [],
    execute: async (_, ctx) => ({ output: await run(ctx) }),
  });

const idOf = async ({ get }: ConsoleWorld) => (await get<Api.CallList>('calls')).body.calls[0]?.id ?? '';

it('what a command prints is read to its end, live and afterwards', async () => {
  const world = await openConsole({}, { gate: { approver: () => 'allow_once' } });
  const command = 'for i in $(seq 1 600); do printf "%s %080d\\n" $i 0; sleep 0.002; done';
  const running = world.gate.execute({ name: 'bash', args: { command } });
  let id = '';
  for (; id === ''; id = await idOf(world));
  const live = await readAll(world, id, 5_000);
  await running;
  expect(
    live.text
      .trimEnd()
      .split('\n')
      .map(line => Number(line.split(' ')[0])),
  ).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  expect(live.pages.every(({ missing }) => missing.length === 0)).toBe(true);
  expect((await readAll(world, id, 1_048_576)).text).toBe(live.text);
  const { events } = (await world.get<Api.CallDetail>(`calls/${id}`)).body;
  expect(events.map(({ type }) => type)).toContain('tool_call_end');
  expect(events.map(({ type }) => type)).not.toContain('tool_output_chunk');
});

it('of very much the beginning and the end are there, and how much is missing between them', async () => {
  const line = (index: number) => `${String(index).padStart(7, '0')} ${'x'.repeat(992)}\n`;
  const tool = prints(ctx => {
    for (let index = 0; index < 10_000; index++) ctx.output(line(index));
    return 'done';
  });
  const world = await openConsole({}, { gate: { tools: [tool] } });
  const { callID } = await world.gate.execute({ name: 'printer', args: {} });
  const { text, pages } = await readAll(world, callID, 1_000_000);
  const missing = pages.flatMap(each => each.missing);
  expect(missing).toHaveLength(1);
  expect(pages.at(-1)?.length).toBe(10_000 * 1_001);
  expect(text.length + (missing[0]?.characters ?? 0)).toBe(10_000 * 1_001);
  expect(text.startsWith(line(0)) && text.endsWith(line(9_999))).toBe(true);
  expect(text.slice(0, missing[0]?.at).endsWith(`${'x'.repeat(992)}\n`)).toBe(true);
});

it('what was pruned is told to be missing', async () => {
  const tool = prints(async ctx => {
    for (let index = 0; index < 10; index++) {
      ctx.output(`${index}\n`);
      await new Promise(resolve => setTimeout(resolve, 80));
    }
    return 'done';
  });
  const world = await openConsole({}, { gate: { tools: [tool] } });
  const { callID } = await world.gate.execute({ name: 'printer', args: {} });
  expect((await readAll(world, callID, 100)).text).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  const { lastSeq } = (await world.get<Api.Overview>('overview')).body;
  const chunks = await world.gate.activity.since(0, { type: 'tool_output_chunk' });
  await world.gate.store.events.prune(lastSeq - (chunks[5]?.seq ?? 0));
  // Whoever had looked before is told the same.
  const { missing, text, next, length } = await page(world, callID);
  expect(missing).toEqual([{ at: 0, characters: 20 - text.length }]);
  expect([next, length, text.endsWith('9\n'), text.length > 0]).toEqual([20, 20, true, true]);
  await world.gate.store.events.prune(0);
  expect(await page(world, callID, 'from=6')).toMatchObject({
    text: '',
    next: 20,
    missing: [{ at: 6, characters: 14 }],
  });
  expect((await world.get('calls/none/output')).status).toBe(404);
});

it('a call that printed nothing has the output of its result, as far as the records have it', async () => {
  const world = await openConsole({ 'a.txt': 'hello\n' }, { gate: { tools: [prints(() => 'y'.repeat(9_000))] } });
  const { callID, output } = await world.gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
  expect(await page(world, callID)).toMatchObject({ text: output, length: output.length, running: false, missing: [] });
  const long = await world.gate.execute({ name: 'printer', args: {} });
  const { text, pages } = await readAll(world, long.callID, 3_000);
  expect([text, pages.at(-1)?.length]).toEqual(['y'.repeat(4_000), 9_000]);
  expect(pages.flatMap(({ missing }) => missing)).toEqual([{ at: 4_000, characters: 5_000 }]);
});
