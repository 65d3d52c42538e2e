import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import { drained, jobStream, leakedDescriptors, listenTo } from '../job/job-streams.ts';
import { createPipePool } from '../job/pipe-pool.ts';
import { beginningOf, sendTo } from '../job/process-tree.ts';
import { watchDisk } from '../job/watch-disk.ts';
import type { JobEnd, SandboxJob, StopReason } from '../port.ts';
import type { PlainFolder } from './folder.ts';
import { type JobTrace, MARK, markedInProc, membersOf } from './job-members.ts';
import { GUARD, plainLaunch } from './launch.ts';
import { listFromProc, listFromPs, type MachineProcess, type ProcessLister } from './list-processes.ts';

/** Milliseconds to end in peace, after SIGTERM. */
const GRACE = 1500;
const GRACE_OF_ABORT = 100;
/** Milliseconds for the last output to arrive, once the job itself has ended. */
const DRAIN = 250;
/** The part of the time that a look at all processes may take, as one in so many. */
const SHARE = 20;
/** The most looks until nothing of a job is there any more. */
const MOST_LOOKS = 200;

export interface ProcessWatch {
  readonly list: ProcessLister;
  /** Milliseconds between two looks. */
  readonly pause: number;
  /** Whether there is a `/proc`, which tells what a process has open and in its environment. */
  readonly proc: boolean;
}

const LOOKING: ProcessWatch =
  process.platform === 'linux'
    ? { list: listFromProc, pause: 200, proc: true }
    : { list: listFromPs, pause: 1000, proc: false };

/** The start of a job that is a process among others: in a group and a session of its own, and in no namespace. */
interface PlainStart {
  /** The words of the program that holds the job, if one does. */
  readonly before?: readonly string[];
  /** The variables of the first program; default: those of the folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly looking?: ProcessWatch;
  /** Whether processes that the job leaves behind become children of its first one, which ends them all at a SIGHUP. */
  readonly gathers?: boolean;
}

/** Starts a job and stays with it until nothing of it can be found any more. */
export async function runPlainJob(job: SandboxJob, folder: PlainFolder, start: PlainStart = {}): Promise<JobEnd> {
  const begun = performance.now();
  const { pipes } = createPipePool(folder.path).take();
  const opened = pipes.map(({ writing }) => writing);
  const guard = startGuard(folder);
  let running: RunningPlainJob | undefined;
  try {
    for (const file of ['/dev/null', folder.program]) opened.push(openSync(file, 'r'));
    const { before = [], env = folder.env } = start;
    const child = startChild([...before, ...plainLaunch(job)], env, { job, opened });
    guard.stdin?.write(`${child.pid ?? ''}\n`);
    const output = pipes.map(({ reading }) => reading);
    running = new RunningPlainJob(child, job, { looking: LOOKING, ...start, folder, output });
    for (const fd of opened.splice(0)) closeSync(fd);
    const code = await running.ended();
    return { code, duration: Math.round(performance.now() - begun), told: running.kept.told, stopped: running.stopped };
  } finally {
    for (const fd of opened) closeSync(fd);
    running?.release();
    for (const { reading } of pipes) reading.destroy();
    guard.kill('SIGKILL');
  }
}

