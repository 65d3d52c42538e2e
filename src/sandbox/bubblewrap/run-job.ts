import type { ChildProcess } from 'node:child_process';
import { ToolError } from '../../tool/error.ts';
import { fromNameBytes } from '../../tool/text/name-bytes.ts';
import { listMerged } from '../attended/list-merged.ts';
import { drained, jobStream, listenTo } from '../job/job-streams.ts';
import {
  childrenOf,
  findInside,
  isStopped,
  machineMemory,
  type Process,
  processTree,
  sendTo,
  sharedBy,
} from '../job/process-tree.ts';
import type { JobEnd, SandboxJob, StopReason } from '../port.ts';
import { ARGUMENTS, hasEnded, type Launcher } from './launch/start-launcher.ts';

/** Milliseconds to end in peace, after SIGTERM. */
const GRACE = 1500;
/** Milliseconds for the sandbox to tell what a job has left, after the job was killed. */
const LISTING = 10_000;
/** Milliseconds for the last output to arrive: nobody holds the other ends any more, but we may be busy. */
const DRAIN = 10_000;
const LOOK = 100;
/** Part of the machine's memory that counts as little. */
const LITTLE_LEFT = 0.08;
/** The word by which the launch script says that all is laid for the job. */
const BEGUN = 'begun';
/** Descriptors of a launch: what the job has left, its status, and the job's text. */
const [LEFT, STATUS, TOLD] = [3, 4, 6];

interface Launch extends Pick<SandboxJob, 'limits' | 'signal' | 'onOutput' | 'onChannel' | 'onInput' | 'attended'> {
  /** Works the job out and takes a launcher, which begins when it is told. */
  readonly launch: () => { readonly launcher: Launcher; readonly tell: () => void };
  readonly onBegun: () => void;
  /** Bytes written to the disk so far, for the watch. */
  readonly written: (tree: () => readonly Process[]) => number;
  readonly foreground: boolean;
  /** The folder of the job's layer. */
  readonly upper: string;
}

/** Starts a prepared sandbox and stays with it until nothing of it is left. */
export async function runJob(launch: Launch): Promise<JobEnd> {
  const begun = performance.now();
  if (launch.signal?.aborted) return { code: 128 + 15, duration: 0, told: '', stopped: 'aborted' };
  const { launcher, tell } = launch.launch();
  const job = new RunningJob(launcher, launch);
  try {
    tell();
    const code = await job.ended();
    const duration = Math.round(performance.now() - begun);
    return { code, duration, told: job.kept.told, merged: job.merged, stopped: job.stopped };
  } finally {
    job.release();
    launcher.release();
  }
}

class RunningJob {
  stopped: StopReason | undefined;
  readonly kept: ReturnType<typeof listenTo>;
  readonly #listing: Buffer[] = [];
  readonly #child: ChildProcess;
  readonly #taken: Launcher;
  readonly #launch: Launch;
  readonly #exit: Promise<number>;
  #status = '';
  #found: number | undefined;
  #timers: NodeJS.Timeout[] = [];
  readonly #onAbort = () => this.#stop('aborted');
  readonly #before = machineMemory();

