import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../system/remove-tree.ts';
import type { SandboxJob } from '../port.ts';
import { openPlainFolder } from './folder.ts';
import { listFromProc } from './list-processes.ts';
import { type ProcessWatch, runPlainJob } from './run-plain-job.ts';

const LIMITS = {
  time: 50_000,
  cpu: 50,
  processes: 100,
  files: 256,
  memory: 2 ** 30,
  fileSize: 2 ** 26,
  disk: 2 ** 30,
};

/** Processes as `ps` would tell them where there is no `/proc`: no sessions, and no marks. */
const AS_PS: ProcessWatch = {
  list: async () => (await listFromProc()).map(each => ({ ...each, session: undefined })),
  pause: 200,
  proc: false,
};

async function run(command: string, limits: Partial<typeof LIMITS> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-plain-')));
  onTestFinished(() => removeTree(root));
  let output = '';
  const job: SandboxJob = {
    argv: ['bash', '-c', command],
    root,
    cwd: root,
    view: { kind: 'real' },
    hidden: [],
    env: {},
    limits: { ...LIMITS, ...limits },
    onOutput: chunk => {
      output += chunk.toString();
    },
  };
  const folder = openPlainFolder({ env: process.env }, job);
  onTestFinished(folder.remove);
  const ended = await runPlainJob(job, folder, { looking: AS_PS });
  return { ...ended, output };
}

const uniqueSleep = (): string => `${100_000 + Math.floor(Math.random() * 900_000)}.${process.pid}`;

const isRunning = (mark: string): boolean =>
  readdirSync('/proc').some(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(mark);
    } catch {
      return false;
    }
  });

it.each([
  ['what runs in the background', 'sleep N & echo hi'],
  ['what has gone to another session and was seen before', 'setsid sleep N & sleep 2; echo hi'],
])('where little is told of processes, %s is dead in the end all the same', async (_, command) => {
  const mark = uniqueSleep();
  expect(await run(command.replace('N', mark))).toMatchObject({ code: 0, output: 'hi\n' });
  expect(isRunning(mark)).toBe(false);
});

it.each([
  ['time', { time: 2000 }, 'sleep N'],
  ['processes', { processes: 5 }, 'for i in $(seq 20); do sleep N & done; wait'],
] as const)('where little is told of processes, the limit holds: %s', async (stopped, limits, command) => {
  const mark = uniqueSleep();
  expect(await run(command.replace('N', mark), limits)).toMatchObject({ stopped });
  expect(isRunning(mark)).toBe(false);
});
