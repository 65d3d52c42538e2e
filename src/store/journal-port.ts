/** The state of one path at one moment. */
export interface FileState {
  readonly kind: 'file' | 'directory' | 'symlink';
  /** Hex SHA-256 of the content; undefined where the image was too large to keep. */
  readonly sha?: string;
  readonly size: number;
  readonly mode: number;
  /** Seconds; when a file was last written, where that is known. */
  readonly mtime?: number;
  /** Where a symbolic link leads. */
  readonly target?: string;
}

export type ChangeSetStatus = 'intent' | 'committed' | 'rolled_back' | 'planned' | 'pending';

export interface ChangeSetRow {
  readonly id: string;
  readonly callID: string;
  /** The id that the caller gave the call; a label, never a key. */
  readonly label?: string | undefined;
  readonly sessionID: string;
  readonly agent: string;
  readonly turn: number;
  readonly processID: string;
  readonly title: string;
  readonly at: number;
  readonly status: ChangeSetStatus;
  /** The sets that an undo or a redo takes back. */
  readonly undoes?: readonly string[];
  readonly action?: 'undo' | 'redo';
}

export interface ChangeRow {
  readonly id: string;
  readonly setID: string;
  /** Position in the set; changes are applied in this order and rolled back in the reverse one. */
  readonly ord: number;
  /** Workspace-relative, real (no link on the way). */
  readonly path: string;
  readonly operation: 'create' | 'write' | 'delete' | 'mkdir' | 'rmdir' | 'symlink' | 'chmod';
  readonly before?: FileState;
  readonly after?: FileState;
  /** Name of the temporary file or folder beside the target, where one is used. */
  readonly temp?: string;
  /** The other path of a move. */
  readonly movedFrom?: string;
  readonly movedTo?: string;
  readonly added: number;
  readonly removed: number;
  /** The set that took this change back, until a redo brings it again. */
  readonly undoneBy?: string;
}

/** Changes of a planned or pending set that wait no more: they were written, or dropped. */
export type SettledChanges = { readonly setID: string; readonly changes: readonly string[] };

export interface Blob {
  readonly sha: string;
  /** The bytes, asked for when the image is stored: a holder of very many need not have them in memory. */
  readonly bytes: Uint8Array;
}

export interface JournalStore {
  /** The intent, durable; very many changes go in parts, `told` of each: a set without its last is rolled back. */
  begin(
    set: ChangeSetRow,
    changes: readonly ChangeRow[],
    blobs: readonly Blob[],
    told?: (changes: number) => void,
  ): Promise<void>;
  /**
   * The end of an intent (or of a planned or pending set). With `committed`, in the same step, the changes in
   * `takesBack` are marked as undone by this set, those in `bringsBack` are no longer undone, and those in `settles`,
   * which this set has written, wait no more.
   */
  finish(
    id: string,
    status: ChangeSetStatus,
    marks?: {
      takesBack?: readonly string[];
      bringsBack?: readonly string[];
      settles?: readonly SettledChanges[];
      /** Whether the set is one change whose file tells again, after a power cut, how it ended. */
      told?: boolean;
    },
  ): Promise<void>;
  /** Removes changes of planned and pending sets, all at once, and the sets that have none left. */
  settle(settled: readonly SettledChanges[]): Promise<void>;
  countPlanned(): Promise<number>;
  set(id: string): Promise<ChangeSetRow | undefined>;
  /** Sets, newest first. */
  sets(query: {
    status?: ChangeSetStatus;
    processID?: string;
    sessionID?: string;
    /** Sets of any of these sessions. */
    sessions?: readonly string[];
    turn?: number;
    path?: string;
    before?: string;
    limit?: number;
  }): Promise<readonly ChangeSetRow[]>;
  /** The changes of a set, in order of `ord`. */
  changes(setID: string): Promise<readonly ChangeRow[]>;
  /** Committed changes of one path, newest first. */
  changesOf(path: string, limit?: number): Promise<readonly (ChangeRow & { readonly set: ChangeSetRow })[]>;
  blob(sha: string): Promise<Uint8Array | undefined>;
  size(): Promise<number>;
  /** Forgets the images of the oldest finished sets until at most `bytes` are kept. Their rows stay, not undoable. */
  prune(bytes: number): Promise<void>;
}
