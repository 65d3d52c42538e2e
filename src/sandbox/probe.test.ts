import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../system/remove-tree.ts';
import { createSandbox } from './create-sandbox.ts';
import { RUNNING } from './sweep-left.ts';

it('the probe runs nothing that lies in a folder of PATH which others may fill', async () => {
  // Programs in the temp folder are covered by the job's own.
  const folder = mkdtempSync('/var/tmp/toolgate-probe-');
  onTestFinished(() => removeTree(folder));
  const bin = join(folder, 'workspace', 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['bash', 'test', 'grep', 'rm']) {
    writeFileSync(join(bin, name), '#!/bin/sh\necho taken from the workspace\n');
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { findings, proved } = await createSandbox({ env, folder: join(folder, 'state') });
  expect(findings[0]?.says).not.toContain('taken from the workspace');
  expect(proved).toBe(true);
  // It was tried here, and is not known from before.
  expect(existsSync(join(folder, 'state', RUNNING))).toBe(true);
});

it('a sandbox is tried once in a process for all state folders on one file system', async () => {
  const folder = mkdtempSync('/var/tmp/toolgate-probe-');
  onTestFinished(() => removeTree(folder));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const opened = await createSandbox({ env: process.env, folder: first });
  const { run, rest, ...again } = await createSandbox({ env: process.env, folder: second });
  expect(opened).toMatchObject(again);
  expect(existsSync(join(second, RUNNING))).toBe(false);
});
