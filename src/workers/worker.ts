import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityEvent } from '../activity/activity-stream.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import type { Agents } from '../agents/create-agents.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { RunEnd, RunRow } from '../store/port.ts';
import { ToolError, toFailure } from '../tool/error.ts';
import { newId } from '../tool/id.ts';
import type { RunAbove } from './dispatch.ts';
import type { QueueEngine, QueueJob } from './engine.ts';
import { HeldRun } from './held-run.ts';
import { KeptPolicies } from './kept-policies.ts';
import { performAgent } from './perform-agent.ts';
import { performCall } from './perform-call.ts';
import { sweep } from './sweep.ts';

export interface WorkerOptions {
  readonly gate: Toolgate;
  readonly agents: Agents;
  readonly engine: QueueEngine;
  /** Runs at once; those that wait for a person or for other runs do not count. */
  readonly slots?: number;
  readonly onProblem?: (message: string) => void;
  /** A line for people: what began and what ended. */
  readonly onRun?: (line: string) => void;
}

export interface Worker {
  /** For the spawner of its gate. */
  runOf(sessionID: string): RunAbove | undefined;
  /** Takes no more, lets what runs come to a good point within these milliseconds, and gives it back. */
  stop(grace?: number): Promise<void>;
}

const SLOTS = 20;
/** While runs take less than so many milliseconds, so many times the free slots are taken: asking costs more. */
const SHORT = 20;
const AHEAD = 5;
/** Milliseconds for which what was taken ahead may wait for a slot; then others may have it. */
const LONGEST_AHEAD = 1_000;
const MOST_AT_ONCE = 100;
const POLL = 250;
const BEAT = 3_000;
const LOOK = 300;
const SWEEP = 2_000;
const GRACE = 10_000;