/** Starts the guard before the job, so that there is no moment in which nobody would end the job after us. */
function startGuard({ mark }: PlainFolder): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'toolgate', `${MARK}=${mark}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  return guard;
}

interface StartOptions {
  readonly job: SandboxJob;
  /** Descriptors for the job: its output, its errors, one of nothing, and its program. */
  readonly opened: readonly number[];
}

/** Starts the job. Descriptors that we were given ourselves and that would be passed on are covered with nothing. */
function startChild([name, ...args]: readonly string[], env: NodeJS.ProcessEnv, { job, opened }: StartOptions) {
  const [stdout, stderr, nothing, program] = opened as readonly [number, number, number, number];
  const stdio: (number | 'ignore' | 'pipe')[] = [job.onInput ? 'pipe' : 'ignore', stdout, stderr];
  stdio.push(nothing, nothing, nothing, 'pipe', 'pipe', program);
  if (job.onChannel) stdio.push('pipe');
  for (const fd of passedOn()) {
    while (stdio.length < fd) stdio.push('ignore');
    if (fd >= stdio.length) stdio[fd] = nothing;
  }
  return spawn(name!, args, { cwd: '/', env, stdio, detached: true });
}

/** Descriptors that are passed on; where the system does not say which, all of the lower ones count. */
function passedOn(): readonly number[] {
  try {
    return leakedDescriptors();
  } catch {
    return readdirSync('/dev/fd')
      .map(Number)
      .filter(fd => fd > 2 && fd < 64);
  }
}

interface Holding extends PlainStart {
  readonly looking: ProcessWatch;
  readonly folder: PlainFolder;
  readonly output: readonly Socket[];
}

/** The descriptor on which the launch says that the job has begun. */
const BEGUN = 7;

class RunningPlainJob {
  stopped: StopReason | undefined;
  readonly kept: ReturnType<typeof listenTo>;
  #begun = false;
  readonly #child: ChildProcess;
  readonly #job: SandboxJob;
  readonly #holding: Holding;
  readonly #trace: JobTrace;
  readonly #exit: Promise<number>;
  readonly #timers: NodeJS.Timeout[] = [];
  #next: NodeJS.Timeout | undefined;
  #released = false;
  readonly #written: ReturnType<typeof watchDisk>;
  readonly #onAbort = () => this.#stop('aborted');

  constructor(child: ChildProcess, job: SandboxJob, holding: Holding) {
    this.#child = child;
    this.#job = job;
    this.#holding = holding;
    const { limits, root, signal } = job;
    const { path, mark } = holding.folder;
    const first = child.pid ?? -1;
    const isMarked = holding.looking.proc ? markedInProc({ mark, folder: path, since: beginningOf(first) }) : undefined;
    this.#trace = { first, known: new Set(), isMarked };
    this.#written = watchDisk({ on: [root, path], upper: undefined, limit: limits.disk });
    this.#exit = new Promise((resolve, reject) => {
      child.once('error', error => reject(unavailable(error.message)));
      child.once('exit', (code, sign) => resolve(code ?? 128 + (sign ? constants.signals[sign] : 0)));
    });
    this.#exit.catch(() => undefined);
    this.kept = listenTo(child, holding.output, job);
    jobStream(child, BEGUN)?.on('data', () => {
      this.#begun = true;
    });
    this.#timers.push(setTimeout(() => this.#stop('time'), Math.min(limits.time, 2 ** 31 - 1)));
    this.#lookIn(holding.looking.pause);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** Resolves with the exit code; not before all of the job is dead and the streams are read. */
  async ended(): Promise<number> {
    const code = await this.#exit;
    await this.#endAll();
    await drained([...this.#holding.output, jobStream(this.#child, 6), jobStream(this.#child, BEGUN)], DRAIN);
    if (!this.#begun && !this.stopped) throw unavailable(this.kept.said);
    return code;
  }

  release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#released = true;
    clearTimeout(this.#next);
    this.#job.signal?.removeEventListener('abort', this.#onAbort);
    for (const stream of this.#child.stdio) stream?.destroy();
  }

  #lookIn(pause: number): void {
    if (!this.#released) this.#next = setTimeout(() => void this.#look(), pause);
  }

  async #look(): Promise<void> {
    if (this.stopped) return;
    const begun = performance.now();
    const members = await this.#members();
    const tree = members.map(({ pid, memory }) => ({ pid, memory: memory() }));
    const { limits } = this.#job;
    if (tree.length > limits.processes) this.#stop('processes');
    else if (tree.reduce((sum, { memory }) => sum + memory, 0) > limits.memory) this.#stop('memory');
    else if (this.#written(() => tree) > limits.disk) this.#stop('disk');
    else this.#lookIn(Math.max(this.#holding.looking.pause, (performance.now() - begun) * SHARE));
  }

  async #members(): Promise<readonly MachineProcess[]> {
    return membersOf(this.#trace, await this.#holding.looking.list());
  }

  #stop(why: StopReason): void {
    if (this.stopped) return;
    this.stopped = why;
    const gentle = why === 'time' || why === 'aborted';
    if (gentle) void this.#members().then(members => sendAll(members, 'SIGTERM'));
    const grace = why === 'time' ? GRACE : why === 'aborted' ? GRACE_OF_ABORT : 0;
    this.#timers.push(setTimeout(() => void this.#endAll(), grace));
  }

  /** Ends all processes; a process that forks during a look is found at the next one. */
  async #endAll(): Promise<void> {
    const { first } = this.#trace;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const members = await this.#members();
      if (members.length === 0) return;
      if (this.#holding.gathers && looks < MOST_LOOKS / 2) {
        sendTo(first, 'SIGHUP');
        // Without the first process, those that it has not found yet would be nobody's.
        const others = members.filter(({ pid }) => pid !== first);
        sendAll(others, 'SIGKILL');
      } else {
        // The group ends at once: no process of it can start another meanwhile.
        if (members.some(({ group }) => group === first)) sendTo(-first, 'SIGKILL');
        sendAll(members, 'SIGKILL');
      }
      await sleep(looks < 5 ? 2 : 20);
    }
  }
}

function sendAll(members: readonly MachineProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of members) sendTo(pid, signal);
}

const unavailable = (said: string): ToolError =>
  new ToolError('SANDBOX_UNAVAILABLE', `The command could not be started: ${said.trim() || 'nothing was said'}`, {
    suggestion: 'Run `toolgate doctor` to see what is missing.',
  });
