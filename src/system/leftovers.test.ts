import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownPrefix, removeLeftovers } from './leftovers.ts';
import { markOf } from './process-identity.ts';
import { removeTree } from './remove-tree.ts';

it('what a process left goes once it is proved dead, also when its pid is another process by now', () => {
  const parent = mkdtempSync(join(tmpdir(), 'toolgate-leftovers-'));
  onTestFinished(() => removeTree(parent));
  const living = spawn('sleep', ['600']);
  onTestFinished(() => void living.kill());
  const { pid: dead } = spawnSync('true');
  const kept = [
    `${ownPrefix()}abc`,
    `${living.pid}-${markOf(living.pid!)}.abc`,
    `${living.pid}-0123456789abcdef`,
    'other',
  ];
  // A process of an earlier boot had the pid of one that lives now.
  const left = [`${living.pid}-00000000.abc`, `${process.pid}-00000000.abc`, `${dead}-00000000.abc`, `${dead}-abc`];
  for (const name of [...kept, ...left]) mkdirSync(join(parent, name, 'deep'), { recursive: true });
  removeLeftovers(parent);
  expect(readdirSync(parent).sort()).toEqual([...kept].sort());
});

it('only leftovers whose names begin as they should are looked at', () => {
  const parent = mkdtempSync(join(tmpdir(), 'toolgate-leftovers-'));
  onTestFinished(() => removeTree(parent));
  for (const name of [`tg-${process.pid}-00000000.abc`, `${process.pid}-00000000.abc`]) mkdirSync(join(parent, name));
  removeLeftovers(parent, 'tg-');
  expect(readdirSync(parent)).toEqual([`${process.pid}-00000000.abc`]);
});
