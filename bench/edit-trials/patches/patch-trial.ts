import type { Random } from '../random.ts';
import { afterOf, oldOf, type Step, type TrueChange } from '../true-change.ts';

/** A patch of some files, and what each is to hold; undefined where the patch must change nothing. */
export interface PatchTrial {
  readonly sort: 'decidable' | 'plausible' | 'refusal';
  readonly patch: string;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string> | undefined;
}

export interface PatchKind {
  readonly name: string;
  make(change: TrueChange, random: Random): PatchTrial | undefined;
}

export const NAME = 'src/file.txt';
export const asText = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');
export const marked = (steps: readonly Step[]) => steps.map(({ tag, text }) => tag + text);

interface Numbers {
  readonly line?: number;
  readonly counts?: readonly [number, number];
}

/** A hunk with its head, whose numbers are right unless told. */
export function hunkOf(change: TrueChange, { line = change.at + 1, counts }: Numbers = {}): string {
  const [old, fresh] = counts ?? [oldOf(change).length, change.steps.filter(({ tag }) => tag !== '-').length];
  return [`@@ -${line},${old} +${line},${fresh} @@`, ...marked(change.steps)].join('\n');
}

export const unified = (hunks: readonly string[], head = `--- a/${NAME}\n+++ b/${NAME}`) =>
  `${head}\n${hunks.join('\n')}\n`;
export const envelope = (hunks: readonly string[], head = `*** Update File: ${NAME}`) =>
  `*** Begin Patch\n${head}\n${hunks.join('\n')}\n*** End Patch`;

export const single = (
  change: TrueChange,
  patch: string,
  { sort = 'decidable', lines = change.lines }: { sort?: PatchTrial['sort']; lines?: readonly string[] } = {},
): PatchTrial => ({
  sort,
  patch,
  before: new Map([[NAME, asText(lines)]]),
  after: sort === 'refusal' ? undefined : new Map([[NAME, asText(afterOf({ ...change, lines }))]]),
});

export const remark = (change: TrueChange, map: (line: string) => string): TrueChange => ({
  ...change,
  steps: change.steps.map(step => ({ ...step, text: map(step.text) })),
});

/** The old lines stand a second time, below. */
export function doubled(change: TrueChange): TrueChange {
  return { ...change, lines: [...change.lines, 'between the two', ...oldOf(change)] };
}
