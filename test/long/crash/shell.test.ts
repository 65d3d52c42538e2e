import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createToolgate } from '../../../src/index.ts';
import type { CallRow } from '../../../src/store/port.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { leftoversOf, namesIn, processesOf } from '../../support/left-behind.ts';
import { programPath } from '../../support/program-path.ts';

const KILLS = Number(process.env.TOOLGATE_SHELL_KILLS ?? 8);
const LOOP = programPath('shell-loop');

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Starts the loop and kills it at a random instant after its first command has begun. */
async function killOnce(root: string, store: string): Promise<{ pid: number; said: string }> {
  const child = spawn(process.execPath, [LOOP, root, store], { stdio: ['ignore', 'pipe', 'inherit'] });
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
  return { pid: child.pid ?? 0, said };
}

/** The commands that are run here have no label. */
const isTheirs = ({ tool, label }: CallRow): boolean => tool !== 'bash' || label !== undefined;

/** What the ledger says of the last call is what the files show. */
function expectTold(last: CallRow | undefined, text: string | undefined): void {
  if (last?.tool !== 'bash') return;
  if (last.ok) expect(text).toBe(`${last.label}\n`);
  else expect(['OUTCOME_UNKNOWN', 'ABORTED']).toContain(last.error?.code);
  if (last.error?.code === 'ABORTED') expect(text).not.toBe(`${last.label}\n`);
}

it(`after ${KILLS} kills in the middle of commands nothing runs or is mounted, every file is whole, no call is lost`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-shell-crash-'));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, 'workspace');
  const state = join(folder, 'state');
  const store = join(state, 'toolgate.db');
  mkdirSync(root);
  const pids: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const { pid, said } = await killOnce(root, store);
    pids.push(pid);
    await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: 120_000 });
    const gate = await createToolgate({ workspace: root, store, policy: 'privileged', approver: () => 'allow_once' });
    try {
      const texts = ['a.txt', 'b.txt', 'c.txt'].map(name => read(join(root, name)));
      expect(new Set(texts).size, `kill ${kill}: ${texts.join()}`).toBe(1);
      for (const name of readdirSync(root).filter(one => one.startsWith('big-'))) {
        expect(read(join(root, name))?.endsWith('\n2000\n')).toBe(true);
      }
      expect(readdirSync(root).filter(name => name.startsWith('.toolgate'))).toEqual([]);
      const calls = await gate.store.calls.list({ limit: 1000 });
      expect(calls.filter(({ status }) => status !== 'settled')).toEqual([]);
      const done = new Set(calls.filter(({ ok }) => ok).map(({ label }) => label));
      for (const [, id] of said.matchAll(/^end (\S+)$/gm)) expect(done).toContain(id);
      expectTold(calls.find(isTheirs), texts[0]);
      expect(namesIn(join(state, 'jobs'))).toEqual([]);
      const outcome = await gate.execute({ name: 'bash', args: { command: 'true' } });
      expect(outcome.ok).toBe(true);
    } finally {
      await gate.close();
    }
    const running = namesIn(join(state, 'sandbox', 'running'));
    expect(running.filter(name => !name.startsWith(`${process.pid}-`))).toEqual([]);
    expect(leftoversOf(pids)).toEqual([]);
  }
});
