import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/tool/id.ts';
import { openPgBoss } from '../../src/workers/pg-boss-engine.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgres/postgres-server.ts';
import { BARE_QUEUE, type ChildSetUp, openWorkersGate } from '../children/workers-child.ts';
import { type ContestResult, hold } from '../contest.ts';
import { inFolder, type Part, type PartOptions, type PartResult } from '../part.ts';
import { openRowsSender } from '../workers-rows.ts';

const PROCESSES = 4;
/** What a worker has by default. */
const SLOTS = 20;
const CHUNK = 500;
const LANES = 3;

/** A burst of calls in the background, over four workers, beside the bare engine, and beside it with the rows of a call alone. */
export const measure: Part = async options => {
  let server: PostgresServer;
  try {
    server = await startPostgres({ fsync: 'on' });
  } catch (error) {
    return { contests: [], facts: [{ what: 'not measured, PostgreSQL does not start', value: String(error) }] };
  }
  try {
    let result: PartResult = { contests: [] };
    await inFolder(options, async workspace => {
      result = await besideTheEngine(await server.createDatabase(), workspace, options);
      return { contests: [] };
    });
    return result;
  } finally {
    await server.stop();
  }
};

async function besideTheEngine(url: string, workspace: string, options: PartOptions): Promise<PartResult> {
  const calls = options.quick ? 1_000 : 10_000;
  const bare = await startWorkers({ kind: 'bare', url, workspace, slots: SLOTS });
  const ours = await startWorkers({ kind: 'toolgate', url, workspace, slots: SLOTS });
  const engine = await openPgBoss({ url, queue: BARE_QUEUE, onProblem: console.error });
  const { gate, workers } = await openWorkersGate({ url, workspace });
  const schema = String(gate.store.sharedAs);
  const rows = await startWorkers({ kind: 'rows', url, workspace, slots: SLOTS, schema });
  const rowsSender = await openRowsSender({ url, schema });
  const bareBurst = async () => {
    const ids = Array.from({ length: calls }, () => newId());
    const send = (at: number) => engine.send(ids.slice(at, at + CHUNK).map(id => ({ id, runID: String(Date.now()) })));
    await inLanes(calls, send);
    while ((await engine.gone(ids)).length < calls) await sleep(20);
  };
  const rowsBurst = async () => {
    await inLanes(calls, at => rowsSender.send(Math.min(CHUNK, calls - at)));
    while (!(await rowsSender.isDone())) await sleep(20);
  };
  const burst = async () => {
    const call = (number: number) => ({ name: 'trivial', args: { number, sentAt: Date.now() } });
    const chunk = (at: number) => Array.from({ length: Math.min(CHUNK, calls - at) }, (_, index) => call(at + index));
    await inLanes(calls, at => workers.submit(gate, chunk(at)));
    const open = () => gate.store.runs.list({ status: ['queued', 'running'], limit: 1 });
    while ((await open()).length > 0) await sleep(20);
  };
  try {
    const contest: ContestResult = await hold(
      {
        work: `${calls.toLocaleString('en')} calls on ${PROCESSES} workers`,
        measure: 'wall',
        rounds: 5,
        goal: 1.25,
        contestants: [
          { name: 'bare pg-boss', role: 'floor', once: bareBurst },
          { name: 'pg-boss and the rows of a call', role: 'peer', once: rowsBurst },
          { name: 'toolgate workers', role: 'ours', once: burst },
        ],
      },
      options,
    );
    const facts = [
      { what: 'bare pg-boss, until the start of a call', value: sayWaits(await waitsOf(bare)) },
      { what: 'toolgate, until the start of a call', value: sayWaits(await waitsOf(ours)) },
    ];
    return { contests: [contest], facts };
  } finally {
    for (const child of [...bare, ...rows, ...ours]) child.kill('SIGKILL');
    await rowsSender.close();
    await engine.close();
    await workers.close();
    await gate.close();
  }
}

async function startWorkers(setUp: ChildSetUp): Promise<readonly ChildProcess[]> {
  const program = join(import.meta.dirname, '../children/workers-child.ts');
  const children = Array.from({ length: PROCESSES }, () => fork(program, [JSON.stringify(setUp)]));
  await Promise.all(children.map(child => once(child, 'message')));
  return children;
}

/** Sends all in chunks, a few of them at the same time. */
async function inLanes(calls: number, send: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next; at < calls; at = next) {
      next += CHUNK;
      await send(at);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function waitsOf(children: readonly ChildProcess[]): Promise<readonly number[]> {
  const told = children.map(child => once(child, 'message'));
  for (const child of children) child.send('tell');
  return ((await Promise.all(told)).flat(2) as number[]).sort((a, b) => a - b);
}

const sayWaits = (sorted: readonly number[]): string =>
  `p50 ${sorted[Math.floor(sorted.length / 2)]} ms, p99 ${sorted[Math.floor(sorted.length * 0.99)]} ms`;