/** Does what the queue hands out, until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { gate, engine, slots = SLOTS, onProblem = () => {}, onRun = () => {} } = options;
  const { runs } = gate.store;
  const held = new Map<string, HeldRun>();
  const stopping = new AbortController();
  const performing = { gate, agents: options.agents, policies: new KeptPolicies(gate.store.state) };
  /** Taken ahead, and waiting for a slot. */
  const ahead: { readonly run: HeldRun; readonly since: number }[] = [];
  /** Milliseconds that a run takes, of late. */
  let usual = Infinity;
  const endings: { readonly end: RunEnd | undefined; readonly job: QueueJob }[] = [];
  let ending: Promise<void> | undefined;
  let wake: () => void = () => {};

  const problem = (what: string, error: unknown) =>
    onProblem(`${what}: ${error instanceof Error ? error.message : error}`);

  /** Slots that are free. */
  const free = () => slots + ahead.length - [...held.values()].filter(run => !run.isWaiting).length;

  const room = () => Math.min(free() * (usual < SHORT ? AHEAD : 1), MOST_AT_ONCE);

  async function serve(): Promise<void> {
    while (!stopping.signal.aborted) {
      const most = room();
      const taken = most > 0 ? await take(most) : 0;
      if (taken < most || most <= 0) await pause(taken === 0 ? POLL : 0);
    }
  }

  /** Ends early when something has changed. */
  async function pause(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return;
    const woken = new AbortController();
    wake = () => woken.abort();
    const time = milliseconds * (0.5 + Math.random());
    await sleep(time, undefined, { signal: AbortSignal.any([woken.signal, stopping.signal]) }).catch(() => {});
  }

  async function take(most: number): Promise<number> {
    let jobs: readonly QueueJob[] = [];
    try {
      jobs = await engine.fetch(most);
      if (jobs.length === 0) return 0;
      const wanted = jobs.map(({ id, runID }) => ({ id: runID, jobID: id }));
      const claimed = new Map((await runs.claim(wanted, gate.processID, Date.now())).map(row => [row.jobID, row]));
      for (const job of jobs) {
        const row = claimed.get(job.id);
        if (row) hold(row, job);
        // It has ended, or another job stands for it.
        else finish(undefined, job);
      }
    } catch (error) {
      // Jobs that were fetched come again by themselves.
      problem('jobs could not be taken', error);
      await sleep(POLL * 4, undefined, { signal: stopping.signal }).catch(() => {});
    }
    beginNext();
    return jobs.length;
  }

  function hold(row: RunRow, job: QueueJob): void {
    held.get(row.id)?.lose();
    const run = new HeldRun(row, job, runs, changed);
    held.set(row.id, run);
    ahead.push({ run, since: Date.now() });
  }

  /** A slot may have become free. */
  function changed(): void {
    beginNext();
    wake();
  }

  function beginNext(): void {
    for (let most = free(); most > 0 && ahead.length > 0; most--) begin(ahead.shift()!.run);
  }

  function begin(run: HeldRun): void {
    const { row } = run;
    const began = performance.now();
    onRun(`${describe(row)} begins${row.epoch > 1 ? ` again (${row.epoch})` : ''}`);
    void (run.left ? leave(run) : perform(run)).finally(() => {
      const took = performance.now() - began;
      usual = usual === Infinity ? took : usual * 0.9 + took * 0.1;
      forget(run);
    });
  }

  function forget(run: HeldRun): void {
    if (held.get(run.id) === run) held.delete(run.id);
    changed();
  }

  /** What was taken ahead and would have to wait goes back to those who have a slot. */
  async function giveBackAhead(olderThan: number): Promise<void> {
    const old = ahead.filter(({ since }) => since <= olderThan);
    // Runs are not as short as they were.
    if (old.length > 0) usual = Infinity;
    for (const each of old) {
      ahead.splice(ahead.indexOf(each), 1);
      each.run.park();
      await leave(each.run);
      forget(each.run);
    }
  }

  async function perform(run: HeldRun): Promise<void> {
    let end: RunEnd;
    try {
      end = await (run.row.kind === 'agent' ? performAgent(run, performing) : performCall(run, performing));
    } catch (error) {
      const failure = error instanceof ToolError ? error : new ToolError('EXECUTION_ERROR', messageOf(error));
      end = { id: run.id, epoch: run.row.epoch, status: 'failed', error: toFailure(failure) };
    }
    if (run.left) return leave(run);
    onRun(`${describe(run.row)} ${end.status}`);
    if (run.row.kind === 'agent') await giveTasksBack(run);
    finish(end, run.job);
  }

  /** Of tasks that it took and did not hand in. If this fails, their leases run out. */
  async function giveTasksBack({ id }: HeldRun): Promise<void> {
    await gate.tasks.releaseProcess(id).catch(() => {});
  }

  /** Nobody goes on with it, unlike with one that another worker has taken over. */
  async function isCancelled({ id }: HeldRun): Promise<boolean> {
    return (await runs.get(id).catch(() => undefined))?.status === 'cancelled';
  }

  async function leave(run: HeldRun): Promise<void> {
    if (run.left === 'parked') return giveBack(run);
    onRun(`${describe(run.row)} is no longer ours`);
    if (run.row.kind === 'agent' && (await isCancelled(run))) await giveTasksBack(run);
    // Harms nobody who has its job by now, and is right where nobody shall have it.
    finish(undefined, run.job);
  }

  function finish(end: RunEnd | undefined, job: QueueJob): void {
    endings.push({ end, job });
    ending ??= writeEndings().finally(() => {
      ending = undefined;
    });
  }

  /** What ends at the same time is written together: first that it has ended, then that its job is done. */
  async function writeEndings(): Promise<void> {
    await new Promise(setImmediate);
    while (endings.length > 0) {
      const batch = endings.splice(0);
      try {
        const ends = batch.flatMap(({ end }) => end ?? []);
        if (ends.length > 0) await runs.end(ends, Date.now());
        await engine.complete(batch.map(({ job }) => job));
      } catch (error) {
        // The runs stay as they are, and are taken up again when their jobs come back.
        problem('ends could not be written', error);
      }
    }
  }

  async function giveBack(run: HeldRun): Promise<void> {
    const jobID = newId();
    try {
      if (await runs.release(run.row, jobID, Date.now()))
        await engine.send([{ id: jobID, runID: run.id, first: true }]);
      await engine.complete([run.job]);
      onRun(`${describe(run.row)} is given back`);
    } catch (error) {
      problem('a run could not be given back', error);
    }
  }

  /** Runs whose job has gone to another worker, and those that were cancelled. */
  async function dropLost(lost: Iterable<string>): Promise<void> {
    for (const id of lost) held.get(id)?.lose();
  }

  /** An agent is a session of its own; a call is named by its step. */
  const runAsking = ({ sessionID, data }: ActivityEvent) => held.get(sessionID) ?? held.get(String(data.step));

  const regularly = (milliseconds: number, what: string, work: () => Promise<void>) =>
    repeat(work, milliseconds, stopped.signal, error => problem(what, error));

  const stopped = new AbortController();
  const loops = [
    serve(),
    regularly(BEAT, 'the jobs could not be kept', async () => {
      const jobs = [...held.values()].map(run => run.job);
      await dropLost((await engine.touch(jobs)).map(job => job.runID));
    }),
    regularly(LOOK, 'the runs could not be looked at', async () => {
      if (held.size > 0) await dropLost(await runs.lost([...held.values()].map(run => run.row)));
      await giveBackAhead(Date.now() - LONGEST_AHEAD);
    }),
    regularly(SWEEP, 'runs that were left could not be looked for', () => sweep({ gate, engine })),
  ];
  const unsubscribe = [
    gate.activity.subscribe(ActivityEventType.APPROVAL_REQUESTED, event => runAsking(event)?.waits(1)),
    gate.activity.subscribe(ActivityEventType.APPROVAL_RESOLVED, event => runAsking(event)?.waits(-1)),
  ];

  return {
    runOf(sessionID) {
      const run = held.get(sessionID);
      return (
        run && {
          id: run.id,
          rootID: run.row.rootID,
          isLeft: () => run.left !== undefined,
          waitFor: work => run.waitFor(work),
        }
      );
    },
    async stop(grace = GRACE) {
      stopping.abort();
      await loops[0];
      await giveBackAhead(Infinity);
      for (const run of held.values()) run.park();
      const until = Date.now() + grace;
      while (held.size > 0 && Date.now() < until) await sleep(20);
      for (const run of held.values()) run.parkNow();
      while (held.size > 0) await sleep(20);
      await ending;
      stopped.abort();
      for (const end of unsubscribe) end();
      await Promise.all(loops);
    },
  };
}

async function repeat(
  work: () => Promise<void>,
  milliseconds: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(milliseconds * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await work().catch(onError);
  }
}

const describe = ({ id, kind, spec }: RunRow): string =>
  `${id} ${kind === 'agent' ? spec.agentType : spec.name} for ${spec.agent}`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
