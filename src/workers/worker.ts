import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityEvent } from '../activity/activity-stream.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import type { Agents } from '../agents/create-agents.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { RunAbove } from './dispatch.ts';
import type { QueueEngine, QueueJob } from './engine.ts';
import { KeptPolicies } from './kept-policies.ts';
import { HeldRun } from './perform/held-run.ts';
import { HeldRuns } from './perform/held-runs.ts';
import { describeRun, leaveRun, performRun } from './perform/perform-run.ts';
import { RunEndings } from './run-endings.ts';
import type { RunServices } from './run-spec.ts';
import { sweep } from './sweep.ts';

export interface WorkerOptions {
  readonly gate: Toolgate;
  readonly agents: Agents;
  readonly engine: QueueEngine;
  /** Runs at once; runs that wait for a person or for other runs do not count. */
  readonly slots?: number;
  readonly onProblem?: (message: string) => void;
  /** Receives lines for people on runs that began and ended. */
  readonly onRun?: (line: string) => void;
}

export interface Worker {
  /** The run that a session of this worker's gate belongs to, for the gate's spawner. */
  runOf(sessionID: string): RunAbove | undefined;
  /** Takes no more runs, lets the present ones come to a good point within these milliseconds, and gives them back. */
  stop(grace?: number): Promise<void>;
}

const SLOTS = 20;
/** Milliseconds for which a run that was taken ahead may wait for a slot; then others may have it. */
const LONGEST_AHEAD = 1_000;
const POLL = 250;
const BEAT = 3_000;
const LOOK = 300;
const SWEEP = 2_000;
const GRACE = 10_000;

/** Does the work that the queue hands out, until it is stopped. */
export const startWorker = (options: WorkerOptions): Worker => new QueueWorker(options);

class QueueWorker implements Worker {
  readonly #services: RunServices;
  readonly #held: HeldRuns;
  /** Aborted when no more runs are taken. */
  readonly #stopping = new AbortController();
  /** Aborted when no run is left. */
  readonly #stopped = new AbortController();
  readonly #serving: Promise<void>;
  readonly #loops: readonly Promise<void>[];
  readonly #unsubscribe: readonly (() => void)[];
  #wake: () => void = () => {};

  constructor({ gate, agents, engine, slots = SLOTS, onProblem = () => {}, onRun = () => {} }: WorkerOptions) {
    const { runs, state } = gate.store;
    const onError = (what: string, error: unknown) =>
      onProblem(`${what}: ${error instanceof Error ? error.message : error}`);
    const endings = new RunEndings({ runs, engine, onError: error => onError('ends could not be written', error) });
    this.#services = { gate, agents, engine, endings, policies: new KeptPolicies(state), onRun, onError };
    this.#held = new HeldRuns(slots);
    this.#serving = this.#serve();
    this.#loops = [
      this.#repeat(BEAT, 'the jobs could not be kept', async () => {
        const lost = await engine.touch(this.#held.all.map(run => run.job));
        for (const { runID } of lost) this.#held.get(runID)?.lose();
      }),
      this.#repeat(LOOK, 'the runs could not be looked at', async () => {
        const held = this.#held.all.map(run => run.row);
        const lost = held.length > 0 ? await runs.lost(held) : [];
        for (const id of lost) this.#held.get(id)?.lose();
        await this.#giveBackAhead(Date.now() - LONGEST_AHEAD);
      }),
      this.#repeat(SWEEP, 'runs that were left could not be looked for', () => sweep({ gate, engine })),
    ];
    this.#unsubscribe = [
      gate.activity.subscribe(ActivityEventType.APPROVAL_REQUESTED, event => this.#asking(event)?.waits(1)),
      gate.activity.subscribe(ActivityEventType.APPROVAL_RESOLVED, event => this.#asking(event)?.waits(-1)),
    ];
  }

  runOf(sessionID: string): RunAbove | undefined {
    const run = this.#held.get(sessionID);
    if (!run) return undefined;
    const { id, rootID } = run.row;
    return { id, rootID, isLeft: () => run.left !== undefined, waitFor: work => run.waitFor(work) };
  }

  async stop(grace = GRACE): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#serving;
    await this.#giveBackAhead(Infinity);
    for (const run of this.#held.all) run.park();
    const until = Date.now() + grace;
    while (this.#held.size > 0 && Date.now() < until) await sleep(20);
    for (const run of this.#held.all) run.parkNow();
    while (this.#held.size > 0) await sleep(20);
    await this.#services.endings.flush();
    this.#stopped.abort();
    for (const end of this.#unsubscribe) end();
    await Promise.all(this.#loops);
  }

  async #serve(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const most = this.#held.room;
      const taken = most > 0 ? await this.#take(most) : 0;
      if (taken === 0) await this.#pause();
    }
  }

  /** Pauses; the pause ends early when there is room for more. */
  async #pause(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, POLL * (0.5 + Math.random()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }

  async #take(most: number): Promise<number> {
    const { gate, engine, endings, onError } = this.#services;
    let jobs: readonly QueueJob[] = [];
    const asked = performance.now();
    try {
      jobs = await engine.fetch(most);
      if (jobs.length === 0) return 0;
      const wanted = jobs.map(({ id, runID }) => ({ id: runID, jobID: id }));
      const { runs } = gate.store;
      const claimed = new Map((await runs.claim(wanted, gate.processID, Date.now())).map(row => [row.jobID, row]));
      this.#held.noteAsk(performance.now() - asked);
      for (const job of jobs) {
        const row = claimed.get(job.id);
        if (row) this.#held.add(new HeldRun(row, job, runs, () => this.#beginNext()));
        // The run has ended, or another job stands for it.
        else endings.add(job);
      }
    } catch (error) {
      // Jobs that were fetched come again by themselves.
      onError('jobs could not be taken', error);
      await sleep(POLL * 4, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#beginNext();
    return jobs.length;
  }

  /** Begins the next run, where a slot has become free. */
  #beginNext(): void {
    for (let run = this.#held.next(); run; run = this.#held.next()) void this.#begin(run);
    if (this.#held.room > 0) this.#wake();
  }

  async #begin(run: HeldRun): Promise<void> {
    const { row } = run;
    const began = performance.now();
    this.#services.onRun(`${describeRun(row)} begins${row.epoch > 1 ? ` again (${row.epoch})` : ''}`);
    try {
      await performRun(run, this.#services);
    } finally {
      this.#held.noteDuration((run.actedAt ?? performance.now()) - began);
      this.#forget(run);
    }
  }

  #forget(run: HeldRun): void {
    this.#held.remove(run);
    this.#beginNext();
  }

  /** Gives runs that were taken ahead and would have to wait back to workers that have a slot. */
  async #giveBackAhead(upTo: number): Promise<void> {
    for (const run of this.#held.takeLate(upTo)) {
      run.park();
      await leaveRun(run, this.#services);
      this.#forget(run);
    }
  }

  /** The run that an event belongs to. An agent is a session of its own; a call is named by its step. */
  #asking({ sessionID, data }: ActivityEvent): HeldRun | undefined {
    return this.#held.get(sessionID) ?? this.#held.get(String(data.step));
  }

  async #repeat(milliseconds: number, what: string, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await sleep(milliseconds * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await work().catch(error => this.#services.onError(what, error));
    }
  }
}
