import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/** What a judge expects of one call. `valid`: as it is; `repaired`: this instead; `refused`: nothing runs. */
export type Kind = 'valid' | 'repaired' | 'refused';

export interface Case {
  readonly kind: Kind;
  readonly sent: unknown;
  readonly want?: unknown;
}

/** One schema in both forms, and calls of a tool that has it. */
export interface Group {
  readonly title: string;
  readonly zod?: z.ZodType;
  readonly json?: Readonly<Record<string, unknown>>;
  /** About what only Zod's own schemas tell: not for the same schema as another library's. */
  readonly zodAlone?: true;
  /** Other names of parameters. */
  readonly names?: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

/** Left alone, but for defaults. */
export const valid = (sent: unknown, want: unknown = sent): Case => ({ kind: 'valid', sent, want });
export const repaired = (sent: unknown, want: unknown): Case => ({ kind: 'repaired', sent, want });
export const refused = (sent: unknown): Case => ({ kind: 'refused', sent });

/** Cases of one parameter: `each(valid, 'n', [1, 2])`. */
export const each = (make: (sent: unknown) => Case, key: string, values: readonly unknown[]): Case[] =>
  values.map(value => make({ [key]: value }));

/** Repairs of one parameter: pairs of what was sent and what was meant. */
export const pairs = (key: string, values: readonly (readonly [unknown, unknown])[]): Case[] =>
  values.map(([sent, want]) => repaired({ [key]: sent }, { [key]: want }));

/** What became of a case. */
export type Verdict = 'right' | 'wrong' | 'not repaired';

/** `got` undefined: refused. Running anything but what was meant is wrong; refusing what could be repaired is not. */
export function judge({ kind, want }: Case, got: { readonly args: unknown } | undefined): Verdict {
  if (!got) return kind === 'refused' ? 'right' : kind === 'valid' ? 'wrong' : 'not repaired';
  return kind !== 'refused' && isDeepStrictEqual(structuredClone(got.args), structuredClone(want)) ? 'right' : 'wrong';
}
