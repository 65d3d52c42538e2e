/** What has changed in the workspace, and the way back. Like `Files`, it stages; the commit stage writes. */
export interface History {
  /** Takes back the last change of a file that was not taken back yet. `force` overwrites what overlaps. */
  undoFile(path: string, options?: { force?: boolean }): Promise<UndoReport>;
  /** Takes back a turn of this session, or of another, or the workspace's last turn that changed something. */
  undoTurn(turn?: number, options?: { force?: boolean; sessionID?: string | undefined }): Promise<UndoReport>;
  /** Takes back one call's change set by its id. */
  undoSet(id: string, options?: { force?: boolean }): Promise<UndoReport>;
  /** Brings back what the last undo took. */
  redo(options?: { force?: boolean }): Promise<UndoReport>;
  list(query?: HistoryQuery): Promise<readonly RecordedSet[]>;
  /** The workspace-relative paths that an undo or redo would write; for effects. Throws as the action would. */
  affected(action: UndoAction): Promise<readonly string[]>;
}

export type UndoAction =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'turn'; readonly turn?: number; readonly sessionID?: string }
  | { readonly kind: 'set'; readonly id: string }
  | { readonly kind: 'redo' };

export interface HistoryQuery {
  /** The id of the only change set that is wanted. */
  readonly id?: string;
  readonly path?: string;
  readonly sessionID?: string;
  /** The sessions of which any may have made the set. */
  readonly sessions?: readonly string[];
  readonly turn?: number;
  readonly limit?: number;
  /** Only change sets older than the one with this id. */
  readonly before?: string;
  /** Whether a unified diff for each file is wanted. */
  readonly diffs?: boolean;
}

export interface UndoReport {
  /** The change sets that were taken back (or brought back). */
  readonly sets: readonly string[];
  readonly files: readonly UndoneFile[];
  /** Files that did not come back: they were too large to be kept when they were deleted or overwritten. */
  readonly notKept: readonly string[];
}

export interface UndoneFile {
  readonly path: string;
  /** `whole`: the recorded image came back; `hunks`: only the call's own lines; `forced`: overlapping text replaced. */
  readonly how: 'whole' | 'hunks' | 'forced' | 'deleted' | 'created';
  readonly diff: string;
}

export interface RecordedSet {
  readonly id: string;
  readonly callID: string;
  /** The id that the caller gave the call, as models do; a label, never a key. */
  readonly label?: string | undefined;
  readonly sessionID: string;
  readonly agent: string;
  readonly turn: number;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: 'intent' | 'committed' | 'rolled_back' | 'planned' | 'pending';
  readonly undone: boolean;
  /** The change set that this undo (or redo) takes back. */
  readonly undoes?: string;
  /** Whether the set takes back or brings back other sets; its diff is then that of doing so. */
  readonly action?: 'undo' | 'redo';
  /** The set that took this one back, where a single set has done so. */
  readonly undoneBy?: string;
  readonly changes: readonly RecordedChange[];
}

export interface RecordedChange {
  readonly path: string;
  readonly operation: 'create' | 'write' | 'delete' | 'mkdir' | 'rmdir' | 'symlink' | 'chmod';
  /** The path before a move. */
  readonly movedFrom?: string;
  readonly added: number;
  readonly removed: number;
  readonly undone: boolean;
  readonly diff?: string;
}
