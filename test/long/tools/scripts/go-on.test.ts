import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { changesState, type Outcome, Tool, type Toolgate } from '../../../../src/index.ts';
import { openGate } from '../../../support/worlds/open-gate.ts';

/** A gate with a tool whose calls are counted, and people who answer when they like. */
async function openPatient(files: Record<string, string> = {}) {
  const noted: string[] = [];
  const note = Tool.define('note', {
    description: 'Notes a line',
    parameters: z.object({ line: z.string(), asks: z.boolean().default(false) }),
    effects: ({ line }) => [changesState(`note:${line}`)],
    danger: 'moderate',
    approval: ({ asks }) => asks,
    execute: ({ line }) => {
      noted.push(line);
      return { output: `noted ${line}` };
    },
  });
  const inbox = Tool.define('inbox', {
    description: 'What others wrote',
    parameters: z.object({}),
    untrusted: true,
    effects: () => [],
    danger: 'safe',
    execute: () => ({ output: 'of others' }),
  });
  const tools = [note, inbox] as never;
  const options = { policy: 'privileged', sessionID: 's', waitForAnswers: true, tools } as const;
  let world = await openGate(files, options);
  const run = (gate: Toolgate, code: string, { language = 'javascript', key = 'step' } = {}): Promise<Outcome> =>
    gate.execute({ name: 'run_code', args: { language, code } }, { turn: 1, step: { key } });
  return {
    noted,
    root: world.root,
    start: (code: string, more?: object) => run(world.gate, code, more),
    /** Who is asked, once someone is. */
    async asked() {
      for (;;) {
        const [first] = await world.gate.approvals.list();
        if (first) return first;
        await sleep(20);
      }
    },
    answer: (id: string, answer: 'allow_once' | 'reject_once') => world.gate.approvals.answer(id, { answer }, 'person'),
    /** The process ends in good order, and another one opens the same workspace. */
    async restart() {
      await world.gate.close();
      world = await world.again(options);
    },
  };
}

const stdout = ({ value }: Outcome): string => (value as { stdout: string }).stdout;

const PLAIN = `
  const seen = [Date.now(), Math.random(), crypto.randomUUID(), require('node:crypto').randomBytes(4).toString('hex')]
  console.log(await tools.note({ line: 'a' }))
  console.log(await tools.note({ line: 'b', asks: true }).catch(error => error.code))
  await tools.note({ line: seen.join() })
  return seen`;

it('a script goes on from its record with the answer that came while nobody ran, on the same clock', async () => {
  const { start, asked, answer, restart, noted } = await openPatient();
  const first = start(PLAIN);
  const { id } = await asked();
  await restart();
  expect((await first).error?.code).toBe('ABORTED');
  await answer(id, 'allow_once');
  const outcome = await start(PLAIN);
  expect(stdout(outcome)).toMatch(/^noted a\nnoted b\n/);
  expect(outcome.metadata).toMatchObject({ calls: 3, goneOn: true });
  expect(noted.slice(0, 2)).toEqual(['a', 'b']);
  // Made again as the same step when it is over, it says the same, and does nothing.
  const again = await start(PLAIN);
  expect(stdout(again)).toBe(stdout(outcome));
  expect(noted).toHaveLength(3);
});

it('a no that came while nobody ran is an error in the script', async () => {
  const { start, asked, answer, restart, noted } = await openPatient();
  void start(PLAIN);
  const { id } = await asked();
  await restart();
  await answer(id, 'reject_once');
  expect(stdout(await start(PLAIN))).toMatch(/^noted a\nAPPROVAL_DENIED\n/);
  expect(noted).toEqual(['a', expect.any(String)]);
});

it('a no that came before a script goes on holds for the same call afterwards, and nobody is asked again', async () => {
  const { start, asked, answer, restart, noted } = await openPatient();
  const code = `
    for (const line of ['x', 'x'])
      console.log(await tools.note({ line, asks: true }).catch(error => error.code))
    await tools.note({ line: 'last', asks: true })`;
  void start(code);
  const { id } = await asked();
  await restart();
  await answer(id, 'reject_once');
  const outcome = start(code);
  const last = await asked();
  expect(last.args).toMatchObject({ line: 'last' });
  await answer(last.id, 'allow_once');
  expect(stdout(await outcome)).toBe('APPROVAL_DENIED\nAPPROVAL_DENIED\n');
  expect(noted).toEqual(['last']);
});

it('a script that makes another call than before is stopped, and nothing is done twice', async () => {
  const { start, asked, restart, noted, root } = await openPatient({ 'mode.txt': 'one' });
  const code = `
    const mode = require('node:fs').readFileSync('mode.txt', 'utf8')
    await tools.note({ line: mode })
    await tools.note({ line: 'last', asks: true })`;
  void start(code);
  await asked();
  await restart();
  writeFileSync(join(root, 'mode.txt'), 'two');
  expect((await start(code)).error?.code).toBe('SCRIPT_DIVERGED');
  expect(noted).toEqual(['one']);
});

it('another script under the name of one that was begun is refused', async () => {
  const { start, asked, restart, noted } = await openPatient();
  void start(PLAIN);
  await asked();
  await restart();
  expect((await start("await tools.note({ line: 'x' })")).error?.code).toBe('SCRIPT_DIVERGED');
  expect(noted).toEqual(['a']);
});

it('what a script prints of untrusted content is marked although it came before the script went on', async () => {
  const { start, asked, answer, restart } = await openPatient();
  const code = "const body = await tools.inbox(); await tools.note({ line: 'a', asks: true }); return body";
  void start(code);
  const { id } = await asked();
  await restart();
  await answer(id, 'allow_once');
  const { output, metadata } = await start(code);
  expect(metadata).toMatchObject({ goneOn: true });
  expect(output).toMatch(/untrusted-content[\s\S]*of others/);
});

it('what is only the own of a script is not marked when it goes on', async () => {
  const { start, asked, answer, restart } = await openPatient();
  const code = "await tools.note({ line: 'a' }); await tools.note({ line: 'b', asks: true }); return 'end'";
  void start(code);
  const { id } = await asked();
  await restart();
  await answer(id, 'allow_once');
  expect((await start(code)).output).not.toContain('untrusted-content');
});

it('under another name, and without one, a script begins anew', async () => {
  const { start, noted } = await openPatient();
  const code = "await tools.note({ line: 'x' })";
  await start(code);
  await start(code, { key: 'other' });
  expect(noted).toEqual(['x', 'x']);
});

it('calls that were made at once are matched by what they are, also from threads of Python', async () => {
  const { start, asked, answer, restart, noted } = await openPatient();
  const code = `
from concurrent.futures import ThreadPoolExecutor
def work(at):
  tools.note(line=f'{at} first')
  return tools.note(line=f'{at} second', asks=at in (1, 4))
with ThreadPoolExecutor(6) as pool:
  print(sorted(pool.map(work, range(6))))`;
  void start(code, { language: 'python' });
  await asked();
  await sleep(300);
  await restart();
  const going = start(code, { language: 'python' });
  for (let left = 2; left > 0; left--) await answer((await asked()).id, 'allow_once');
  expect(stdout(await going)).toContain("'noted 5 second'");
  expect(noted.toSorted()).toEqual(Array.from({ length: 6 }, (_, at) => [`${at} first`, `${at} second`]).flat());
});
