// Lets every system call of every operation fail, one at a time, and checks that what the caller was told, the files,
// the journal and the ledger agree: node faults.ts [--only NAME] [--call NAME] [--sample N] [--abreast 2]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPoint, type Told } from './check/check-point.ts';
import { type ChildRun, countCalls, failCall, type KillPoint } from './killed-child.ts';
import { type Lane, type Sample, samplePoints } from './sample-points.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { placeIn, prepareSweep } from './sweep.ts';

export interface FaultOptions {
  readonly scenarios: readonly Scenario[];
  /** Only calls of this name. */
  readonly call?: string;
  /** So many points of each operation; left out, every one. */
  readonly sample?: number;
  readonly abreast: number;
  /** Also with calls that fail from a point on. */
  readonly lasting: boolean;
  readonly tell: (line: string) => void;
}

export interface FaultReport {
  readonly points: number;
  /** Points at which the operation failed, and those at which it went well all the same. */
  readonly failed: number;
  readonly done: number;
  readonly problems: readonly string[];
}

const NAMES = ['EIO', 'ENOSPC', 'EROFS', 'EACCES', 'EROFS+'];
/** How each call fails in life, `+` from there on; those that are not here fail with EIO alone. */
const ERRORS: Readonly<Record<string, readonly string[]>> = {
  openat: ['EMFILE', 'EROFS', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE+'],
  open: ['EMFILE', 'EROFS', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE+'],
  write: ['ENOSPC', 'EIO'],
  pwrite64: ['ENOSPC', 'EIO', 'ENOSPC+'],
  fsync: ['EIO', 'ENOSPC', 'EIO+'],
  fdatasync: ['EIO', 'ENOSPC', 'EIO+'],
  close: ['EIO', 'EIO+'],
  fcntl: ['EIO', 'EIO+'],
  rename: NAMES,
  link: [...NAMES, 'EMLINK'],
  unlink: NAMES,
  mkdir: NAMES,
  rmdir: NAMES,
  symlink: NAMES,
};
/** A call that fails does so soon. Milliseconds, on a busy machine. */
const SOON = 20_000;

export async function sweepFaults({
  scenarios,
  call,
  sample,
  abreast,
  lasting,
  tell,
}: FaultOptions): Promise<FaultReport> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'toolgate-faults-'));
  const chosen: Sample | undefined = sample === undefined ? undefined : { count: sample, chosen: new Map() };
  const problems: string[] = [];
  const counted = { points: 0, failed: 0, done: 0 };
  try {
    for (const [index, scenario] of scenarios.entries()) {
      const own = join(folder, String(index));
      mkdirSync(own);
      const before = { ...counted, problems: problems.length };
      await sweepOne(scenario, own);
      const { points, failed, done } = counted;
      tell(
        [
          scenario.name.padEnd(28),
          `${points - before.points} points, ${failed - before.failed} failed, ${done - before.done} done,`,
          `${problems.length - before.problems} problems`,
        ].join(' '),
      );
      if (problems.length === before.problems) rmSync(own, { recursive: true });
    }
  } finally {
    if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
    else tell(`kept for a look: ${folder}`);
  }
  return { ...counted, problems };

  async function sweepOne(scenario: Scenario, own: string): Promise<void> {
    const { stages, base } = await prepareSweep(scenario, own);
    const runIn = (at: string): ChildRun => ({ ...placeIn(at), scenario: scenario.name, part: 'told' });
    const lanes: Lane[] = [];
    for (const tracee of ['main', 'pool'] as const) {
      const at = join(own, `${tracee}-counted`);
      copy(base, at);
      for (const [name, count] of await countCalls(runIn(at), tracee, { failing: true }))
        if (call === undefined || name === call) lanes.push({ tracee, name, count });
    }
    const tryPoint = async (point: KillPoint, error: string): Promise<void> => {
      const { tracee, name, at } = point;
      const mine = join(own, `${tracee}-${name}-${at}-${error}`);
      copy(base, mine);
      const { reached, call: failed, said } = await failCall(runIn(mine), point, error);
      if (reached) {
        const told = said === '' ? undefined : (JSON.parse(said) as Told);
        const checked = await checkPoint(scenario, placeIn(mine), { ...stages, ...(told ? { told } : {}) });
        const found = [...checked.problems];
        if (told && told.took > SOON) found.push(`took ${Math.round(told.took)} ms`);
        const where = `${scenario.name}, ${tracee} thread, ${name} ${at} ${error}, ${failed}`;
        if (found.length > 0) problems.push(`${where}: ${found.slice(0, 4).join('; ')}`);
        counted.points++;
        if (told?.ok) counted.done++;
        else counted.failed++;
        if (found.length > 0) return;
      }
      rmSync(mine, { recursive: true });
    };
    const points = chosen ? samplePoints(lanes, chosen) : lanes.flatMap(everyPoint);
    const waiting = points
      .flatMap((point, index) => {
        const errors = (ERRORS[point.name] ?? ['EIO']).filter(error => lasting || !error.endsWith('+'));
        return chosen
          ? [[point, errors[index % errors.length]!] as const]
          : errors.map(error => [point, error] as const);
      })
      [Symbol.iterator]();
    const work = async () => {
      for (const [point, error] of waiting) await tryPoint(point, error);
    };
    await Promise.all(Array.from({ length: abreast }, work));
  }
}

const everyPoint = ({ tracee, name, count }: Lane): KillPoint[] =>
  Array.from({ length: count }, (_, index) => ({ tracee, name, at: index + 1 }));

function copy(from: string, to: string): void {
  mkdirSync(to);
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      call: { type: 'string' },
      sample: { type: 'string' },
      abreast: { type: 'string', default: '2' },
    },
  });
  const report = await sweepFaults({
    // A plan has no outcome of its own.
    scenarios: SCENARIOS.filter(({ name, run }) => run !== 'plan' && (values.only ?? name) === name),
    ...(values.call === undefined ? {} : { call: values.call }),
    ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
    abreast: Number(values.abreast),
    lasting: true,
    tell: line => console.log(line),
  });
  const { points, failed, done, problems } = report;
  console.log(`${points} points: ${failed} failed, ${done} done; ${problems.length} problems`);
  for (const problem of problems.slice(0, 50)) console.log(`problem: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
