import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import { temporaryWorkspace } from '../../../src/testing/index.ts';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';
import { programPath } from '../../support/program-path.ts';

const CALLS = 50;
const ASKED = [12, 27, 44];

/** Fifty calls, one after the other: every fifth writes a file, three are asked about; what nobody knows is counted. */
const SCRIPTS = {
  javascript: `
    const unknown = []
    const told = async (at, call) => {
      try { await call } catch (error) { if (error.code !== 'OUTCOME_UNKNOWN') throw error; unknown.push(at) }
    }
    const id = crypto.randomUUID(), begun = Date.now()
    for (let at = 0; at < ${CALLS}; at++) {
      if (at % 5 === 0) await told(at, tools.write_file({ path: at + '.txt', content: id + ' ' + begun }))
      else await told(at, tools.note({ line: String(at), asks: ${JSON.stringify(ASKED)}.includes(at) }))
    }
    return { unknown, id }`,
  python: `
import time, uuid
unknown, id, begun = [], str(uuid.uuid4()), time.time()
for at in range(${CALLS}):
  try:
    if at % 5 == 0:
      tools.write_file(path=f'{at}.txt', content=f'{id} {begun}')
    else:
      tools.note(line=str(at), asks=at in ${JSON.stringify(ASKED)})
  except ToolError as error:
    if error.code != 'OUTCOME_UNKNOWN':
      raise
    unknown.append(at)
return {'unknown': unknown, 'id': id}`,
} as const;

interface World {
  readonly workspace: string;
  readonly lines: () => readonly string[];
  readonly outcome: () => Outcome | undefined;
  /** A process that begins with the script, or goes on with it. */
  readonly start: () => ChildProcess;
  /** What people have: it answers, and runs nothing. */
  readonly desk: Toolgate;
}

async function openWorld(language: keyof typeof SCRIPTS, url?: string): Promise<World> {
  const space = temporaryWorkspace();
  onTestFinished(() => space.remove());
  const folder = space.path('.');
  const [workspace, effects, ended] = ['workspace', 'effects', 'ended'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(workspace);
  const store = url ?? join(folder, 'state', 'toolgate.db');
  const args = { language, code: SCRIPTS[language] };
  const given = JSON.stringify({ workspace, store, effects, ended, args });
  const desk = await createToolgate({ workspace, store, policy: 'privileged', sessionID: 'conversation' });
  onTestFinished(() => desk.close());
  return {
    workspace,
    desk,
    lines: () => (existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').slice(0, -1) : []),
    outcome: () => (existsSync(ended) ? (JSON.parse(readFileSync(ended, 'utf8')) as Outcome) : undefined),
    start: () =>
      spawn(process.execPath, [programPath('script-run'), given], { stdio: ['ignore', 'ignore', 'inherit'] }),
  };
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function kill(child: ChildProcess): Promise<void> {
  if (isOver(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Says yes to what waits; gives how many. */
async function answer({ approvals }: Toolgate): Promise<number> {
  const waiting = await approvals.list();
  for (const { id } of waiting) await approvals.answer(id, { answer: 'allow_once' }, 'person');
  return waiting.length;
}

/** Kills the process as soon as this many lines are there, or somebody is asked, and so many milliseconds later. */
interface Death {
  readonly lines: number;
  readonly later: number;
}

/** Runs the script through these deaths to its end; people answer only while no process lives. */
async function runThrough(world: World, deaths: readonly Death[]): Promise<void> {
  for (const { lines, later } of deaths) {
    const child = world.start();
    while (!isOver(child) && world.lines().length < lines && (await world.desk.approvals.list()).length === 0)
      await sleep(5);
    await sleep(later);
    await kill(child);
    await answer(world.desk);
  }
  for (let child = world.start(); !world.outcome(); child = isOver(child) ? world.start() : child) {
    await sleep(50);
    await answer(world.desk);
    if (isOver(child)) expect(child.exitCode).toBe(0);
  }
}

async function expectOnce(world: World, deaths: number): Promise<void> {
  const outcome = world.outcome();
  expect(outcome?.error).toBeUndefined();
  expect(outcome?.metadata).toMatchObject({ calls: CALLS, goneOn: true });
  const { unknown, id } = JSON.parse((outcome!.value as { stdout: string }).stdout) as {
    unknown: number[];
    id: string;
  };
  expect(unknown.length).toBeLessThanOrEqual(deaths);
  const lines = world.lines().map(Number);
  expect(new Set(lines).size).toBe(lines.length);
  const notes = Array.from({ length: CALLS }, (_, at) => at).filter(at => at % 5 !== 0);
  expect([...new Set([...lines, ...unknown])].sort((a, b) => a - b)).toEqual(expect.arrayContaining(notes));
  // A commit that was cut off is rolled back, and then made: only what was committed counts.
  const sets = (await world.desk.journal.list({ limit: 200 })).filter(({ status }) => status === 'committed');
  const written = sets.flatMap(({ changes }) => changes.map(({ path }) => path));
  expect(new Set(written).size).toBe(written.length);
  const texts = new Set(written.map(path => readFileSync(join(world.workspace, path), 'utf8')));
  // The same clock and the same chance, however often the script was run.
  expect([...texts]).toEqual([expect.stringMatching(`^${id} `)]);
}

/** A number from a seed, the same in each run of the test. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

const deathsOf = (count: number, seed: number): readonly Death[] => {
  const next = numbers(seed);
  const each = () => next.next().value;
  return Array.from({ length: count }, (_, at) => ({
    lines: Math.floor(((at + each()) * CALLS * 0.8) / count),
    later: Math.floor(each() * 60),
  }));
};

it.for([
  ['javascript', 12, 1],
  ['python', 6, 2],
] as const)(
  'a script in %s with 50 calls, three of them asked, goes on after %i kills, and nothing is done twice',
  async ([language, count, seed]) => {
    const world = await openWorld(language);
    const deaths = deathsOf(count, seed);
    await runThrough(world, deaths);
    await expectOnce(world, deaths.length);
    // All of it is one turn, whichever process made the calls.
    const undone = await world.desk.execute({ name: 'undo_turn', args: { turn: 1, session: 'conversation' } });
    expect(undone.error).toBeUndefined();
    expect(existsSync(join(world.workspace, '0.txt'))).toBe(false);
    expect(existsSync(join(world.workspace, '45.txt'))).toBe(false);
  },
);

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

it('a script goes on after kills on PostgreSQL too', async () => {
  const world = await openWorld('javascript', server!.url);
  const deaths = deathsOf(4, 3);
  await runThrough(world, deaths);
  await expectOnce(world, deaths.length);
});
