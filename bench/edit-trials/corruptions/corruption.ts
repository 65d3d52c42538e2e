import type { Random } from '../random.ts';
import { newOf, oldOf, type Step, type TrueChange } from '../true-change.ts';

/** What a model sends. */
export interface Sent {
  readonly old: string;
  readonly new: string;
  /** What the file holds, where it is the file that is not as the model saw it. */
  readonly lines?: readonly string[];
}

/** A file that is to be edited, and what it is to hold afterwards, as lines. */
export interface Trial {
  readonly change: TrueChange;
  readonly random: Random;
}

export interface Corruption {
  readonly name: string;
  /** Whether there is but one reading, or one that is plausible. */
  readonly sort: 'decidable' | 'plausible';
  /** Undefined where the change has nothing to spoil. */
  spoil(trial: Trial): Sent | undefined;
}

export const textOf = (lines: readonly string[]) => lines.join('\n');
export const isBlank = (line: string) => line.trim() === '';

export const sentLines = (change: TrueChange, spoil: (line: string) => string): Sent | undefined => {
  const old = oldOf(change).map(spoil);
  if (textOf(old) === textOf(oldOf(change))) return undefined;
  return { old: textOf(old), new: textOf(newOf(change).map(spoil)) };
};

export const ofSteps = (change: TrueChange, steps: readonly Step[]): Sent => ({
  old: textOf(oldOf({ ...change, steps })),
  new: textOf(newOf({ ...change, steps })),
});

/** Every line of the change, old and new, is spoilt in the same way. */
export const everyLine = (name: string, spoil: (line: string, trial: Trial) => string): Corruption => ({
  name,
  sort: 'decidable',
  spoil: trial => sentLines(trial.change, line => spoil(line, trial)),
});

/** The lines that stay are spoilt, the ones that change are not. */
export const context = (
  name: string,
  spoil: (line: string, random: Random) => string,
  sort: Corruption['sort'] = 'decidable',
): Corruption => ({
  name,
  sort,
  spoil: ({ change, random }) => {
    const steps = change.steps.map(step => (step.tag === ' ' ? { ...step, text: spoil(step.text, random) } : step));
    const sent = ofSteps(change, steps);
    return sent.old === textOf(oldOf(change)) ? undefined : sent;
  },
});

/** Two lines at least that say something. */
export const isTelling = (lines: readonly (string | undefined)[]): boolean =>
  lines.filter(line => line !== undefined && line.replace(/\W/g, '').length >= 8).length >= 2;

export const bothOf = (change: TrueChange) => change.steps.map(({ text }) => text);

/** Steps that stay and have such as stay on both sides. */
export const innerContext = ({ steps }: TrueChange): number[] =>
  steps.flatMap(({ tag }, index) =>
    tag === ' ' && steps[index - 1]?.tag === ' ' && steps[index + 1]?.tag === ' ' ? [index] : [],
  );
