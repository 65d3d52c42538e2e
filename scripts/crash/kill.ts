// Kills processes at random instants and checks what is left: node kill.ts [--kills 500] [--processes 3] [--seed 1]
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { type Acknowledged, checkState } from './check-state.ts';
import { seeded } from './random.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

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
  'INVALID_ARGUMENTS',
  'INVALID_PATH',
  'APPROVAL_DENIED',
]);

export async function killLoop({ kills, processes, seed, between, tell }: KillOptions): Promise<KillReport> {
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-crash-'));
  const workspace = join(folder, 'workspace');
  const store = join(folder, 'state', 'toolgate.db');
  const log = join(folder, 'acknowledged.jsonl');
  mkdirSync(workspace);
  const problems: string[] = [];
  let next = seed * 100_000;
  let done = 0;
  try {
    while (done < kills && problems.length === 0) {
      const running = new Set<ChildProcess>();
      const start = async () => running.add(await startWorker([workspace, store, String(next++), log]));
      await Promise.all(Array.from({ length: processes }, start));
      for (let round = 0; round < between && done < kills; round++) {
        await new Promise(resolve => setTimeout(resolve, random() * 120));
        const victim = [...running][Math.floor(random() * running.size)]!;
        running.delete(victim);
        await kill(victim);
        done++;
        if (round + 1 < between && done < kills) await start();
      }
      await Promise.all([...running].map(kill));
      problems.push(...(await look(workspace, store, log)));
      tell(`${done} kills, ${problems.length} problems`);
    }
    const acknowledged = readLog(log);
    const unexpected = acknowledged
      .filter(({ ok, code }) => !ok && !EXPECTED.has(code ?? ''))
      .map(({ code, message }) => `${code}: ${message}`);
    return {
      kills: done,
      calls: acknowledged.length,
      changed: acknowledged.filter(({ set }) => set).length,
      unexpected,
      problems,
    };
  } finally {
    if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
    else tell(`kept for a look: ${folder}`);
  }
}

async function look(workspace: string, store: string, log: string): Promise<string[]> {
  const gate = await createToolgate({ workspace, store });
  const problems = await checkState(workspace, gate.store, readLog(log));
  await gate.close();
  return problems;
}

/** The last line may be torn: its writer was killed. */
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

function startWorker(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`A worker ended by itself with ${code}`)));
    child.stdout?.once('data', () => resolve(child));
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
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
  for (const line of [...new Set(report.unexpected)].slice(0, 20)) console.log(`unexpected: ${line}`);
  for (const problem of report.problems.slice(0, 50)) console.log(`problem: ${problem}`);
  process.exitCode = report.problems.length + report.unexpected.length > 0 ? 1 : 0;
}
