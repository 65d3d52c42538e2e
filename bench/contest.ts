/** What is measured: a floor that no such thing goes below, what others do, and ours. */
export type Role = 'floor' | 'peer' | 'ours';

export interface Contestant {
  readonly name: string;
  readonly role: Role;
  /** Makes the state that a round needs; this does not count. Given: how often the work was done. */
  ready?(at: number): unknown;
  /** The same work once; the state that it needs was made before. Comes to what it took where that was in another process. */
  once(at: number): unknown;
  /** How often in a round; for what is too short to be measured alone. */
  readonly times?: number;
}

export interface Contest {
  /** Names one row of the table. */
  readonly work: string;
  /** CPU of this process where the work is all in it, else the time until it is done. */
  readonly measure: 'cpu' | 'wall';
  /** The most that ours may take, as a multiple of the floor. */
  readonly goal?: number;
  readonly contestants: readonly Contestant[];
  readonly rounds?: number;
}

/** Milliseconds that something took. */
export class Spent {
  readonly cpu: number;
  readonly wall: number;

  constructor(cpu: number, wall: number) {
    this.cpu = cpu;
    this.wall = wall;
  }
}

/** What some work takes of this process, or what it says itself. */
export async function measured(work: () => unknown): Promise<Spent> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const told = await work();
  if (told instanceof Spent) return told;
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return new Spent((user + system) / 1000, wall);
}

/** Milliseconds of one time. */
export interface Standing {
  readonly name: string;
  readonly role: Role;
  readonly median: number;
  /** Half of the rounds lie between these. */
  readonly quartiles: readonly [number, number];
  /** Of the floor of the same contest. */
  readonly ratio: number | undefined;
}

export interface ContestResult {
  readonly work: string;
  readonly measure: 'cpu' | 'wall';
  readonly goal?: number | undefined;
  readonly standings: readonly Standing[];
}

/** Lets all take turns, round by round, each time in another order, so that a busy moment is nobody's alone. */
export async function hold(contest: Contest, { quick }: { quick: boolean }): Promise<ContestResult> {
  const { contestants, measure } = contest;
  const rounds = Math.max(3, Math.ceil((contest.rounds ?? 15) / (quick ? 3 : 1)));
  const racers = contestants.map(contestant => ({ contestant, done: 0, spent: [] as number[] }));
  for (const racer of racers) await warmUp(racer);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < racers.length; turn++) {
      const racer = racers[(turn + round) % racers.length] as Racer;
      await racer.contestant.ready?.(racer.done);
      racer.spent.push((await measured(() => runRound(racer)))[measure] / timesOf(racer));
    }
  }
  const floorRacer = racers.find(({ contestant }) => contestant.role === 'floor');
  const floor = floorRacer && at(floorRacer.spent, 0.5);
  const standings = racers.map(({ contestant: { name, role }, spent }) => {
    const median = at(spent, 0.5);
    return {
      name,
      role,
      median,
      quartiles: [at(spent, 0.25), at(spent, 0.75)] as const,
      ratio: floor === undefined ? undefined : median / floor,
    };
  });
  return { work: contest.work, measure, goal: contest.goal, standings };
}

interface Racer {
  readonly contestant: Contestant;
  done: number;
  /** Milliseconds of one time, for each round. */
  readonly spent: number[];
}

const timesOf = ({ contestant }: Racer): number => contestant.times ?? 1;

async function runRound(racer: Racer): Promise<unknown> {
  let told: unknown;
  for (let time = 0; time < timesOf(racer); time++) told = await racer.contestant.once(racer.done++);
  return told;
}

/** What is done often is compiled only then: each has half a second before it counts, and at least one round. */
async function warmUp(racer: Racer): Promise<void> {
  const end = performance.now() + 500;
  for (let round = 0; round === 0 || (round < 20 && performance.now() < end); round++) {
    await racer.contestant.ready?.(racer.done);
    await runRound(racer);
  }
}

const at = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
};

/** How a cost grows: what one costs at each size, and how often it doubles where the size doubles. */
export interface GrowthResult {
  readonly work: string;
  readonly sizes: readonly { readonly size: number; readonly cost: number }[];
  /** 0 is flat, 1 grows with the size. */
  readonly slope: number;
}

/** The slope of the line through the logarithms. */
export function slopeOf(sizes: GrowthResult['sizes']): number {
  const points = sizes.map(({ size, cost }) => [Math.log2(size), Math.log2(cost)] as const);
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const under = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
