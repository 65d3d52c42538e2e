// Kills processes at random instants and checks what is left: node kill.ts [--kills 500] [--processes 3] [--seed 1]
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import type { Acknowledged } from './check/check-ledger.ts';
import { checkState } from './check/check-state.ts';
import { bodyOf } from './operations.ts';
import { programs } from './programs.ts';
import { seeded } from './random.ts';
import { treeOf } from './tree.ts';
import { Workers } from './workers.ts';

export interface KillOptions {
  readonly kills: number;
  readonly processes: number;
  readonly seed: number;
  /** Kills between two looks at everything. */
  readonly between: number;
  readonly tell: (line: string) => void;
}

export interface KillReport {
  readonly kills: number;
  readonly calls: number;
  readonly changed: number;
  /** How often a call came to which end. */
  readonly ends: ReadonlyMap<string, number>;
  readonly unexpected: readonly string[];
  readonly problems: readonly string[];
}

/** Failures that a call may come to here; anything else is a defect. */
const EXPECTED = new Set([
  'FILE_NOT_FOUND',
  'FILE_EXISTS',
  'NOT_A_FILE',
  'EDIT_NOT_FOUND',
  'EDIT_AMBIGUOUS',
  'STALE_FILE',
  'CLAIMED',
  'UNDO_CONFLICT',
  'ILLEGAL_TRANSITION',
  'INVALID_ARGUMENTS',
  'INVALID_PATH',
  'APPROVAL_DENIED',
  // What was approved is no longer what it would do: someone put a file into the folder to be deleted.
  'POLICY_DENIED',
]);

/** Milliseconds, at most, from one kill to the next. */
const LONGEST = 150;
/** Of so many new processes one is not waited for, so that kills meet starts and recoveries too. */
const UNAWAITED = 4;

export async function killLoop({ kills, processes, seed, between, tell }: KillOptions): Promise<KillReport> {
  const random = seeded(seed);
  const { worker } = await programs();
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-crash-'));
  const [workspace, log] = [join(folder, 'workspace'), join(folder, 'acknowledged.jsonl')];
  const store = join(folder, 'state', 'toolgate.db');
  fill(workspace, random);
  const initial = treeOf(workspace);
  const problems: string[] = [];
  let next = seed * 100_000;
  let done = 0;
  try {
    while (done < kills && problems.length === 0) {
      const workers = new Workers(worker);
      const start = () => workers.start([workspace, store, String(next++), log]);
      try {
        await Promise.all(Array.from({ length: processes }, start));
        for (let round = 0; round < between && done < kills; round++) {
          await sleep(random() * LONGEST);
          await workers.kill(Math.floor(random() * workers.size));
          done++;
          const ready = start();
          if (random() * UNAWAITED >= 1) await ready;
        }
      } finally {
        await workers.killAll();
      }
      const gate = await createToolgate({ workspace, store });
      problems.push(...(await checkState({ workspace, store: gate.store, initial, acknowledged: readLog(log) })));
      await gate.close();
      tell(`${done} kills, ${problems.length} problems`);
    }
    return { kills: done, ...summary(readLog(log)), problems };
  } finally {
    if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
    else tell(`kept for a look: ${folder}`);
  }
}

/** A few files with modes of their own, which every change has to keep. */
function fill(workspace: string, random: () => number): void {
  mkdirSync(join(workspace, 'a', 'b'), { recursive: true });
  for (const [path, mode] of [
    ['f0.txt', 0o640],
    ['f1.txt', 0o755],
    ['a/f2.txt', 0o600],
    ['a/b/f3.txt', 0o664],
  ] as const)
    writeFileSync(join(workspace, path), bodyOf(random, path), { mode });
}

function summary(acknowledged: readonly Acknowledged[]): Omit<KillReport, 'kills' | 'problems'> {
  const ends = new Map<string, number>();
  for (const { ok, code } of acknowledged) {
    const end = ok ? 'ok' : (code ?? 'no code');
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const unexpected = acknowledged.filter(({ ok, code }) => !ok && !EXPECTED.has(code ?? ''));
  return {
    calls: acknowledged.length,
    changed: acknowledged.filter(({ set }) => set !== undefined).length,
    ends,
    unexpected: [...new Set(unexpected.map(({ code, message }) => `${code}: ${message}`))],
  };
}

/** The last line of a writer may be torn: it was killed. */
function readLog(log: string): Acknowledged[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as Acknowledged];
      } catch {
        return [];
      }
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '500' },
      processes: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
    },
  });
  const report = await killLoop({
    kills: Number(values.kills),
    processes: Number(values.processes),
    seed: Number(values.seed),
    between: 10,
    tell: line => console.log(line),
  });
  console.log(`${report.kills} kills, ${report.calls} calls acknowledged, ${report.changed} of them changed files`);
  console.log([...report.ends].map(([end, count]) => `${end} ${count}`).join(', '));
  for (const line of report.unexpected.slice(0, 20)) console.log(`unexpected: ${line}`);
  for (const problem of report.problems.slice(0, 50)) console.log(`problem: ${problem}`);
  process.exitCode = report.problems.length + report.unexpected.length > 0 ? 1 : 0;
}
