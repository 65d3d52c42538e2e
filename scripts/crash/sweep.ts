import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Checked, checkPoint, type Stages } from './check-point.ts';
import { type ChildRun, countCalls, type KillPoint, killChild } from './killed-child.ts';
import { openPlace, type Place, prepareScenario, runCall } from './run-scenario.ts';
import { fillWorkspace, type Scenario } from './scenarios.ts';
import { type Tree, treeOf } from './tree.ts';

export interface SweepOptions {
  /** An empty folder to work in. */
  readonly folder: string;
  /** About so many calls of each name at most, from all over the operation; left out, every one. */
  readonly most?: number;
  /** Points tried at once. */
  readonly abreast: number;
}

export interface Swept {
  readonly points: number;
  readonly ends: Readonly<Record<Checked['recovered'], number>>;
  readonly problems: readonly string[];
  /** Folders as a kill has left them, where a start has something to do. */
  readonly left: Readonly<Record<Checked['recovered'], readonly string[]>>;
}

export interface Prepared {
  readonly scenario: Scenario;
  readonly stages: Stages;
  /** Holds the start state; copied for each point. */
  readonly base: string;
}

export const placeIn = (folder: string): Place => ({
  workspace: join(folder, 'workspace'),
  store: join(folder, 'state', 'toolgate.db'),
});

/** Makes the start state, and runs the operation once to its end to know what comes out. */
export async function prepareSweep(scenario: Scenario, folder: string): Promise<Prepared> {
  const base = join(folder, 'base');
  const place = placeIn(base);
  fillWorkspace(place.workspace);
  const initial = treeOf(place.workspace);
  await prepareScenario(scenario, place);
  const whole = join(folder, 'whole');
  copy(base, whole);
  const trees = await wholeRun(scenario, placeIn(whole));
  return { scenario, base, stages: { initial, trees } };
}

async function wholeRun({ run, before }: Scenario, place: Place): Promise<Tree[]> {
  const trees = [treeOf(place.workspace)];
  const gate = await openPlace(place);
  if (run !== 'plan') await runCall(gate, run);
  else {
    // A plan is applied set by set, so it may also stop between two; the same calls, done at once, show where.
    await gate.plan.drop();
    for (const call of before.slice(0, -1)) {
      await runCall(gate, call);
      trees.push(treeOf(place.workspace));
    }
    await runCall(gate, before.at(-1)!);
  }
  trees.push(treeOf(place.workspace));
  await gate.close();
  return trees;
}

/** Kills at one system call after another until the process comes to its end, and looks at what each has left. */
export async function sweep(
  { scenario, stages, base }: Prepared,
  part: ChildRun['part'],
  { folder, most = Number.POSITIVE_INFINITY, abreast }: SweepOptions,
): Promise<Swept> {
  const problems: string[] = [];
  const left: Record<Checked['recovered'], string[]> = { nothing: [], completed: [], 'rolled back': [] };
  let points = 0;
  const runIn = (own: string): ChildRun => ({ ...placeIn(own), scenario: scenario.name, part });
  const tryPoint = async (point: KillPoint): Promise<boolean> => {
    const { tracee, name, at } = point;
    const own = join(folder, `${tracee}-${name}-${at}`);
    const seen = `${own}-left`;
    copy(base, own);
    const { killed, call } = await killChild(runIn(own), point);
    if (!killed) {
      rmSync(own, { recursive: true });
      return false;
    }
    points++;
    copy(own, seen);
    const checked = await checkPoint(scenario, placeIn(own), stages);
    problems.push(
      ...checked.problems.map(problem => `${scenario.name}, ${tracee} thread, ${name} ${at}, ${call}: ${problem}`),
    );
    if (checked.problems.length === 0) rmSync(own, { recursive: true });
    if (checked.recovered === 'nothing') rmSync(seen, { recursive: true });
    left[checked.recovered].push(seen);
    return true;
  };
  for (const tracee of ['main', 'pool'] as const) {
    const own = join(folder, `${tracee}-counted`);
    copy(base, own);
    const counts = await countCalls(runIn(own), tracee);
    const lanes = [...counts].map(([name, count]) => {
      const step = Math.max(1, Math.floor(count / most));
      return { name, step, next: Math.ceil(step / 2), reached: true };
    });
    const work = async () => {
      for (const lane of lanes) {
        while (lane.reached) {
          const at = lane.next;
          lane.next += lane.step;
          // Two runs differ by a few calls, so the count is no end.
          if (!(await tryPoint({ tracee, name: lane.name, at }))) lane.reached = false;
        }
      }
    };
    await Promise.all(Array.from({ length: abreast }, work));
  }
  const ends = {
    nothing: left.nothing.length,
    completed: left.completed.length,
    'rolled back': left['rolled back'].length,
  };
  return { points, ends, problems, left };
}

/** With modes and times, as a power cut or a kill would leave it. */
function copy(from: string, to: string): void {
  mkdirSync(to);
  execFileSync('cp', ['-a', `${from}/.`, to]);
}
