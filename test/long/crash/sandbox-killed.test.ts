import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { leftoversOf, processesOf } from '../../support/left-behind.ts';
import { programPath } from '../../support/program-path.ts';
import { USERS } from '../../support/suite.ts';

const IS_ROOT = process.getuid?.() === 0;
const KILLS = 10;
const MIB = 1024 * 1024;
const LIMITS = {
  time: 60_000,
  cpu: 60,
  memory: 256 * MIB,
  processes: 64,
  fileSize: 64 * MIB,
  disk: 64 * MIB,
  files: 256,
};
const COMMANDS = [
  'true',
  'mkdir -p a/b; echo x > a/b/c; sleep 0.05',
  "trap '' TERM; (setsid sleep 1000 &); sleep 0.2",
  'setsid sleep 1000 & sleep 0.1',
  'for n in $(seq 200); do mkdir -p d$n/e; done',
  'sleep 1000',
];

it.each(USERS)(
  'after a process was killed nothing of it runs or is mounted, and the next one removes what lies about (user %i)',
  async uid => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-killed-'));
    onTestFinished(() => removeTree(folder));
    const root = join(folder, 'ws');
    mkdirSync(root);
    if (IS_ROOT) for (const path of [folder, root]) chownSync(path, uid, uid);
    chmodSync(folder, 0o755);
    const pids: number[] = [];
    const start = (commands: readonly string[], index: number) => {
      const child = spawn(process.execPath, [programPath('sandbox-child')], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder },
      });
      const state = join(folder, `state-${index}`);
      mkdirSync(state);
      if (IS_ROOT) chownSync(state, uid, uid);
      const order = {
        folder: state,
        place: folder,
        root,
        limits: LIMITS,
        overlay: index % 3 !== 0,
        env: { OUT: folder },
      };
      child.stdin.end(JSON.stringify({ ...(IS_ROOT ? { uid } : {}), ...order, commands, hosts: ['example.com'] }));
      if (child.pid !== undefined) pids.push(child.pid);
      return child;
    };
    for (let index = 0; index < KILLS; index++) {
      const child = start(COMMANDS, index);
      const exited = once(child, 'exit');
      await sleep(200 + Math.random() * 1200);
      child.kill('SIGKILL');
      await exited;
      await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: 120_000 });
    }
    await once(start([], KILLS), 'exit');
    expect(processesOf(folder)).toEqual([]);
    expect(readdirSync(join(folder, 'sandbox', 'running'))).toEqual([]);
    expect(leftoversOf(pids)).toEqual([]);
  },
);