  constructor(launcher: Launcher, launch: Launch) {
    const { child } = launcher;
    this.#taken = launcher;
    this.#child = child;
    this.#launch = launch;
    this.#exit = new Promise((resolve, reject) => {
      child.once('error', error => reject(unavailable(error.message)));
      child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === 'SIGKILL' ? 9 : 15)));
    });
    this.#exit.catch(() => undefined);
    this.kept = listenTo(child, launcher.output, launch);
    jobStream(child, LEFT)?.on('data', (chunk: Buffer) => this.#listing.push(chunk));
    jobStream(child, STATUS)
      ?.setEncoding('utf8')
      .on('data', (text: string) => {
        const isFirst = this.#begun === undefined;
        this.#status += text;
        if (!isFirst || this.#begun === undefined) return;
        launch.attended?.onStart?.({ merged: () => this.#mergedNow() });
        launch.onBegun();
      });
    this.#timers.push(setTimeout(() => this.#stop('time'), Math.min(launch.limits.time, 2 ** 31 - 1)));
    this.#timers.push(setInterval(() => this.#look(), LOOK));
    launch.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (launch.signal?.aborted) this.#onAbort();
  }

  /** Resolves with the exit code; not before the streams are read, nor long after the job itself has ended. */
  async ended(): Promise<number> {
    const code = await this.#exit;
    const own = [LEFT, STATUS, ARGUMENTS, TOLD].map(each => jobStream(this.#child, each));
    await drained([...this.#taken.output, ...own], DRAIN);
    if (this.#begun === undefined && this.stopped) return 128 + 9;
    if (this.#begun === undefined) throw unavailable(this.kept.said);
    if (code !== 0 && this.#taken.group?.outOfMemory()) this.stopped ??= 'memory';
    return code;
  }

  release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#launch.signal?.removeEventListener('abort', this.#onAbort);
    this.#kill();
  }

  /** The listing, which ends with a point; without the point something is missing. */
  get merged(): ReadonlySet<string> | undefined {
    const names = fromNameBytes(Buffer.concat(this.#listing)).split('\0');
    if (names.at(-2) !== '.') return undefined;
    return new Set(names.slice(0, -2).map(name => name.slice(2)));
  }

  /** The listing while the job runs: the launch script is in the folder where the job's view is put together. */
  #mergedNow(): ReadonlySet<string> {
    const script = this.#launcher === undefined ? undefined : childrenOf(this.#launcher)[0];
    if (script === undefined) throw new Error('The job has ended');
    return listMerged(this.#launch.upper, `/proc/${script}/cwd/merged`);
  }

  /** The process that made the namespaces; where the terminal is the job's, it is below the shell that gave that. */
  get #launcher(): number | undefined {
    const { pid } = this.#child;
    return pid !== undefined && this.#launch.foreground ? childrenOf(pid)[0] : pid;
  }

  /** The number by which the sandbox knows the job, once it has begun: a sandbox that waited has one before. */
  get #begun(): number | undefined {
    if (!this.#status.includes(BEGUN)) return undefined;
    const pid = /"child-pid": (\d+)/.exec(this.#status)?.[1];
    return pid === undefined ? undefined : Number(pid);
  }

  /** The first process of the job's own namespace. */
  get #first(): number | undefined {
    if (this.#begun === undefined || this.#launcher === undefined) return undefined;
    this.#found ??= findInside(this.#launcher, this.#begun);
    return this.#found;
  }

  #look(): void {
    const { limits, written } = this.#launch;
    if (written(() => this.#tree()) > limits.disk) this.#stop('disk');
    if (this.#launch.foreground) this.#stopWithProgram();
    if (this.stopped || this.#taken.group || this.#first === undefined) return;
    const tree = this.#tree(limits.processes);
    if (tree.length > limits.processes) this.#stop('processes');
    else if (this.#memoryOf(tree) > limits.memory) this.#stop('memory');
  }

  /** A program that stops itself, as on a key of its own, stops all of the job: then the person's shell knows of it. */
  #stopWithProgram(): void {
    const [bridge = 0] = this.#first === undefined ? [] : childrenOf(this.#first);
    const [program = 0] = childrenOf(bridge);
    if (this.#launcher !== undefined && isStopped(program) && !isStopped(bridge)) sendTo(-this.#launcher, 'SIGTSTP');
  }

  #tree(most?: number): readonly Process[] {
    return this.#first === undefined ? [] : processTree(this.#first, most);
  }

  /**
   * The bytes of a job. Shared memory is counted as far as the machine has more of it than before. Where the machine
   * itself runs out, all that the machine has lost counts: the kernel holds memory for a job that no process shows.
   */
  #memoryOf(tree: readonly Process[]): number {
    const own = tree.reduce((sum, { memory }) => sum + memory, 0);
    const now = machineMemory();
    const lost = this.#before.available - now.available;
    if (now.available < now.total * LITTLE_LEFT) return Math.max(own, lost);
    const more = now.shared - this.#before.shared;
    return more < this.#launch.limits.memory / 4 ? own : own + Math.min(more, sharedBy(tree));
  }

  #stop(why: StopReason): void {
    if (this.stopped) return;
    this.stopped = why;
    const gentle = this.#begun !== undefined && (why === 'time' || why === 'aborted');
    if (gentle) this.#terminate();
    const grace = gentle ? (why === 'time' || this.#launch.attended ? GRACE : LOOK) : 0;
    this.#timers.push(setTimeout(() => this.#kill(), grace));
    this.#timers.push(setTimeout(() => this.#killAll(), grace + LISTING));
  }

  /** Kills also the processes around the job, where somebody has stopped them. The limit holds all the same. */
  #killAll(): void {
    const { pid } = this.#child;
    if (pid === undefined || hasEnded(this.#child)) return;
    for (const each of processTree(pid)) sendTo(each.pid, 'SIGKILL');
    sendTo(-pid, 'SIGKILL');
  }

  /** Asks every process of the job to end, not only the first. */
  #terminate(): void {
    for (const { pid } of this.#tree().slice(1)) sendTo(pid, 'SIGTERM');
  }

  /** Ends the job's first process, and so all others; the listing still comes. Before and after the job, kills all. */
  #kill(): void {
    const pid = this.#launcher;
    if (pid === undefined || hasEnded(this.#child)) return;
    const job = this.#status.includes('"exit-code"') ? undefined : this.#first;
    sendTo(job ?? childrenOf(pid)[0] ?? -pid, 'SIGKILL');
    // A process that was stopped from outside goes on to its end.
    sendTo(-pid, 'SIGCONT');
  }
}

const unavailable = (said: string): ToolError =>
  new ToolError('SANDBOX_UNAVAILABLE', `The sandbox could not be started: ${said.trim() || 'it said nothing'}`, {
    suggestion: 'Run `toolgate doctor` to see what is missing.',
  });
