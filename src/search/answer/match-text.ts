/** A word as FTS5 takes it: nothing in it is syntax. */
export const quoteTerm = (word: string): string => `"${word.replaceAll('"', '""')}"`;

export const anyOf = (parts: readonly string[]): string => join(parts, ' OR ');
export const joinWithAnd = (parts: readonly string[]): string => join(parts, ' AND ');

const join = (parts: readonly string[], word: string): string =>
  parts.length === 1 ? parts.join() : `(${parts.join(word)})`;

export function subsets<T>(things: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return things.flatMap((thing, at) => subsets(things.slice(at + 1), size - 1).map(rest => [thing, ...rest]));
}

/** The three-letter pieces of a text. */
export const gramsOf = (text: string): string[] => [
  ...new Set(Array.from({ length: Math.max(0, Math.min(text.length, 60) - 2) }, (_, at) => text.slice(at, at + 3))),
];
