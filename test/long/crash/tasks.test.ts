import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StorePlace } from '../../../src/store/open-store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';
import { programPath } from '../../support/program-path.ts';
import { openTestTasks, replayedTasks, storedTasks, type TestTasks } from '../../support/worlds/open-tasks.ts';

let server: PostgresServer;
let workspaces = 0;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

function placeOf(kind: 'sqlite' | 'postgres'): StorePlace {
  if (kind === 'postgres') return { kind, url: server.url, workspaceID: `tasks-${++workspaces}` };
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-tasks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { kind, file: join(folder, 'store.db') };
}

async function openShared(kind: 'sqlite' | 'postgres'): Promise<TestTasks & { place: StorePlace }> {
  const place = placeOf(kind);
  return { ...(await openTestTasks(place)), place };
}

interface Running {
  readonly child: ChildProcess;
  readonly said: unknown[];
  /** The exit code, or the signal. */
  readonly ended: Promise<number | string>;
}

function start(job: string, place: StorePlace, name: string): Running {
  const args = [programPath('task-process'), job, JSON.stringify(place), name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: unknown[] = [];
  createInterface(child.stdout!).on('line', line => said.push(JSON.parse(line)));
  return { child, said, ended: once(child, 'close').then(([code, signal]) => code ?? signal) };
}

async function runAll(job: string, place: StorePlace, names: readonly string[]): Promise<unknown[][]> {
  const running = names.map(name => start(job, place, name));
  for (const { ended } of running) expect(await ended).toBe(0);
  return running.map(({ said }) => said);
}

describe.each(['sqlite', 'postgres'] as const)('%s', kind => {
  test('three processes take forty tasks, each of them once', async () => {
    const { tasks, store, place } = await openShared(kind);
    for (let number = 0; number < 40; number += 1) await tasks.create({ title: 'x', label: `x${number}` });
    const taken = (await runAll('take', place, ['a', 'b', 'c'])).flat();
    expect(taken.length).toBe(40);
    expect(new Set(taken).size).toBe(40);
    expect(await replayedTasks(store)).toEqual(await storedTasks(store));
  });

  test('of those who want the same task one gets it, and the others are told', async () => {
    const { tasks, place } = await openShared(kind);
    for (let number = 0; number < 25; number += 1) await tasks.create({ title: 'x', label: `x${number}` });
    const tried = (await runAll('grab', place, ['a', 'b', 'c'])).flat() as [string, true | string][];
    expect(tried.filter(([, taken]) => taken === true).length).toBe(25);
    expect(new Set(tried.filter(([, taken]) => taken === true).map(([label]) => label)).size).toBe(25);
    expect(tried.filter(([, taken]) => taken !== true && taken !== 'CLAIMED')).toEqual([]);
  });

  test('a task is completed once, and not before a dependency that was added meanwhile', async () => {
    const { tasks, store, place } = await openShared(kind);
    await tasks.create({ title: 'late', label: 'late' });
    for (let number = 0; number < 30; number += 1) {
      await tasks.create({ title: 'x', label: `x${number}` });
      await tasks.update(`x${number}`, { status: 'submitted' });
    }
    const adding = start('depend', place, 'a');
    const completed = (await runAll('complete', place, ['b', 'c'])).flat() as [string, string][];
    expect(await adding.ended).toBe(0);
    const added = new Map(adding.said as [string, string][]);
    for (let number = 0; number < 30; number += 1) {
      const label = `x${number}`;
      const times = completed.filter(([each, what]) => each === label && what === 'completed').length;
      const { status } = await tasks.get(label);
      expect([label, times, status]).toEqual([
        label,
        ...(added.get(label) === 'added' ? [0, 'submitted'] : [1, 'done']),
      ]);
    }
    expect(await replayedTasks(store)).toEqual(await storedTasks(store));
  });

  test('workers that are killed at any instant leave every task done once, and the events tell all of it', async () => {
    const { tasks, store, clock, place } = await openShared(kind);
    clock.now = Date.now();
    const count = 20;
    for (let number = 0; number < count; number += 1) {
      const dependsOn = [number - 1, number - 4].filter(other => other >= 0 && (number * 7 + other) % 3 !== 0);
      await tasks.create({ title: 'x', label: `x${number}`, dependsOn: dependsOn.map(other => `x${other}`) });
    }
    const leader = start('lead', place, 'lead');
    const workers = [0, 1].map(number => start('work', place, `w${number}`));
    const all = [...workers];
    for (let kill = 0; kill < 5 && leader.child.exitCode === null; kill += 1) {
      const at = kill % 2;
      const victim = workers[at]!;
      // Not before it has begun, and then after a while of its own each time.
      while (victim.said.length === 0 && victim.child.exitCode === null && leader.child.exitCode === null)
        await sleep(5);
      await sleep(kill * 17);
      victim.child.kill('SIGKILL');
      await victim.ended;
      workers[at] = start('work', place, `w${at}-${kill}`);
      all.push(workers[at]);
    }
    expect(await leader.ended).toBe(0);
    for (const { ended } of workers) expect(await ended).toBe(0);

    const events = await store.events.since(0);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const done = events.filter(({ data }) => data.to === 'done').map(({ data }) => data.label);
    expect(done.length).toBe(count);
    expect(new Set(done).size).toBe(count);
    expect(await replayedTasks(store)).toEqual(await storedTasks(store));
    // What a worker was told is submitted was so, by it alone.
    const submitted = all.flatMap(({ said }) => said as [string, number][]).map(each => each.join(' '));
    const stored = events.filter(({ data }) => data.to === 'submitted');
    expect(new Set(submitted).size).toBe(submitted.length);
    expect(stored.length).toBeGreaterThanOrEqual(submitted.length);
  });
});
