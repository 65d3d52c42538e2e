import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import {
  commitChanges,
  fileNode,
  MAX_IMAGE,
  makeStagedChange,
  moveChanges,
  openGround,
  snapshot,
} from '../../../test/support/workspace/ground.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import type { StagedChange } from '../change/staging.ts';
import { claimOwner } from '../claims/claims.ts';
import { keptNameOf } from '../commit/kept-aside.ts';
import { shaOf } from '../disk/disk.ts';
import { recover } from './recover.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore({ kind: 'memory' });
});
const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  await store.close();
});

/** A folder in memory where there is such a place: hundreds of crashes need no real disk. */
const base = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();

const big = (letter: string) => letter.repeat(MAX_IMAGE + 1);

function fill(folder: string): void {
  const put = (name: string, content: string, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
    fs.chmodSync(path.join(folder, name), mode);
  };
  put('a.txt', 'a\n', 0o640);
  put('b.txt', 'b\n', 0o755);
  put('d/x', 'x\n');
  put('d/e/y', 'y\n');
  put('p', 'p\n');
  fs.symlinkSync('a.txt', path.join(folder, 'link'));
}

/** Changes that each scenario stages; the folder was filled as above. */
const scenarios: Record<string, (folder: string) => StagedChange[]> = {
  create: f => [makeStagedChange(f, 'new.txt', fileNode('new\n'))],
  write: f => [makeStagedChange(f, 'a.txt', fileNode('A\n', 0o640))],
  delete: f => [makeStagedChange(f, 'a.txt', undefined)],
  move: f => moveChanges(f, 'a.txt', 'd/moved.txt'),
  'move over a file': f => moveChanges(f, 'a.txt', 'b.txt'),
  'swap of two files': f => [
    makeStagedChange(f, 'a.txt', { kind: 'moved', from: 'b.txt', mode: 0o755, size: 2 }, { movedFrom: 'b.txt' }),
    makeStagedChange(f, 'b.txt', { kind: 'moved', from: 'a.txt', mode: 0o640, size: 2 }, { movedFrom: 'a.txt' }),
  ],
  mkdir: f => [
    makeStagedChange(f, 'n', { kind: 'directory', mode: 0o750 }),
    makeStagedChange(f, 'n/m', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(f, 'n/m/z', fileNode('z\n')),
  ],
  'move into a new folder': f => [
    makeStagedChange(f, 'n', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(f, 'n/m', { kind: 'directory', mode: 0o750 }),
    makeStagedChange(f, 'n/link', { kind: 'symlink', target: 'm/y' }),
    ...moveChanges(f, 'd/e/y', 'n/m/y'),
    makeStagedChange(f, 'd/e', undefined),
    makeStagedChange(f, 'a.txt', fileNode('A\n', 0o640)),
  ],
  'delete of a tree': f => [
    makeStagedChange(f, 'd/e/y', undefined),
    makeStagedChange(f, 'd/x', undefined),
    makeStagedChange(f, 'd/e', undefined),
    makeStagedChange(f, 'd', undefined),
  ],
  'many files': f => [
    makeStagedChange(f, 'a.txt', fileNode('A\n', 0o640)),
    makeStagedChange(f, 'b.txt', undefined),
    makeStagedChange(f, 'c.txt', fileNode('c\n', 0o600)),
    makeStagedChange(f, 'd/x', fileNode('X\n')),
    makeStagedChange(f, 'd/e/y', fileNode('y\n', 0o700)),
    makeStagedChange(f, 'link', { kind: 'symlink', target: 'b.txt' }),
    makeStagedChange(f, 'second', { kind: 'symlink', target: 'd' }),
  ],
  'folder to file and file to folder': f => [
    makeStagedChange(f, 'd/e/y', undefined),
    makeStagedChange(f, 'd/x', undefined),
    makeStagedChange(f, 'd/e', undefined),
    makeStagedChange(f, 'd', fileNode('file now\n')),
    makeStagedChange(f, 'p', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(f, 'p/q', { kind: 'moved', from: 'p', mode: 0o644, size: 2 }, { movedFrom: 'p' }),
    makeStagedChange(f, 'p/r', fileNode('r\n')),
  ],
};

/** Files without an image, with the same size before and after: only their names and inodes tell. */
const large: Record<string, (folder: string) => StagedChange[]> = {
  'large write of the same mode': f => [
    makeStagedChange(f, 'a.txt', fileNode(big('z'), 0o640)),
    makeStagedChange(f, 'b.txt', fileNode('B\n', 0o755)),
  ],
  'large write': f => [
    makeStagedChange(f, 'a.txt', fileNode(big('z'))),
    makeStagedChange(f, 'b.txt', fileNode('B\n', 0o755)),
  ],
  'large delete': f => [makeStagedChange(f, 'a.txt', undefined), makeStagedChange(f, 'b.txt', undefined)],
  'large move': f => [...moveChanges(f, 'a.txt', 'd/moved.txt'), makeStagedChange(f, 'b.txt', fileNode('B\n', 0o755))],
};

interface Crashed {
  readonly folder: string;
  readonly processID: string;
  readonly before: Record<string, string>;
  readonly reached: boolean;
}

/** Lets a commit run up to its nth step and then never goes on, as a killed process would not. */
async function crashAt(n: number, stage: (folder: string) => StagedChange[], isLarge: boolean): Promise<Crashed> {
  const folder = fs.mkdtempSync(path.join(base, 'toolgate-crash-'));
  made.push(folder);
  fill(folder);
  if (isLarge) fs.writeFileSync(path.join(folder, 'a.txt'), big('y'));
  const before = snapshot(folder);
  let steps = 0;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'stopped'>();
  const ground = await openGround({
    folder,
    store,
    dead: true,
    step: async () => {
      if (steps++ < n) return;
      stop('stopped');
      await new Promise(() => {});
    },
  });
  const reached = (await Promise.race([commitChanges(ground, stage(folder)), stopped])) === 'stopped';
  return { folder, processID: ground.processID, before, reached };
}

async function wholeRun(stage: (folder: string) => StagedChange[], isLarge: boolean): Promise<Record<string, string>> {
  const { folder, reached } = await crashAt(1_000_000, stage, isLarge);
  expect(reached).toBe(false);
  return snapshot(folder);
}

/** Expects that after recovery the set is there as a whole or not at all, and the journal says which. */
async function expectWhole({ folder, processID, before }: Crashed, after: Record<string, string>): Promise<string> {
  const now = snapshot(folder);
  const [set] = await store.journal.sets({ processID });
  expect(['committed', 'rolled_back']).toContain(set!.status);
  expect(now).toEqual(set!.status === 'committed' ? after : before);
  return set!.status;
}

/** Of the steps of a commit, times those of its recovery, some are tried; in the long suite more. */
const STRIDE = runs(1) > 1 ? 3 : 9;

describe.each(Object.entries({ ...scenarios, ...large }))('a crash during %s', (name, stage) => {
  const isLarge = name in large;
  test('a crash of a commit leaves all or nothing, at every step', async () => {
    const after = await wholeRun(stage, isLarge);
    const ends = new Set<string>();
    for (let n = 0; ; n++) {
      const crashed = await crashAt(n, stage, isLarge);
      if (!crashed.reached) break;
      const ground = await openGround({ folder: crashed.folder, store });
      await recover(ground);
      ends.add(await expectWhole(crashed, after));
      await ground.dispose();
    }
    expect([...ends].sort()).toEqual(['committed', 'rolled_back']);
  });

  test('a crash of a commit is recovered also when the recovery crashes', async () => {
    const after = await wholeRun(stage, isLarge);
    for (let n = 0; ; n += STRIDE) {
      for (let m = n % 3; ; m += STRIDE) {
        const crashed = await crashAt(n, stage, isLarge);
        if (!crashed.reached) return;
        let steps = 0;
        const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
        const step = async () => {
          if (steps++ < m) return;
          stop();
          await new Promise(() => {});
        };
        const first = await openGround({ folder: crashed.folder, store, dead: true, step });
        await Promise.race([recover(first), stopped]);
        const second = await openGround({ folder: crashed.folder, store });
        await recover(second);
        await expectWhole(crashed, after);
        await second.dispose();
        if (steps <= m) break;
      }
    }
  });
});

test('what an earlier version had begun in a new folder, file by file, is taken back', async () => {
  const folder = fs.mkdtempSync(path.join(base, 'toolgate-crash-'));
  made.push(folder);
  fill(folder);
  const before = snapshot(folder);
  const dead = await openGround({ folder, store, dead: true });
  const { processID } = dead;
  const set = { id: 'set', callID: 'c', sessionID: 's', agent: 'a', turn: 1, processID, title: 't', at: 1 } as const;
  const change = { setID: 'set', added: 0, removed: 0 } as const;
  const after = { kind: 'file', size: 2, mode: 0o644, sha: shaOf(Buffer.from('z\n')) } as const;
  await store.journal.begin(
    { ...set, status: 'intent' },
    [
      { ...change, id: '0', ord: 0, path: 'n', operation: 'mkdir', after: { kind: 'directory', size: 0, mode: 0o755 } },
      { ...change, id: '1', ord: 1, path: 'n/y', operation: 'create', after, temp: '.toolgate-1.tmp' },
      { ...change, id: '2', ord: 2, path: 'n/z', operation: 'create', after, temp: '.toolgate-2.tmp' },
    ],
    [],
  );
  fs.mkdirSync(path.join(folder, 'n'));
  for (const name of ['.toolgate-1.tmp', '.toolgate-2.tmp', 'y']) fs.writeFileSync(path.join(folder, 'n', name), 'z\n');
  await dead.dispose();
  const ground = await openGround({ folder, store });
  expect((await recover(ground)).rolledBack).toEqual(['set']);
  expect(snapshot(folder)).toEqual(before);
  await ground.dispose();
});

test('two processes that recover at once do no harm', async () => {
  const stage = scenarios['many files']!;
  const after = await wholeRun(stage, false);
  for (let n = 0; ; n += 3) {
    const crashed = await crashAt(n, stage, false);
    const [set] = await store.journal.sets({ processID: crashed.processID });
    if (set?.status !== 'intent') break;
    const grounds = await Promise.all([1, 2, 3].map(() => openGround({ folder: crashed.folder, store })));
    const results = await Promise.all(grounds.map(ground => recover(ground)));
    expect(results.flatMap(({ completed, rolledBack }) => [...completed, ...rolledBack])).toHaveLength(1);
    await expectWhole(crashed, after);
    for (const ground of grounds) await ground.dispose();
  }
});

test('recovery keeps what a person changed after the crash is kept and reported', async () => {
  for (let n = 0; ; n++) {
    const crashed = await crashAt(n, scenarios['many files']!, false);
    const [set] = await store.journal.sets({ processID: crashed.processID });
    if (set?.status !== 'intent') break;
    fs.writeFileSync(path.join(crashed.folder, 'd/x'), 'by hand\n');
    const ground = await openGround({ folder: crashed.folder, store });
    const { kept } = await recover(ground);
    expect(kept).toEqual(['d/x']);
    expect(fs.readFileSync(path.join(crashed.folder, 'd/x'), 'utf8')).toBe('by hand\n');
    expect(Object.keys(snapshot(crashed.folder)).filter(name => name.includes('.toolgate'))).toEqual([]);
    await ground.dispose();
  }
});

test('recovery leaves alone what belongs to a living process', async () => {
  const crashed = await crashAt(3, scenarios['many files']!, false);
  const owner = claimOwner(crashed.processID, 'agent');
  await store.claims.take(['claimed'], { owner, agent: 'agent', now: Date.now(), ttl: 60_000 });
  const { currentProcess } = await import('../../system/process-identity.ts');
  await store.processes.register(currentProcess(crashed.processID));
  const now = snapshot(crashed.folder);
  const ground = await openGround({ folder: crashed.folder, store });
  expect(await recover(ground)).toEqual({ completed: [], rolledBack: [], kept: [] });
  expect(snapshot(crashed.folder)).toEqual(now);
  expect((await store.claims.list(Date.now())).map(claim => claim.owner)).toContain(owner);

  await store.processes.register({ ...currentProcess(crashed.processID), boot: 'an earlier one' });
  expect((await recover(ground)).rolledBack).toHaveLength(1);
  expect((await store.claims.list(Date.now())).map(claim => claim.owner)).not.toContain(owner);
  await ground.dispose();
});

test('names that a power cut brings back go at the first start after it, also those of a process that had ended', async () => {
  const folder = fs.mkdtempSync(path.join(base, 'toolgate-crash-'));
  made.push(folder);
  fill(folder);
  const before = await openGround({ folder, store });
  await recover(before);
  const committed = await commitChanges(before, scenarios['many files']!(folder));
  await before.dispose();
  await store.processes.remove(before.processID);
  const now = snapshot(folder);
  const back = (await store.journal.changes(committed!.id)).flatMap(({ path: at, temp }) =>
    temp === undefined ? [] : [temp, keptNameOf(temp)].map(name => path.join(folder, path.dirname(at), name)),
  );
  for (const name of back) fs.writeFileSync(name, 'old');
  await store.state.set('journal.boot', 'an earlier one');

  const after = await openGround({ folder, store });
  await recover(after);
  await after.dispose();
  expect(back.length).toBeGreaterThan(5);
  expect(snapshot(folder)).toEqual(now);
});
