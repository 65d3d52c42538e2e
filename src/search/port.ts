import type { SymbolKind } from './symbol.ts';

/** A place where code was found. Text of the file is not part of it: whoever shows it reads it anew. */
export interface CodeHit {
  /** Workspace-relative. */
  readonly path: string;
  /** The line, from 1, as the file was when it was indexed. */
  readonly line: number;
  readonly endLine: number;
  readonly kind: SymbolKind;
  /** The symbol's name; undefined for plain text. */
  readonly symbol?: string;
  /** The class, type or function that it lies in. */
  readonly container?: string;
  /** Higher is better; only good for comparing the hits of one answer. */
  readonly score: number;
}

export interface CodeQuery {
  readonly text: string;
  /** Workspace-relative folder or file; left out: all. */
  readonly path?: string;
  /** Relative to `path`; one must match, and none of those that begin with `!`. */
  readonly globs?: readonly string[];
  readonly language?: string;
  readonly kind?: string;
  /** Hits to give back; the caller asks for more than it shows, since it may have to leave some out. */
  readonly limit: number;
  /** Workspace-relative paths that the caller may not see: nothing of them is shown to an embedding model. */
  readonly hidden?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What goes to the index itself. */
export type IndexQuestion = Omit<CodeQuery, 'signal' | 'hidden'>;

export interface CodeAnswer {
  readonly hits: readonly CodeHit[];
  readonly state: IndexState;
}

/** What the answer is good for. */
export interface IndexState {
  /** Files are still being taken in. */
  readonly building: boolean;
  /** How much of the work is done, from 0 to 1. */
  readonly progress: number;
  /** Files that have changed since they were taken in, as far as they were looked at; workspace-relative, not all. */
  readonly stale: readonly string[];
  /** Files that were left out since the index is as large as it may become. */
  readonly full: boolean;
  /** Whether meaning counted. */
  readonly meaning: boolean;
}

/** The index of the code: where what is said in it. */
export interface CodeIndex {
  /** Code is shown to an embedding model: a query has to say what is hidden. */
  readonly embeds: boolean;
  search(query: CodeQuery): Promise<CodeAnswer>;
  /** How much of the work is done, from 0 to 1. */
  progress(): Promise<number>;
  /** Resolves once nothing is left to be taken in. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
