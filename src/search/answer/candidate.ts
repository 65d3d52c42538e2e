import type { SymbolKind } from '../symbol.ts';

export interface Candidate {
  readonly id: number;
  readonly path: string;
  readonly weight: number;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  readonly line: number;
  readonly endLine: number;
  readonly local: boolean;
  readonly signature: string;
  readonly doc: string;
  /** How well the candidate's words fit, from 0 to 1 for the best. */
  text: number;
  /** How well a document that names the candidate fits, from 0 to 1. */
  told: number;
}

export type Row = Record<string, unknown>;

export const toCandidate = (row: Row, text: number): Candidate => ({
  ...(row as unknown as Candidate),
  local: row.local === 1,
  text,
  told: 0,
});

/** Selects candidates, from symbols `s` and files `f`. */
export const CANDIDATE = `select s.id, f.path, f.weight, s.name, s.kind, s.container, s.line, s.end_line as endLine, s.local,
  s.signature, s.doc from symbols s join files f on f.id = s.file`;

/** A word as FTS5 takes it: nothing in it is syntax. */
export const quoteTerm = (word: string): string => `"${word.replaceAll('"', '""')}"`;

export const anyOf = (parts: readonly string[]): string => join(parts, ' OR ');
export const joinWithAnd = (parts: readonly string[]): string => join(parts, ' AND ');

const join = (parts: readonly string[], word: string) => (parts.length === 1 ? parts.join() : `(${parts.join(word)})`);

export function subsets<T>(things: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return things.flatMap((thing, at) => subsets(things.slice(at + 1), size - 1).map(rest => [thing, ...rest]));
}

/** The three-letter pieces of a text. */
export const gramsOf = (text: string): string[] => [
  ...new Set(Array.from({ length: Math.max(0, Math.min(text.length, 60) - 2) }, (_, at) => text.slice(at, at + 3))),
];
