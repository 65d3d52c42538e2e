import type { SymbolKind } from './symbol.ts';

/** A place where code was found. It holds no text of the file: whoever shows the place reads the file anew. */
export interface CodeHit {
  /** The path, relative to the workspace. */
  readonly path: string;
  /** The line, from 1, as the file was when it was indexed. */
  readonly line: number;
  readonly endLine: number;
  readonly kind: SymbolKind;
  /** The symbol's name; undefined for plain text. */
  readonly symbol?: string;
  /** The class, type or function that the symbol lies in. */
  readonly container?: string;
  /** The score: higher is better; good only for comparing the hits of one answer. */
  readonly score: number;
}

interface CodeQuery {
  readonly text: string;
  /** A folder or file, relative to the workspace; left out: all. */
  readonly path?: string;
  /** Globs relative to `path`: one must match, and none of those that begin with `!`. */
  readonly globs?: readonly string[];
  readonly language?: string;
  readonly kind?: string;
  /** The number of hits to give back; the caller asks for more than it shows, since it may have to leave some out. */
  readonly limit: number;
  /** Workspace-relative paths that the caller may not see: nothing of them is shown to an embedding model. */
  readonly hidden?: readonly string[];
  readonly signal?: AbortSignal;
}

export type IndexQuestion = Omit<CodeQuery, 'signal' | 'hidden'>;

export interface CodeAnswer {
  readonly hits: readonly CodeHit[];
  readonly state: IndexState;
}

/** The state of the index, which tells how far an answer can be trusted. */
export interface IndexState {
  /** Whether files are still being taken in. */
  readonly building: boolean;
  /** How much of the work is done, from 0 to 1. */
  readonly progress: number;
  /** Files that have changed since the index took them in, as far as it looked; workspace-relative, not all. */
  readonly stale: readonly string[];
  /** Whether files were left out, since the index is as large as it may become. */
  readonly full: boolean;
  /** Whether the ranking counted meaning. */
  readonly meaning: boolean;
}

/** The index of the code: it tells where the code says something. */
export interface CodeIndex {
  /** Whether code is shown to an embedding model: then a query has to say what is hidden. */
  readonly embeds: boolean;
  search(query: CodeQuery): Promise<CodeAnswer>;
  progress(): Promise<number>;
  /** Resolves once no file is left to be taken in. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
