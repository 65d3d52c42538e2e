import { createHash } from 'node:crypto';
import { findAddresses } from './addresses.ts';
import { leavesOf } from './leaves.ts';
import { spellingsOf } from './normal-text.ts';
import { type Authorship, valuesOf } from './result-values.ts';
import { printText, type TextPrint } from './text-print.ts';

export type ValueSource = { readonly tool: string; readonly at: number };

export interface NotedResult extends ValueSource {
  readonly result: unknown;
  readonly others: Authorship;
  /** The arguments of the call, and whether no untrusted content can have asked for them. */
  readonly given?: unknown;
  readonly isMeant?: boolean;
}

/** One more thing that is known, in the form that is kept beyond the process. */
export type OriginEntry =
  | { readonly said: string }
  | { readonly allowed: readonly string[]; readonly tool: string }
  | {
      readonly source: ValueSource;
      readonly values: readonly string[];
      readonly meant?: readonly string[];
      readonly words?: readonly number[];
      readonly threes?: readonly number[];
      readonly prose?: readonly number[];
    };

export type ResultEntry = Extract<OriginEntry, { source: unknown }>;

/** The longest value that is kept as it is; of a longer one a hash is kept. */
const LONGEST_VALUE = 200;

/** The entry that is kept of a result: its values, and for texts of others the prints by which they are known again. */
export function entryOf({ tool, at, result, others, given, isMeant }: NotedResult): OriginEntry {
  const { values, theirs } = valuesOf(result, others);
  const named = valueKeys(leavesOf(given).flatMap(({ value }) => [value, ...findAddresses(value)]));
  const repeated = new Set(isMeant ? [] : named);
  return {
    source: { tool, at },
    values: valueKeys(values).filter(key => !repeated.has(key)),
    ...(isMeant && named.length > 0 ? { meant: named } : {}),
    // The print is kept also where others wrote nothing: all who work in the conversation know that they had a say.
    ...(others === false ? {} : listsOf(printText(theirs))),
  };
}

export const listsOf = ({ words, threes, prose }: TextPrint) => ({
  words: [...words],
  threes: [...threes],
  prose: [...prose],
});

export const valueKeys = (values: readonly string[]): readonly string[] => [
  ...new Set(values.flatMap(spellingsOf).map(valueKey)),
];

export const valueKey = (value: string): string =>
  value.length <= LONGEST_VALUE ? value : `#${createHash('sha256').update(value).digest('base64').slice(0, 24)}`;
