import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createToolgate } from '../src/index.ts';
import { removeTree } from '../src/store/remove-tree.ts';

const KILLS = Number(process.env.TOOLGATE_SHELL_KILLS ?? 8);
const LOOP = join(import.meta.dirname, 'children', 'shell-loop.ts');

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const isRunning = (mark: string): boolean =>
  readdirSync('/proc').some(pid => /^\d+$/.test(pid) && read(`/proc/${pid}/cmdline`)?.split('\0').includes(mark));

/** Starts the loop and kills it at a random instant after its first command has begun. */
async function killOnce(root: string, store: string, mark: string): Promise<string> {
  const child = spawn(process.execPath, [LOOP, root, store, mark], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const begun = new Promise<void>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('begin')) resolve();
    });
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  await begun;
  await sleep(Math.random() * 2500);
  child.kill('SIGKILL');
  await ended;
  return said;
}

it(`after ${KILLS} kills in the middle of commands every file is whole, nothing runs, nothing is mounted, no call is lost`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-shell-crash-'));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, 'workspace');
  const store = join(folder, 'state', 'toolgate.db');
  mkdirSync(root);
  const mark = String(1_000_000 + Math.floor(Math.random() * 1_000_000));
  for (let kill = 0; kill < KILLS; kill++) {
    const said = await killOnce(root, store, mark);
    while (isRunning(mark)) await sleep(20);
    const gate = await createToolgate({ workspace: root, store });
    const texts = ['a.txt', 'b.txt', 'c.txt'].map(name => read(join(root, name)));
    expect(new Set(texts).size, `kill ${kill}: ${texts.join()}`).toBe(1);
    for (const name of readdirSync(root).filter(one => one.startsWith('big-'))) {
      expect(read(join(root, name))?.endsWith('\n2000\n')).toBe(true);
    }
    expect(readdirSync(root).filter(name => name.startsWith('.toolgate'))).toEqual([]);
    const calls = await gate.store.calls.list({ tool: 'bash', limit: 1000 });
    const ids = [...said.matchAll(/^end (\S+)$/gm)].map(([, id]) => id);
    for (const id of ids) expect(JSON.stringify(calls)).toContain(id);
    expect(calls.filter(({ status }) => status !== 'settled')).toEqual([]);
    await gate.close();
    const jobs = join(folder, 'state', 'jobs');
    expect(existsSync(jobs) ? readdirSync(jobs) : []).toEqual([]);
  }
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(folder);
}, 600_000);
