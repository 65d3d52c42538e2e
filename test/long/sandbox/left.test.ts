import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createToolgate } from '../../../src/index.ts';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import type { JobLimits, Sandbox } from '../../../src/sandbox/port.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { descendants } from '../../../src/testing/child-processes.ts';
import { leftoversOf, namesIn, processesOf } from '../../support/left-behind.ts';
import { runs } from '../../support/suite.ts';

const MIB = 1024 * 1024;
const LIMITS: JobLimits = {
  time: 60_000,
  cpu: 60,
  memory: 256 * MIB,
  processes: 64,
  fileSize: 64 * MIB,
  disk: 64 * MIB,
  files: 256,
};
/** Limits for commands that never end by themselves. */
const SHORT = { time: 1000 };

/** A command that asks to be traced (0) and stops, while another takes hold of it (16). */
const TRACING = `perl -e '
  my $ptrace = qx(uname -m) =~ /x86_64/ ? 101 : 117;
  my $traced = fork;
  if (!$traced) { syscall $ptrace, 0, 0, 0, 0; kill STOP => $$; sleep 1000 }
  if (!fork) { syscall $ptrace, 16, $traced, 0, 0; sleep 1000 }'`;
const HEIRS = `perl -MPOSIX -e 'while (1) { exit if fork; POSIX::setsid() }'`;

interface Hostile {
  readonly name: string;
  readonly command: string;
  readonly limits?: Partial<JobLimits>;
}

const COMMANDS: readonly Hostile[] = [
  { name: 'forked twice', command: '( ( sleep 1000 & ) & )' },
  { name: 'in a session of their own', command: 'setsid nohup sleep 1000 & disown' },
  { name: 'stopped', command: 'sleep 1000 & kill -STOP $!' },
  { name: 'stopped with their shell', command: 'sleep 1000 & kill -STOP $! $$', limits: SHORT },
  { name: 'deaf to signals', command: "trap '' TERM INT HUP; while :; do sleep 0.1; done", limits: SHORT },
  {
    name: 'made when all are to end',
    command: "trap 'for n in 1 2 3 4; do setsid sleep 1000 & done' TERM; sleep 1000",
    limits: SHORT,
  },
  { name: 'holding the output', command: 'sleep 1000 & sleep 1000 >&6 &' },
  { name: 'tracing each other', command: TRACING },
  { name: 'each leaving an heir', command: HEIRS },
  { name: 'without number', command: 'f() { f | f & f; }; f', limits: SHORT },
  { name: 'writing without end', command: 'while :; do cat /dev/zero > big; done' },
];

const folder = mkdtempSync(join(tmpdir(), 'toolgate-left-'));
const root = join(folder, 'ws');
let sandbox: Sandbox;
let count = 0;

beforeAll(async () => {
  mkdirSync(root);
  sandbox = await createSandbox({ env: process.env, folder: join(folder, 'sandbox') });
});

afterAll(() => removeTree(folder));

async function run(command: string, limits: Partial<JobLimits> = {}, signal?: AbortSignal, onOutput = () => {}) {
  const layer = join(folder, `layer-${++count}`);
  mkdirSync(layer);
  const end = await sandbox.run({
    argv: ['bash', '-c', command],
    root,
    cwd: root,
    view: { kind: 'overlay', layers: { folder: layer, above: [] } },
    hidden: [],
    env: {},
    limits: { ...LIMITS, ...limits },
    ...(signal ? { signal } : {}),
    onOutput,
  });
  // What waits to start the next command is nothing of one that has ended by itself.
  if (!end.stopped) await sandbox.rest?.();
  return end;
}

describe('the moment a command has ended nothing of it is left: processes', () => {
  it.each(COMMANDS)('processes that a command leaves $name are dead', async ({ command, limits }) => {
    await run(command, limits);
    expect(processesOf(folder)).toEqual([]);
    expect(leftoversOf([process.pid])).toEqual([]);
  });
});

it('the moment a command has been stopped nothing of it is left, whenever that was', async () => {
  for (let time = 0; time < 60; time += 12 / runs(1)) {
    const stop = new AbortController();
    if (time === 0) stop.abort();
    else setTimeout(() => stop.abort(), time);
    const { stopped } = await run('(setsid sleep 1000 &); sleep 1000', {}, stop.signal);
    expect(stopped).toBe('aborted');
    expect(processesOf(folder)).toEqual([]);
  }
  expect(leftoversOf([process.pid])).toEqual([]);
});

it('what waits for the next command ends with the folder that it was made in', async () => {
  const place = join(folder, 'other');
  const other = await createSandbox({ env: process.env, folder: place });
  const layer = join(folder, 'other-layer');
  mkdirSync(layer);
  const job = { argv: ['true'], root, cwd: root, hidden: [], env: {}, limits: LIMITS, onOutput: () => undefined };
  const view = { kind: 'overlay', layers: { folder: layer, above: [] } } as const;
  await other.run({ ...job, view });
  removeTree(join(place, 'running'));
  await other.run({ ...job, view });
  await other.rest?.();
  // Sooner than it would end by itself.
  await expect.poll(() => processesOf(place)).toEqual([]);
});

it('the limit of time holds whichever processes somebody has stopped, those of the sandbox itself too', async () => {
  for (const stopAgain of [false, true]) {
    const stopAll = () => {
      for (const pid of descendants().keys()) {
        try {
          process.kill(pid, 'SIGSTOP');
        } catch {
          // It has ended meanwhile.
        }
      }
    };
    // Processes are stopped once, or again and again: then they never go on by themselves.
    let again: NodeJS.Timeout | undefined;
    onTestFinished(() => clearInterval(again));
    const { stopped } = await run('echo go; sleep 1000', { time: 2000 }, undefined, () => {
      stopAll();
      if (stopAgain) again = setInterval(stopAll, 20);
    });
    clearInterval(again);
    expect(stopped).toBe('time');
    await expect.poll(() => processesOf(folder)).toEqual([]);
  }
});

it('a process that runs many commands, and stops some, keeps no descriptor and no folder', async () => {
  const place = mkdtempSync(join(tmpdir(), 'toolgate-left-'));
  onTestFinished(() => removeTree(place));
  const workspace = join(place, 'ws');
  mkdirSync(workspace);
  const store = join(place, 'state', 'toolgate.db');
  const gate = await createToolgate({ workspace, store, policy: 'privileged', approver: () => 'allow_once' });
  const execute = async (n: number) => {
    const command = `sleep 1000 & (setsid sleep 1000 &); echo ${n} > file`;
    const abort = n % 4 === 3 ? AbortSignal.timeout(n) : undefined;
    await gate.execute({ name: 'bash', args: { command } }, abort ? { abort } : {});
  };
  try {
    for (let n = 0; n < 5; n++) await execute(n);
    const open = readdirSync('/proc/self/fd').length;
    for (let n = 0; n < runs(20); n++) await execute(n);
    await execute(0);
    // A few descriptors come and go by themselves.
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(open + runs(10));
  } finally {
    await gate.close();
  }
  await expect.poll(() => processesOf(place)).toEqual([]);
  await expect.poll(() => namesIn(join(place, 'state', 'jobs'))).toEqual([]);
  expect(leftoversOf([process.pid])).toEqual([]);
});
