import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { idOf, sampleApproval, sampleBlob } from '../conformance/samples.ts';
import { openStore } from '../open-store.ts';
import type { ClaimRow, Store } from '../port.ts';
import { Connection } from './connection.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (): Promise<Store> => openStore({ kind: 'sqlite', file });

function start(job: string, name = ''): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'processes.child.ts'), job, file, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What the processes said, each in its order. */
async function runAll(job: string, count: number): Promise<unknown[][]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const child = start(job, `p${index}`);
      const said: unknown[] = [];
      createInterface(child.stdout!).on('line', line => said.push(JSON.parse(line)));
      const [code] = await once(child, 'close');
      expect(code).toBe(0);
      return said;
    }),
  );
}

test('1,200 read-then-write transactions of four processes lose nothing', async () => {
  await (await open()).close();
  await runAll('count', 4);
  const store = await open();
  expect(await store.state.get('count')).toBe(1200);
  await store.close();
});

test('six processes that start at once make one store', async () => {
  await runAll('start', 6);
  const store = await open();
  expect(await store.state.keys('p')).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
  await store.close();
});

test('event numbers are unique, and one who follows the stream misses none', async () => {
  const store = await open();
  const seen: number[] = [];
  let running = true;
  const follow = async () => {
    for (let more = true; more; ) {
      more = running;
      const page = await store.events.since(seen.at(-1) ?? 0, { limit: 7 });
      seen.push(...page.map(event => event.seq));
      if (page.length > 0) more = true;
      await new Promise(resolve => setImmediate(resolve));
    }
  };
  const following = follow();
  const given = await runAll('append', 4);
  running = false;
  await following;
  expect(given.flat(2).length).toBe(4 * 250);
  expect(new Set(given.flat(2)).size).toBe(4 * 250);
  for (const own of given) expect(own.flat()).toEqual((own.flat() as number[]).toSorted((a, b) => a - b));
  expect(seen).toEqual(Array.from({ length: 4 * 250 }, (_, index) => index + 1));
  await store.close();
});

test('claims of four processes never meet, and no number comes twice', async () => {
  await (await open()).close();
  mkdirSync(`${file}.marks`);
  const said = (await runAll('claim', 4)).flat() as (ClaimRow & { met: string[][] })[];
  expect(said.length).toBeGreaterThan(0);
  expect(said.flatMap(claim => claim.met)).toEqual([]);
  const owners = new Map<number, string>();
  for (const { token, owner, resource } of said) {
    expect(owners.get(token) ?? `${owner} ${resource}`).toBe(`${owner} ${resource}`);
    owners.set(token, `${owner} ${resource}`);
  }
});

test('a grant is used by one process and an approval settled by one', async () => {
  const store = await open();
  for (let number = 0; number < 60; number += 1) {
    await store.approvals.grant(`key ${number}`, idOf(number), 1000);
    await store.approvals.insert(sampleApproval(number));
  }
  const used = (await runAll('use-grants', 3)).flat().filter(id => id !== null);
  expect(used.toSorted()).toEqual(Array.from({ length: 60 }, (_, number) => idOf(number)));
  expect((await runAll('settle', 3)).flat().filter(Boolean).length).toBe(60);
  await store.close();
});

test('after kill -9 everything durable is there', async () => {
  for (const after of [3, 17, 40]) {
    const child = start('write-for-ever');
    let last = 0;
    for await (const line of createInterface(child.stdout!)) {
      last = JSON.parse(line);
      if (last === after) child.kill('SIGKILL');
    }
    const store = await open();
    for (let number = 1; number <= last; number += 1) {
      expect(await store.calls.get(idOf(number))).toBeDefined();
      const [change] = await store.journal.changes(idOf(number));
      const image = sampleBlob(`${number} `.repeat(500));
      expect(change?.before?.sha).toBe(image.sha);
      expect(new Uint8Array((await store.journal.blob(image.sha))!)).toEqual(image.bytes);
    }
    expect(await store.events.last()).toBeGreaterThanOrEqual(last);
    await store.close();
    const connection = new Connection(file);
    expect(connection.all({ sql: 'pragma integrity_check', params: [] })).toEqual([{ integrity_check: 'ok' }]);
    connection.close();
    rmSync(file);
  }
});

test('what is waiting is written when the process exits', async () => {
  await runAll('exit', 1);
  const store = await open();
  expect((await store.calls.list({})).length).toBe(1500);
  expect(await store.events.last()).toBe(1);
  expect(await store.state.get('k')).toBe('v');
  await store.close();
});

test('opening a store says nothing to people', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'processes.child.ts'), 'start', file, 'p']);
  let said = '';
  for await (const chunk of child.stderr) said += chunk;
  expect(said).toBe('');
  const store = await open();
  expect(await store.state.get('p')).toBe(true);
  await store.close();
});

test('a folder that cannot be written is named, and nothing is made in it', async () => {
  chmodSync(folder, 0o555);
  const [[said]] = (await runAll('unprivileged', 1)) as [[{ code: string; message: string; suggestion: string }]];
  expect(said.code).toBe('PERMISSION_DENIED');
  expect(said.message).toContain(file);
  expect(said.suggestion).toContain('writable');
  expect(existsSync(file)).toBe(false);
  chmodSync(folder, 0o700);
});
