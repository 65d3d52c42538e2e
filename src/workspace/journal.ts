import type { HistoryQuery, RecordedSet } from '../tool/history.ts';
import type { ForeignChange } from './commit/record-change.ts';

/** What has changed, for those who look from outside. Taking back is a call like any other: `undo_file`, `undo_turn`, `redo`. */
export interface Journal {
  list(query?: HistoryQuery): Promise<readonly RecordedSet[]>;
  /** For a change that someone else has written already and that undo should cover. */
  recordChange(change: ForeignChange): Promise<string>;
}
