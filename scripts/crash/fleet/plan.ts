import { pick, seeded } from '../random.ts';

/** A task of the trial, and what the one who does it is told. */
export interface PlannedTask {
  readonly label: string;
  readonly dependsOn: readonly string[];
  /** Shared by many, so that claims matter. */
  readonly file: string;
  /** Milliseconds that its effect takes. */
  readonly wait: number;
  /** Runs a command in the sandbox too. */
  readonly command: boolean;
  /** Its first submission is sent back. */
  readonly rejected: boolean;
}

/** One round at one task: the prompt of one run. */
export interface Work extends Pick<PlannedTask, 'label' | 'file' | 'wait' | 'command'> {
  readonly round: number;
}

const MOST_DEPENDENCIES = 3;
/** So that the work lasts as long as the kills. */
const LONGEST_WAIT = 2000;
export const SHARED_FILES = ['shared/a.txt', 'shared/b.txt', 'shared/c.txt'];
/** New lines go before it. */
export const LAST_LINE = '<end>';

export function planTasks(count: number, seed: number): readonly PlannedTask[] {
  const random = seeded(seed);
  const labels = Array.from({ length: count }, (_, index) => `t${index}`);
  return labels.map((label, index) => {
    const earlier = labels.slice(Math.max(0, index - 40), index);
    const wanted = earlier.length === 0 ? 0 : Math.floor(random() * (MOST_DEPENDENCIES + 1));
    return {
      label,
      dependsOn: [...new Set(Array.from({ length: wanted }, () => pick(random, earlier)))],
      file: pick(random, SHARED_FILES),
      wait: Math.floor(random() * LONGEST_WAIT),
      command: random() < 0.15,
      rejected: random() < 0.15,
    };
  });
}

/** Stands in every line that a round leaves anywhere; what follows tells its calls apart. */
export const markOf = ({ label, round }: Pick<Work, 'label' | 'round'>): string => `${label} r${round} `;
export const commandFile = ({ label }: Pick<Work, 'label'>): string => `commands/${label}.txt`;
