import { execFile, execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Operation, Ran, RunOptions } from './run-operations.ts';
import { snapshot } from './test-ground.ts';
import { openTestWorkspace, utf8 } from './test-workspace.ts';

const child = path.join(import.meta.dirname, 'test-child.ts');
let base: string;
let root: string;
beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'toolgate-fail-'));
  root = path.join(base, 'root');
  fs.mkdirSync(root);
});
afterEach(() => {
  fs.rmSync(base, { recursive: true, force: true });
});

interface ChildOptions extends Partial<RunOptions> {
  readonly killAt?: number;
  readonly uid?: number;
}

function runChild({ uid, ...options }: ChildOptions): { signal: string | null; ran?: Ran } {
  const store = path.join(base, 'state', 'store.db');
  const args = [child, JSON.stringify({ root, store, calls: [], ...options })];
  const { signal, stdout, stderr, status } = spawnSync(process.execPath, args, {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { PATH: process.env.PATH, HOME: base },
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(stderr);
  return { signal, ...(stdout ? { ran: JSON.parse(stdout) as Ran } : {}) };
}

const write = (at: string, content: string): Operation => ({ op: 'write', path: at, content });
const leftovers = () => Object.keys(snapshot(root)).filter(name => name.includes('.toolgate'));

describe('a process killed in the middle', () => {
  const calls: Operation[][] = [
    [write('a', 'one\n'), write('d/b', 'one\n')],
    [{ op: 'edit', path: 'a', from: 'one', to: 'two' }, { op: 'move', path: 'd/b', to: 'e/c' }, write('f', 'f\n')],
    [{ op: 'delete', path: 'e' }, write('a', 'three\n')],
    [{ op: 'undoTurn' }],
    [{ op: 'redo' }],
  ];
  test('leaves a state between two calls, and the next start knows which', () => {
    const states = calls.map((_, index) => {
      const whole = fs.mkdtempSync(path.join(base, 'whole-'));
      runChild({ root: whole, store: path.join(whole, '..', `whole-${index}.db`), calls: calls.slice(0, index + 1) });
      return snapshot(whole);
    });
    states.unshift({});
    let reached = 0;
    for (let killAt = 0; ; killAt += 11) {
      fs.rmSync(root, { recursive: true });
      fs.mkdirSync(root);
      fs.rmSync(path.join(base, 'state'), { recursive: true, force: true });
      if (runChild({ calls, killAt }).signal !== 'SIGKILL') break;
      reached++;
      const { ran } = runChild({});
      expect(states).toContainEqual(snapshot(root));
      expect(ran!.recovered.kept).toEqual([]);
      // Whatever was done can still be taken back.
      const undone = runChild({ calls: calls.map(() => [{ op: 'undoTurn' }]) });
      expect(undone.ran!.results.at(-1)).toMatchObject({ ok: false, code: 'UNDO_CONFLICT' });
      expect(snapshot(root)).toEqual({});
    }
    expect(reached).toBeGreaterThan(5);
  });
});

test('edits of one file by several processes at once all come through', async () => {
  fs.writeFileSync(path.join(root, 'a'), 'end\n');
  const store = path.join(base, 'state', 'store.db');
  runChild({});
  const ends = ['x', 'y', 'z'].map(async name => {
    const calls = Array.from({ length: 25 }, (_, n): Operation[] => [
      { op: 'edit', path: 'a', from: 'end\n', to: `${name} ${n}\nend\n` },
    ]);
    const args = [child, JSON.stringify({ root, store, calls })];
    const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'utf8' });
    return (JSON.parse(stdout) as Ran).results;
  });
  const results = (await Promise.all(ends)).flat();
  const lines = fs.readFileSync(path.join(root, 'a'), 'utf8').split('\n');
  expect(results.filter(result => !result.ok)).toEqual([]);
  expect(new Set(lines).size).toBe(3 * 25 + 2);
});

const isRoot = process.getuid?.() === 0;

