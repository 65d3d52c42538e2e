import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Checked, checkPoint, type Stages } from './check/check-point.ts';
import { type ChildRun, countCalls, type KillPoint, killChild } from './killed-child.ts';
import { openPlace, type Place, prepareScenario, runCall } from './run-scenario.ts';
import { kindOf, type Lane, type Sample, samplePoints } from './sample-points.ts';
import { fillWorkspace, type Scenario } from './scenarios.ts';
import { type Tree, treeOf } from './tree.ts';

export interface SweepOptions {
  /** An empty folder to work in. */
  readonly folder: string;
  /** Left out, every one. */
  readonly sample?: Sample;
  /** Points tried at once. */
  readonly abreast: number;
}

export interface Swept {
  /** How often it was killed at each kind of call that it makes. */
  readonly kinds: ReadonlyMap<string, number>;
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

/** Kills at one system call after another, and looks at what each has left. */
export async function sweep(
  { scenario, stages, base }: Prepared,
  part: ChildRun['part'],
  { folder, sample, abreast }: SweepOptions,
): Promise<Swept> {
  const problems: string[] = [];
  const left: Record<Checked['recovered'], string[]> = { nothing: [], completed: [], 'rolled back': [] };
  const kinds = new Map<string, number>();
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
    kinds.set(kindOf(point), kinds.get(kindOf(point))! + 1);
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
  const lanes: Lane[] = [];
  for (const tracee of ['main', 'pool'] as const) {
    const own = join(folder, `${tracee}-counted`);
    copy(base, own);
    for (const [name, count] of await countCalls(runIn(own), tracee)) lanes.push({ tracee, name, count });
  }
  for (const lane of lanes) kinds.set(kindOf(lane), 0);
  if (sample) await inTurns(samplePoints(lanes, sample), abreast, tryPoint);
  else await everyPoint(lanes, abreast, tryPoint);
  const ends = {
    nothing: left.nothing.length,
    completed: left.completed.length,
    'rolled back': left['rolled back'].length,
  };
  return { kinds, points: ends.nothing + ends.completed + ends['rolled back'], ends, problems, left };
}

type TryPoint = (point: KillPoint) => Promise<boolean>;

/** Until the process comes to its end: two runs differ by a few calls, so the count is no end. */
async function everyPoint(lanes: readonly Lane[], abreast: number, tryPoint: TryPoint): Promise<void> {
  for (const { tracee, name } of lanes) {
    let next = 1;
    let reached = true;
    const work = async () => {
      while (reached) if (!(await tryPoint({ tracee, name, at: next++ }))) reached = false;
    };
    await Promise.all(Array.from({ length: abreast }, work));
  }
}

async function inTurns(points: readonly KillPoint[], abreast: number, tryPoint: TryPoint): Promise<void> {
  const waiting = points[Symbol.iterator]();
  const work = async () => {
    for (const point of waiting) await tryPoint(point);
  };
  await Promise.all(Array.from({ length: abreast }, work));
}

/** With modes and times, as a power cut or a kill would leave it. */
function copy(from: string, to: string): void {
  mkdirSync(to);
  execFileSync('cp', ['-a', `${from}/.`, to]);
}
