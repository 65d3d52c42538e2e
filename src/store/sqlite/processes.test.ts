import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programPath } from '../../../test/support/program-path.ts';
import { runChildren } from '../../../test/support/run-store-processes.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../port.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (): Promise<Store> => openStore({ kind: 'sqlite', file });

test('what is waiting is written when the process exits', async () => {
  await runChildren('exit', { kind: 'sqlite', file }, { count: 1 });
  const store = await open();
  expect((await store.calls.list({})).length).toBe(1500);
  expect(await store.events.last()).toBe(2);
  expect(await store.state.get('k')).toBe('v');
  await store.close();
});

test('opening a store says nothing to people', async () => {
  const child = programPath('store-process');
  const { stderr } = spawn(process.execPath, [child, 'start', JSON.stringify({ kind: 'sqlite', file }), 'p']);
  let said = '';
  for await (const chunk of stderr) said += chunk;
  expect(said).toBe('');
  const store = await open();
  expect(await store.state.get('p')).toBe(true);
  await store.close();
});

test('a folder that cannot be written is named, and nothing is made in it', async () => {
  chmodSync(folder, 0o555);
  const [[said]] = (await runChildren('unprivileged', { kind: 'sqlite', file }, { count: 1 })) as [
    [{ code: string; message: string; suggestion: string }],
  ];
  expect(said.code).toBe('PERMISSION_DENIED');
  expect(said.message).toContain(file);
  expect(said.suggestion).toContain('writable');
  expect(existsSync(file)).toBe(false);
  chmodSync(folder, 0o700);
});
