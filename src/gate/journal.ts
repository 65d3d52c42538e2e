import type { HistoryQuery, RecordedSet } from '../tool/history.ts';

/** What has changed, for those who look from outside. Taking back is a call like any other: `undo_file`, `undo_turn`, `redo`. */
export interface Journal {
  list(query?: HistoryQuery): Promise<readonly RecordedSet[]>;
  /** For a change that someone else has written already and that undo should cover. */
  recordChange(change: ForeignChange): Promise<string>;
}

export interface ForeignChange {
  readonly filePath: string;
  readonly operation: 'create' | 'write' | 'edit' | 'delete';
  readonly contentBefore: string | Uint8Array | null;
  readonly contentAfter: string | Uint8Array | null;
  readonly turnNumber: number;
  readonly toolCallId: string;
}
