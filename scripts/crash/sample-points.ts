import type { KillPoint, Tracee } from './killed-child.ts';

/** All calls of one name in one thread. */
export interface Lane {
  readonly tracee: Tracee;
  readonly name: string;
  readonly count: number;
}

export interface Sample {
  readonly count: number;
  /** How often each kind was chosen before; grows with every choice. */
  readonly chosen: Map<string, number>;
}

export const kindOf = ({ tracee, name }: Omit<Lane, 'count'>): string => `${tracee} ${name}`;

/** Multiples of it, without their whole part, never come near each other. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Two runs differ by a few calls: the last ones may not be reached. */
const SURE = 0.9;

/** So many points of an operation, of the kinds that were chosen least before, and at ever other moments. */
export function samplePoints(lanes: readonly Lane[], { count, chosen }: Sample): KillPoint[] {
  const times = (lane: Lane): number => chosen.get(kindOf(lane)) ?? 0;
  const least = lanes.toSorted((a, b) => times(a) - times(b)).slice(0, count);
  return least.map(lane => {
    const number = [...chosen.values()].reduce((sum, one) => sum + one, 0);
    chosen.set(kindOf(lane), times(lane) + 1);
    const { tracee, name, count: calls } = lane;
    return { tracee, name, at: 1 + Math.floor(((number * GOLDEN) % 1) * SURE * calls) };
  });
}