describe('a full disk', () => {
  const mounted = () => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,nr_inodes=64', 'tmpfs', root], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  test.runIf(isRoot)('leaves every file as it was, says so, and undo still works', async context => {
    if (!mounted()) context.skip();
    try {
      const ws = await openTestWorkspace({ folder: root });
      ws.put('a', 'a\n');
      ws.put('b', 'b\n');
      await ws.call(files => files.write('a', utf8('A\n')));
      const before = snapshot(root);
      const full = ws.call(async files => {
        await files.write('b', utf8('B\n'));
        await files.write('small', utf8('x'.repeat(100_000)));
        await files.write('large', utf8('x'.repeat(200_000)));
        await files.delete('a');
      });
      await expect(full).rejects.toMatchObject({
        code: 'EXECUTION_ERROR',
        message: expect.stringMatching(/^(small|large) could not be written: the disk is full. Nothing was changed.$/),
      });
      expect(snapshot(root)).toEqual(before);

      // No room for anything, not even for a folder: what replaces and deletes needs none to be taken back.
      let at = 0;
      try {
        for (; ; at++) fs.writeFileSync(path.join(root, `fill${at}`), '');
      } catch {
        // Every inode is taken.
      }
      const packed = snapshot(root);
      const none = ws.call(async files => {
        await files.delete('b');
        await files.write('a', utf8('again\n'));
      });
      await expect(none).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message: expect.stringContaining('full') });
      expect(snapshot(root)).toEqual(packed);
      for (; at > 0; at--) fs.rmSync(path.join(root, `fill${at - 1}`));
      await ws.call((_, history) => history.undoFile('a'));
      expect(ws.read('a')).toBe('a\n');
      await ws.dispose();
      await ws.store.close();
    } finally {
      execFileSync('umount', ['-l', root]);
    }
  });
});

describe('a read-only folder', () => {
  test.runIf(isRoot)('in the middle of a set stops all of it, with a clear word', () => {
    for (const name of ['a', 'open/b', 'shut/c', 'z']) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), `${name}\n`);
    }
    execFileSync('chown', ['-R', '65534:65534', base]);
    execFileSync('chmod', ['0755', base]);
    runChild({ uid: 65534, calls: [[write('a', 'A\n')]] });
    fs.chmodSync(path.join(root, 'shut'), 0o555);
    const before = snapshot(root);
    const sets: Operation[][] = [
      [write('a', 'again\n'), write('shut/c', 'C\n'), write('z', 'Z\n')],
      [write('open/b', 'B\n'), { op: 'delete', path: 'shut/c' }],
      [{ op: 'move', path: 'shut/c', to: 'open/c' }, write('new/n', 'n\n')],
      [{ op: 'move', path: 'a', to: 'shut/a' }],
      [{ op: 'delete', path: 'shut' }, write('z', 'Z\n')],
      [write('shut/deep/new', 'n\n')],
    ];
    const { ran } = runChild({ uid: 65534, calls: sets });
    for (const result of ran!.results) {
      expect(result).toMatchObject({ ok: false, code: 'PERMISSION_DENIED' });
      expect(result.message).toMatch(/^shut\S* could not be written: .*Nothing was changed/);
    }
    expect(snapshot(root)).toEqual(before);
    expect(leftovers()).toEqual([]);
    expect(runChild({ uid: 65534, calls: [[{ op: 'undoFile', path: 'a' }]] }).ran!.results).toEqual([{ ok: true }]);
    expect(fs.readFileSync(path.join(root, 'a'), 'utf8')).toBe('a\n');
  });

  test.runIf(isRoot)('root keeps the owner of what it replaces', () => {
    fs.writeFileSync(path.join(root, 'a'), 'a\n');
    fs.chownSync(path.join(root, 'a'), 65534, 65534);
    fs.chmodSync(path.join(root, 'a'), 0o4750);
    runChild({ calls: [[write('a', 'A\n')]] });
    const { uid, gid, mode } = fs.statSync(path.join(root, 'a'));
    expect([uid, gid, mode & 0o7777]).toEqual([65534, 65534, 0o4750]);
  });
});
