import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityEvent } from '../activity/activity-stream.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import type { Agents } from '../agents/create-agents.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { RunEnd, RunRow } from '../store/port.ts';
import { ToolError, toFailure } from '../tool/error.ts';
import { newId } from '../tool/id.ts';
import type { RunAbove } from './dispatch.ts';
import type { Engine, Job } from './engine.ts';
import { HeldRun } from './held-run.ts';
import { KeptPolicies } from './kept-policies.ts';
import { performAgent } from './perform-agent.ts';
import { performCall } from './perform-call.ts';
import { sweep } from './sweep.ts';

export interface WorkerOptions {
  readonly gate: Toolgate;
  readonly agents: Agents;
  readonly engine: Engine;
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
  const endings: { readonly end: RunEnd | undefined; readonly job: Job }[] = [];
  let ending: Promise<void> | undefined;
  let wake: () => void = () => {};

  const problem = (what: string, error: unknown) =>
    onProblem(`${what}: ${error instanceof Error ? error.message : error}`);

  /** Slots that are free. */
  const free = () => slots - [...held.values()].filter(run => !run.isWaiting).length;

  async function serve(): Promise<void> {
    while (!stopping.signal.aborted) {
      const most = Math.min(free(), MOST_AT_ONCE);
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
    let jobs: readonly Job[] = [];
    try {
      jobs = await engine.fetch(most);
      if (jobs.length === 0) return 0;
      const wanted = jobs.map(({ id, runID }) => ({ id: runID, jobID: id }));
      const claimed = new Map((await runs.claim(wanted, gate.processID, Date.now())).map(row => [row.jobID, row]));
      for (const job of jobs) {
        const row = claimed.get(job.id);
        if (row) begin(row, job);
        // It has ended, or another job stands for it.
        else finish(undefined, job);
      }
    } catch (error) {
      // Jobs that were fetched come again by themselves.
      problem('jobs could not be taken', error);
      await sleep(POLL * 4, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return jobs.length;
  }

  function begin(row: RunRow, job: Job): void {
    held.get(row.id)?.lose();
    const run = new HeldRun(row, job, runs, () => wake());
    held.set(row.id, run);
    onRun(`${describe(row)} begins${row.epoch > 1 ? ` again (${row.epoch})` : ''}`);
    void perform(run).finally(() => {
      if (held.get(row.id) === run) held.delete(row.id);
      wake();
    });
  }

  async function perform(run: HeldRun): Promise<void> {
    let end: RunEnd;
    try {
      end = await (run.row.kind === 'agent' ? performAgent(run, performing) : performCall(run, performing));
    } catch (error) {
      const failure = error instanceof ToolError ? error : new ToolError('EXECUTION_ERROR', messageOf(error));
      end = { id: run.id, epoch: run.row.epoch, status: 'failed', error: toFailure(failure) };
    }
    if (run.left === 'parked') return giveBack(run);
    if (run.left === 'lost') {
      onRun(`${describe(run.row)} is no longer ours`);
      // Harms nobody who has its job by now, and is right where nobody shall have it.
      return finish(undefined, run.job);
    }
    onRun(`${describe(run.row)} ${end.status}`);
    // What it took and did not hand in. If this fails, their leases run out.
    if (run.row.kind === 'agent') await gate.tasks.releaseProcess(run.id).catch(() => {});
    finish(end, run.job);
  }

  function finish(end: RunEnd | undefined, job: Job): void {
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
