import { setTimeout } from 'node:timers/promises';
import type { HeldPaths } from '../tool/files.ts';
import type { JobHold } from '../workspace/port.ts';
import { type JobListener, JobOutput } from './job-output.ts';
import type { JobEnd, Sandbox, SandboxJob } from './port.ts';

interface JobOwner {
  readonly sessionID: string;
  readonly callID: string;
  readonly agent: string;
  readonly turn: number;
}

/** A look at the files as a job began, so that its changes can be taken back. */
interface Watch {
  /** The reason why the job is to be stopped, if it is. */
  look(): Promise<string | undefined>;
  /** Takes away what the job has made and may not make; gives the paths. */
  settle(owner: JobOwner, title: string): Promise<readonly string[]>;
  /** Puts the changes since then on record. */
  record(owner: JobOwner, title: string): Promise<unknown>;
  close(): void;
}

interface BackgroundOptions {
  readonly sandbox: () => Promise<Sandbox>;
  readonly watch: (holding: JobHold) => Promise<Watch>;
  /** Tells people of paths that were taken away: somebody else may have made them. */
  readonly onAway?: (owner: JobOwner, title: string, paths: readonly string[]) => void;
}

export interface JobReport {
  readonly output: string;
  /** The exit code; undefined while the job runs. */
  readonly code: number | undefined;
  readonly stopped?: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Bytes of output that came and are not kept. */
  readonly lost: number;
  /** Paths that the job made although it may not, and that were taken away. */
  readonly away?: readonly string[];
}

/** A job as seen by others than its model: they take nothing of its output away. */
interface FollowedJob {
  /** The report, with the last of what the job has printed so far. */
  report(): JobReport;
  /** The report when the job is over, and what it changed is on record. */
  readonly done: Promise<JobReport>;
  /** Tells what the job prints, as its lines become whole; all of it before `done`. */
  listen(listener: JobListener): void;
  stop(): void;
}

export interface ListedJob {
  readonly id: string;
  readonly owner: JobOwner;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly begun: number;
}

const MOST_JOBS = 32;
/** The least milliseconds between two looks at what a job has made, and how many times a look's length they are. */
const BETWEEN = 100;
const TIMES = 20;
/** Jobs that have ended and can still be asked for. */
const MOST_ENDED = 100;

interface BackgroundJob extends Omit<SandboxJob, 'onOutput' | 'signal' | 'view' | 'readOnly' | 'pinned'> {
  /** Paths that the policy keeps the job from. */
  readonly held: HeldPaths;
  /** Takes hidden text out of the output. */
  readonly hide: (text: string) => string;
}

interface FollowedRun extends Omit<ListedJob, 'id'> {
  readonly stop: AbortController;
  readonly hide: BackgroundJob['hide'];
  done: Promise<void>;
  readonly printed: JobOutput;
  away?: readonly string[];
  ended?: JobEnd | { readonly code: number; readonly stopped: string; readonly duration: number };
}

