import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import { leakedDescriptors } from '../job/leaked-descriptors.ts';
import { createPipePool } from '../job/pipe-pool.ts';
import { watchDisk } from '../job/watch-disk.ts';
import type { JobEnd, JobLimits, SandboxJob, StopReason } from '../port.ts';
import { type JobTrace, MARK, markedInProc, membersOf } from './job-members.ts';
import { GUARD } from './launch.ts';
import { beginningOf, listFromProc, listFromPs, type MachineProcess, type ProcessLister } from './list-processes.ts';

/** Milliseconds to end in peace, after SIGTERM. */
const GRACE = 1500;
const GRACE_OF_ABORT = 100;
/** Milliseconds for the last output to arrive, once the job itself has ended. */
const DRAIN = 250;
/** The descriptor of the channel. */
const CHANNEL = 9;
/** The most characters that are told of a launch that failed, and of a folder. */
const MOST_SAID = 4000;
/** The part of the time that a look at all processes may take, as one in so many. */
const SHARE = 20;
/** The most looks until nothing of a job is there any more. */
const MOST_LOOKS = 200;

/** The way in which the processes of a machine are looked at. */
export interface ProcessWatch {
  readonly list: ProcessLister;
  /** Milliseconds between two looks. */
  readonly pause: number;
  /** Whether there is a `/proc`, which tells what a process has open and in its environment. */
  readonly proc: boolean;
}

export const LOOKING: Readonly<Record<'proc' | 'ps', ProcessWatch>> = {
  proc: { list: listFromProc, pause: 200, proc: true },
  ps: { list: listFromPs, pause: 1000, proc: false },
};

/** A job that is a process among others: in a group and a session of its own, and in no namespace. */
interface PlainJob {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The file with the job's program, opened for it as descriptor 8. */
  readonly program: string;
  /** The real path of a folder of the job's own. */
  readonly folder: string;
  /** The mark that all of the job have in their environment, and nobody else. */
  readonly mark: string;
  /** The folder whose disk is watched. */
  readonly root: string;
  readonly limits: JobLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
  readonly looking: ProcessWatch;
  /** Whether processes that the job leaves behind become children of its first one, which ends them all at a SIGHUP. */
  readonly gathers?: boolean;
  readonly onChannel?: SandboxJob['onChannel'];
  readonly onInput?: SandboxJob['onInput'];
}

/** Starts a job and stays with it until nothing of it can be found any more. */
export async function runPlainJob(job: PlainJob): Promise<JobEnd> {
  const begun = performance.now();
  const { pipes } = createPipePool(job.folder).take();
  const [stdout, stderr] = pipes;
  const opened: number[] = [stdout.writing, stderr.writing];
  const guard = startGuard(job);
  let running: RunningPlainJob | undefined;
  try {
    const nothing = openSync('/dev/null', 'r');
    opened.push(nothing);
    const program = openSync(job.program, 'r');
    opened.push(program);
    const child = start(job, { stdout: stdout.writing, stderr: stderr.writing, nothing, program });
    guard.stdin?.write(`${child.pid ?? ''}\n`);
    running = new RunningPlainJob(child, job, [stdout.reading, stderr.reading]);
    for (const fd of opened.splice(0)) closeSync(fd);
    const code = await running.ended();
    const { stopped, told } = running;
    return { code, duration: Math.round(performance.now() - begun), told, stopped };
  } finally {
    for (const fd of opened) closeSync(fd);
    running?.release();
    for (const { reading } of pipes) reading.destroy();
    guard.kill('SIGKILL');
  }
}

