// Kills at every system call of every operation, and of the start after it, and checks what is left.
// node syscalls.ts [--only NAME] [--sample N] [--abreast 2] [--recoveries 2]
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Sample } from './sample-points.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { prepareSweep, type Swept, sweep } from './sweep.ts';

export interface SyscallOptions {
  readonly scenarios: readonly Scenario[];
  /** So many points of each operation; left out, every one. */
  readonly sample?: number;
  readonly abreast: number;
  /** From how many half-done states of each kind the recovery is killed too. */
  readonly recoveries: number;
  readonly tell: (line: string) => void;
}

export interface SyscallReport {
  readonly points: number;
  readonly problems: readonly string[];
  readonly rows: readonly (Omit<Swept, 'left'> & { readonly name: string })[];
}

export async function sweepAll({ scenarios, tell, sample, ...rest }: SyscallOptions): Promise<SyscallReport> {
  const options: Options = { ...rest, ...(sample ? { sample: { count: sample, chosen: new Map() } } : {}) };
  // Kills need no real disk: what the system was told is there either way.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'toolgate-syscalls-'));
  const rows: (Omit<Swept, 'left'> & { name: string })[] = [];
  const problems: string[] = [];
  try {
    for (const [index, scenario] of scenarios.entries()) {
      const own = join(folder, String(index));
      for (const row of await sweepOne(scenario, own, options)) {
        rows.push(row);
        problems.push(...row.problems);
        tell(rowText(row));
      }
      if (problems.length === 0) rmSync(own, { recursive: true });
    }
  } finally {
    if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
    else tell(`kept for a look: ${folder}`);
  }
  return { rows, problems, points: rows.reduce((sum, { points }) => sum + points, 0) };
}

type Options = Omit<SyscallOptions, 'scenarios' | 'tell' | 'sample'> & { readonly sample?: Sample };

async function sweepOne(scenario: Scenario, folder: string, { sample, abreast, recoveries }: Options) {
  mkdirSync(folder);
  const prepared = await prepareSweep(scenario, folder);
  const operation = join(folder, 'operation');
  mkdirSync(operation);
  const swept = await sweep(prepared, 'operation', { folder: operation, sample, abreast });
  const rows = [{ name: scenario.name, ...swept }];
  const states = scenario.recovery ? recoveries : 0;
  const chosen = [...spread(swept.left['rolled back'], states), ...spread(swept.left.completed, states)];
  for (const [index, base] of chosen.entries()) {
    const recovery = join(folder, `recovery-${index}`);
    mkdirSync(recovery);
    const again = await sweep({ ...prepared, base }, 'start', { folder: recovery, sample, abreast });
    rows.push({ name: `  recovery ${index + 1} of ${scenario.name}`, ...again });
  }
  return rows.map(({ left: _, ...row }) => row);
}

/** So many of them, from all over the list. */
function spread<T>(items: readonly T[], count: number): T[] {
  const chosen = Array.from({ length: Math.min(count, items.length) }, (_, index) =>
    Math.floor(((index + 0.5) * items.length) / count),
  );
  return [...new Set(chosen)].map(index => items[Math.min(index, items.length - 1)]!);
}

const rowText = ({ name, points, ends, problems }: SyscallReport['rows'][number]): string =>
  [
    name.padEnd(44),
    `${points} points`.padStart(12),
    `${ends.nothing} left nothing, ${ends['rolled back']} rolled back, ${ends.completed} completed`.padStart(52),
    `${problems.length} problems`.padStart(14),
  ].join('');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      sample: { type: 'string' },
      abreast: { type: 'string', default: '2' },
      recoveries: { type: 'string', default: '2' },
    },
  });
  const report = await sweepAll({
    scenarios: SCENARIOS.filter(({ name }) => values.only === undefined || name === values.only),
    ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
    abreast: Number(values.abreast),
    recoveries: Number(values.recoveries),
    tell: line => console.log(line),
  });
  console.log(`${report.points} points, ${report.problems.length} problems`);
  for (const problem of report.problems.slice(0, 50)) console.log(`problem: ${problem}`);
  process.exitCode = report.problems.length > 0 ? 1 : 0;
}