/** Commands that go on after their call has ended: on the real files, between two looks at them. */
export class BackgroundJobs {
  readonly #options: BackgroundOptions;
  readonly #jobs = new Map<string, FollowedRun>();
  #count = 0;
  #starting = 0;
  #closed = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  async start(owner: JobOwner, title: string, job: BackgroundJob): Promise<string> {
    const running = this.#starting + [...this.#jobs.values()].filter(({ ended }) => !ended).length;
    if (running >= MOST_JOBS) throw new Error(`${running} commands run in the background already`);
    this.#starting++;
    try {
      const sandbox = await this.#options.sandbox();
      const watch = await this.#options.watch({ held: job.held, by: KEPT_BY[sandbox.kind] });
      return this.#begin(sandbox, watch, { owner, title, job });
    } finally {
      this.#starting--;
    }
  }

  #begin(
    sandbox: Sandbox,
    watch: Watch,
    { owner, title, job }: { owner: JobOwner; title: string; job: BackgroundJob },
  ) {
    if (this.#closed) {
      watch.close();
      throw new Error('All is being closed; nothing was started');
    }
    this.#forgetOldest();
    const id = `job-${++this.#count}`;
    const stop = new AbortController();
    const { held, hide, ...plain } = job;
    const begun = Date.now();
    const state: FollowedRun = {
      owner,
      title,
      hide,
      begun,
      stop,
      done: Promise.resolve(),
      printed: new JobOutput(hide),
    };
    const run = sandbox.run({
      ...plain,
      readOnly: held.readOnly,
      // Behind Landlock a hidden file could be given another name, and be seen under it: such a job is refused.
      pinned: sandbox.kind === 'landlock' ? [...held.pinned, ...plain.hidden] : held.pinned,
      view: { kind: 'real' },
      signal: stop.signal,
      onOutput: (chunk, stream) => state.printed.add(chunk, stream),
    });
    const endLooking = keepLooking(watch, stop);
    state.done = run
      .catch(error => ({ code: 125, stopped: String(error), duration: Date.now() - begun }))
      .then(async ended => {
        const stopped = await endLooking();
        // This comes before the job is said to have ended: paths that it may not make are gone by then.
        let failed: string | undefined;
        state.away = await watch.settle(owner, title).catch(error => {
          failed = `what it may not make could not be taken away (${error instanceof Error ? error.message : error})`;
          return [];
        });
        if (state.away.length > 0) this.#options.onAway?.(owner, title, state.away);
        await watch.record(owner, title).catch(() => undefined);
        watch.close();
        state.printed.end();
        const why = [stopped, failed].filter(reason => reason !== undefined).join('; ');
        state.ended = why === '' ? ended : { ...ended, stopped: why };
      });
    this.#jobs.set(id, state);
    return id;
  }

  #forgetOldest(): void {
    const ended = [...this.#jobs].filter(([, job]) => job.ended).map(([id]) => id);
    for (const id of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#jobs.delete(id);
  }

  /** The report with what came since the job was last asked for. */
  read(sessionID: string, id: string): JobReport | undefined {
    const job = this.#of(sessionID, id);
    return job && reportOf(job, job.printed.take());
  }

  async kill(sessionID: string, id: string): Promise<JobReport | undefined> {
    const job = this.#of(sessionID, id);
    job?.stop.abort();
    await job?.done;
    return job && reportOf(job, job.printed.take());
  }

  follow(sessionID: string, id: string): FollowedJob | undefined {
    const job = this.#of(sessionID, id);
    if (!job) return undefined;
    const look = () => reportOf(job, job.printed.look());
    return {
      report: look,
      done: job.done.then(look),
      listen: listener => job.printed.listen(listener),
      stop: () => job.stop.abort(),
    };
  }

  list(sessionID: string): readonly string[] {
    return [...this.#jobs].filter(([, { owner }]) => owner.sessionID === sessionID).map(([id]) => id);
  }

  /** Jobs of all sessions, the newest first. */
  all(): readonly ListedJob[] {
    return [...this.#jobs].map(([id, { owner, title, begun }]) => ({ id, owner, title, begun })).reverse();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { stop } of this.#jobs.values()) stop.abort();
    await Promise.all([...this.#jobs.values()].map(({ done }) => done));
  }

  /** A job of this session; another's is not there. */
  #of(sessionID: string, id: string): FollowedRun | undefined {
    const job = this.#jobs.get(id);
    return job?.owner.sessionID === sessionID ? job : undefined;
  }
}

const KEPT_BY: Readonly<Record<Sandbox['kind'], JobHold['by']>> = {
  bubblewrap: 'mounts',
  landlock: 'nothing',
  seatbelt: 'paths',
  off: 'nothing',
  none: 'nothing',
};

/** Looks again and again at what a job makes, and stops a job that makes what it may not; gives the way to end that. */
function keepLooking(watch: Watch, stop: AbortController): () => Promise<string | undefined> {
  const over = new AbortController();
  const looking = (async () => {
    for (let pause = BETWEEN; !over.signal.aborted; ) {
      await setTimeout(pause, undefined, { ref: false, signal: over.signal }).catch(() => {});
      if (over.signal.aborted) break;
      const begun = performance.now();
      const reason = await watch.look().catch(error => `what it makes cannot be watched (${error})`);
      if (reason !== undefined) {
        stop.abort();
        return reason;
      }
      pause = Math.max(BETWEEN, TIMES * (performance.now() - begun));
    }
    return undefined;
  })();
  return () => {
    over.abort();
    return looking;
  };
}

function reportOf({ ended, begun, away, hide }: FollowedRun, printed: ReturnType<JobOutput['take']>): JobReport {
  const { output, lost } = printed;
  return {
    // Output that begins in the middle of a line may begin in the middle of a secret.
    output: hide(output.subarray(lost > 0 ? output.indexOf('\n') + 1 : 0).toString('utf8')),
    lost,
    code: ended?.code,
    duration: ended?.duration ?? Date.now() - begun,
    ...(ended?.stopped === undefined ? {} : { stopped: ended.stopped }),
    ...(away && away.length > 0 ? { away } : {}),
  };
}
