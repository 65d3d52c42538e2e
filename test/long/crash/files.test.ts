import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { programPath } from '../../support/program-path.ts';
import { snapshot } from '../../support/workspace/ground.ts';
import type { Operation, OperationsOptions, OperationsReport } from '../../support/workspace/run-operations.ts';

const child = programPath('file-operations');
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

interface ChildOptions extends Partial<OperationsOptions> {
  readonly killAt?: number;
  /** Whom root becomes before the first step. */
  readonly user?: number;
}

function runChild(options: ChildOptions): { signal: string | null; ran?: OperationsReport } {
  const store = path.join(base, 'state', 'store.db');
  const args = [child, JSON.stringify({ root, store, calls: [], ...options })];
  const { signal, stdout, stderr, status } = spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: base },
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(stderr);
  return { signal, ...(stdout ? { ran: JSON.parse(stdout) as OperationsReport } : {}) };
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
  test('a process killed in the middle leaves a state between two calls, and the next start knows which', () => {
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
      expect(undone.ran!.results.at(-1)).toMatchObject({ ok: false, code: 'ILLEGAL_TRANSITION' });
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
    return (JSON.parse(stdout) as OperationsReport).results;
  });
  const results = (await Promise.all(ends)).flat();
  const lines = fs.readFileSync(path.join(root, 'a'), 'utf8').split('\n');
  expect(results.filter(result => !result.ok)).toEqual([]);
  expect(new Set(lines).size).toBe(3 * 25 + 2);
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

test('a folder that was closed after the crash keeps nobody from starting; its set is finished once it is open', () => {
  for (const name of ['a', 'shut/b']) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), `${name}\n`);
  }
  fs.mkdirSync(path.join(base, 'state'));
  // Nothing is closed to root.
  if (isRoot) for (const name of ['', ...fs.readdirSync(base, { recursive: true, encoding: 'utf8' })]) own(name);
  const user = NOBODY;
  const before = snapshot(root);
  expect(runChild({ user, calls: [[write('a', 'A\n'), write('shut/b', 'B\n')]], killAt: 8 }).signal).toBe('SIGKILL');
  expect(leftovers()).not.toEqual([]);

  fs.chmodSync(path.join(root, 'shut'), 0o000);
  const closed = runChild({ user, calls: [[write('c', 'c\n')]] }).ran!;
  expect(closed).toMatchObject({ recovered: { completed: [], rolledBack: [] }, results: [{ ok: true }] });
  expect([...closed.recovered.kept].sort()).toEqual(['a', 'shut/b']);

  fs.chmodSync(path.join(root, 'shut'), 0o755);
  expect(runChild({ user }).ran!.recovered.rolledBack).toHaveLength(1);
  expect(snapshot(root)).toEqual({ ...before, c: 'file 644 c\n' });
});

const own = (name: string) => fs.lchownSync(path.join(base, name), NOBODY, NOBODY);

test('what is replaced keeps its owner, its group and its mode', () => {
  const file = path.join(root, 'a');
  fs.writeFileSync(file, 'a\n');
  // Only root may give a file away; others have at most several groups.
  if (isRoot) fs.chownSync(file, NOBODY, NOBODY);
  else fs.chownSync(file, process.getuid!(), process.getgroups!().at(-1)!);
  fs.chmodSync(file, 0o4750);
  const before = fs.statSync(file);
  runChild({ calls: [[write('a', 'A\n')]] });
  const { uid, gid, mode, ino } = fs.statSync(file);
  expect({ uid, gid, mode }).toEqual({ uid: before.uid, gid: before.gid, mode: before.mode });
  expect(ino).not.toBe(before.ino);
});