/** Starts the guard before the job, so that there is no moment in which nobody would end the job after us. */
function startGuard({ mark }: PlainJob): ChildProcess {
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

interface Descriptors {
  readonly stdout: number;
  readonly stderr: number;
  readonly nothing: number;
  readonly program: number;
}

/** Starts the job. Descriptors that we were given ourselves and that would be passed on are covered with nothing. */
function start(job: PlainJob, { stdout, stderr, nothing, program }: Descriptors): ChildProcess {
  const { argv, env, onChannel, onInput } = job;
  const stdio: (number | 'ignore' | 'pipe')[] = [
    onInput ? 'pipe' : 'ignore',
    stdout,
    stderr,
    nothing,
    nothing,
    nothing,
  ];
  stdio.push('pipe', 'pipe', program);
  if (onChannel) stdio.push('pipe');
  for (const fd of passedOn()) {
    while (stdio.length < fd) stdio.push('ignore');
    if (fd >= stdio.length) stdio[fd] = nothing;
  }
  return spawn(argv[0]!, argv.slice(1), { cwd: '/', env, stdio, detached: true });
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

class RunningPlainJob {
  stopped: StopReason | undefined;
  told = '';
  #begun = '';
  #said = '';
  readonly #child: ChildProcess;
  readonly #job: PlainJob;
  readonly #output: readonly Socket[];
  readonly #trace: JobTrace;
  readonly #exit: Promise<number>;
  readonly #timers: NodeJS.Timeout[] = [];
  #next: NodeJS.Timeout | undefined;
  #released = false;
  readonly #written: (tree: () => readonly { pid: number; memory: number }[]) => number;
  readonly #onAbort = () => this.#stop('aborted');

  constructor(child: ChildProcess, job: PlainJob, output: readonly Socket[]) {
    this.#child = child;
    this.#job = job;
    this.#output = output;
    const { limits, root, folder, mark, looking, signal } = job;
    const first = child.pid ?? -1;
    const marked = looking.proc ? { isMarked: markedInProc({ mark, folder, since: beginningOf(first) }) } : {};
    this.#trace = { first, known: new Set(), ...marked };
    this.#written = watchDisk({ on: [root, folder], upper: undefined, limit: limits.disk });
    this.#exit = new Promise((resolve, reject) => {
      child.once('error', error => reject(unavailable(error.message)));
      child.once('exit', (code, sign) => resolve(code ?? 128 + (sign ? constants.signals[sign] : 0)));
    });
    this.#exit.catch(() => undefined);
    this.#listen();
    this.#timers.push(setTimeout(() => this.#stop('time'), Math.min(limits.time, 2 ** 31 - 1)));
    this.#lookIn(looking.pause);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** Resolves with the exit code; not before all of the job is dead and the streams are read. */
  async ended(): Promise<number> {
    const code = await this.#exit;
    await this.#endAll();
    const streams = [...this.#output, ...(this.#child.stdio.slice(6, 8) as readonly (Readable | null)[])];
    await Promise.race([Promise.all(streams.map(closing)), sleep(DRAIN)]);
    if (this.#begun === '' && !this.stopped) throw unavailable(this.#said);
    return code;
  }

  release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#released = true;
    clearTimeout(this.#next);
    this.#job.signal?.removeEventListener('abort', this.#onAbort);
    for (const stream of this.#child.stdio) stream?.destroy();
  }

  #listen(): void {
    const [stdout, stderr] = this.#output;
    const [told, begun] = this.#child.stdio.slice(6, 8) as readonly (Readable | null)[];
    stdout?.on('data', (chunk: Buffer) => this.#job.onOutput(chunk, 'stdout'));
    stderr?.on('data', (chunk: Buffer) => {
      // Until the job has begun, errors are words of the program that starts it.
      if (this.#said.length < MOST_SAID) this.#said += chunk.toString('latin1').slice(0, MOST_SAID);
      this.#job.onOutput(chunk, 'stderr');
    });
    told?.setEncoding('utf8').on('data', (text: string) => {
      if (this.told.length < MOST_SAID) this.told += text;
    });
    begun?.setEncoding('utf8').on('data', (text: string) => {
      this.#begun ||= text;
    });
    const channel = this.#job.onChannel && ((this.#child.stdio as readonly unknown[])[CHANNEL] as Socket | undefined);
    const { stdin } = this.#child;
    for (const stream of [stdout, stderr, told, begun, channel, stdin]) stream?.on('error', () => undefined);
    if (channel) this.#job.onChannel?.(channel);
    if (stdin) this.#job.onInput?.(stdin);
  }

  #lookIn(pause: number): void {
    if (!this.#released) this.#next = setTimeout(() => void this.#look(), pause);
  }

  async #look(): Promise<void> {
    if (this.stopped) return;
    const begun = performance.now();
    const members = await this.#members();
    const tree = members.map(({ pid, memory }) => ({ pid, memory: memory() }));
    const { limits, looking } = this.#job;
    if (tree.length > limits.processes) this.#stop('processes');
    else if (tree.reduce((sum, { memory }) => sum + memory, 0) > limits.memory) this.#stop('memory');
    else if (this.#written(() => tree) > limits.disk) this.#stop('disk');
    else this.#lookIn(Math.max(looking.pause, (performance.now() - begun) * SHARE));
  }

  async #members(): Promise<readonly MachineProcess[]> {
    return membersOf(this.#trace, await this.#job.looking.list());
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
      if (this.#job.gathers && looks < MOST_LOOKS / 2) {
        sendTo(first, 'SIGHUP');
        // Without the first process, those that it has not found yet would be nobody's.
        sendAll(
          members.filter(({ pid }) => pid !== first),
          'SIGKILL',
        );
      } else {
        // The group ends at once: no process of it can start another meanwhile.
        if (members.some(({ group }) => group === first)) sendTo(-first, 'SIGKILL');
        sendAll(members, 'SIGKILL');
      }
      await sleep(looks < 5 ? 2 : 20);
    }
  }
}

function closing(stream: Readable | null): Promise<void> {
  if (!stream || stream.destroyed || stream.readableEnded) return Promise.resolve();
  return new Promise(resolve => {
    stream.once('close', resolve);
    stream.once('end', resolve);
  });
}

function sendAll(members: readonly MachineProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of members) sendTo(pid, signal);
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended by itself, or has become somebody else's.
  }
}

const unavailable = (said: string): ToolError =>
  new ToolError('SANDBOX_UNAVAILABLE', `The command could not be started: ${said.trim() || 'nothing was said'}`, {
    suggestion: 'Run `toolgate doctor` to see what is missing.',
  });
