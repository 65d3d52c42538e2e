/** What is measured: a floor that no such thing goes below, what others do, and ours. */
export type Role = 'floor' | 'peer' | 'ours';

export interface Contestant {
  readonly name: string;
  readonly role: Role;
  /** The same work once; the state that it needs was made before. Given: the number of the round. */
  once(round: number): unknown;
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
  const spent = contestants.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (turn + round) % contestants.length;
      const contestant = contestants[index] as Contestant;
      const usual = contestant.times ?? 1;
      // What is short is compiled only once it has been done often.
      const times = round === 0 && usual > 1 ? 4 * usual : usual;
      const cpu = process.cpuUsage();
      const start = performance.now();
      for (let time = 0; time < times; time++) await contestant.once(round * times + time);
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      // The first round warms up.
      if (round > 0) spent[index]?.push((measure === 'cpu' ? (user + system) / 1000 : wall) / times);
    }
  }
  const floorAt = contestants.findIndex(({ role }) => role === 'floor');
  const floor = floorAt < 0 ? undefined : at(spent[floorAt] ?? [], 0.5);
  const standings = contestants.map(({ name, role }, index) => {
    const all = spent[index] ?? [];
    const median = at(all, 0.5);
    return {
      name,
      role,
      median,
      quartiles: [at(all, 0.25), at(all, 0.75)] as const,
      ratio: floor === undefined ? undefined : median / floor,
    };
  });
  return { work: contest.work, measure, goal: contest.goal, standings };
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
