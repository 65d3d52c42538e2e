// node bench/workers.ts [CALLS]: background calls over four workers, beside the bare engine in the same run.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../src/tool/id.ts';
import { openPgBoss } from '../src/workers/pg-boss-engine.ts';
import { startPostgres } from '../test/support/postgres/postgres-server.ts';
import { BARE_QUEUE, type ChildSetUp, openWorkersGate } from './workers-child.ts';

const CALLS = Number(process.argv[2] ?? 10_000);
const PROCESSES = 4;
/** What a worker has by default. */
const SLOTS = 20;
const ROUNDS = 3;
const CHUNK = 500;
const LANES = 3;
const WARM_UP = 2_000;

interface Round {
  readonly perSecond: number;
  readonly waits: readonly number[];
}

async function withChildren<T>(setUp: ChildSetUp, work: (children: readonly ChildProcess[]) => Promise<T>): Promise<T> {
  const children = Array.from({ length: PROCESSES }, () =>
    fork(join(import.meta.dirname, 'workers-child.ts'), [JSON.stringify(setUp)]),
  );
  try {
    await Promise.all(children.map(child => once(child, 'message')));
    return await work(children);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

async function waitsOf(children: readonly ChildProcess[]): Promise<readonly number[]> {
  const told = children.map(child => once(child, 'message'));
  for (const child of children) child.send('tell');
  return (await Promise.all(told)).flat(2) as number[];
}

/** Sends all in chunks, a few of them at the same time. */
async function inLanes(send: (at: number) => Promise<unknown>, calls = CALLS): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next; at < calls; at = next) {
      next += CHUNK;
      await send(at);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Once to warm up, and then for the clock. */
async function measured(children: readonly ChildProcess[], burst: (calls: number) => Promise<void>): Promise<Round> {
  await burst(WARM_UP);
  await waitsOf(children);
  const began = performance.now();
  await burst(CALLS);
  return { perSecond: (CALLS / (performance.now() - began)) * 1000, waits: await waitsOf(children) };
}

/** A burst of all calls: from the first one sent to the last one done. */
async function bare(url: string, workspace: string): Promise<Round> {
  const engine = await openPgBoss({ url, queue: BARE_QUEUE, onProblem: console.error });
  const burst = async (calls: number) => {
    const ids = Array.from({ length: calls }, () => newId());
    const send = (at: number) => engine.send(ids.slice(at, at + CHUNK).map(id => ({ id, runID: String(Date.now()) })));
    await inLanes(send, calls);
    while ((await engine.gone(ids)).length < calls) await sleep(20);
  };
  const round = await withChildren({ kind: 'bare', url, workspace, slots: SLOTS }, children =>
    measured(children, burst),
  );
  await engine.close();
  return round;
}

async function throughToolgate(url: string, workspace: string): Promise<Round> {
  const { gate, workers } = await openWorkersGate({ url, workspace });
  const burst = async (calls: number) => {
    const send = (at: number) => {
      const chunk = Array.from({ length: Math.min(CHUNK, calls - at) }, (_, index) => ({
        name: 'trivial',
        args: { number: at + index, sentAt: Date.now() },
      }));
      return workers.submit(gate, chunk);
    };
    await inLanes(send, calls);
    const open = () => gate.store.runs.list({ status: ['queued', 'running'], limit: 1 });
    while ((await open()).length > 0) await sleep(20);
  };
  const setUp = { kind: 'toolgate', url, workspace, slots: SLOTS } as const;
  const round = await withChildren(setUp, children => measured(children, burst));
  await workers.close();
  await gate.close();
  return round;
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

function show(name: string, rounds: readonly Round[]): number {
  const rates = rounds.map(({ perSecond }) => perSecond).sort((a, b) => a - b);
  const waits = rounds.flatMap(round => round.waits).sort((a, b) => a - b);
  const middle = rates[Math.floor(rates.length / 2)]!;
  console.log(
    `  ${name.padEnd(12)} ${rates.map(rate => rate.toFixed(0)).join(' · ')} per second; until its start p50 ${percentile(waits, 0.5)} ms, p99 ${percentile(waits, 0.99)} ms`,
  );
  return middle;
}

const server = await startPostgres({ fsync: 'on' });
const workspace = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
try {
  const rounds: { bare: Round; toolgate: Round }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const url = await server.createDatabase();
    rounds.push({ bare: await bare(url, workspace), toolgate: await throughToolgate(url, workspace) });
  }
  console.log(`${CALLS} trivial background calls in a burst, ${PROCESSES} workers, ${ROUNDS} rounds:`);
  const engine = show(
    'bare engine',
    rounds.map(round => round.bare),
  );
  const toolgate = show(
    'Toolgate',
    rounds.map(round => round.toolgate),
  );
  console.log(`  ${(toolgate / engine).toFixed(2)} of the bare engine`);
} finally {
  await server.stop();
  rmSync(workspace, { recursive: true });
}
process.exit(0);
