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
  ...{ local: row.local === 1, text, told: 0 },
});

/** Selects candidates, from symbols `s` and files `f`. */
export const CANDIDATE = `select s.id, f.path, f.weight, s.name, s.kind, s.container, s.line, s.end_line as endLine, s.local,
  s.signature, s.doc from symbols s join files f on f.id = s.file`;
