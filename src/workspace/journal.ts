import type { HistoryQuery, RecordedSet } from '../tool/history.ts';
import type { ForeignChange } from './commit/record-change.ts';

/** The journal for those who look from outside. Taking back is a call: `undo_file`, `undo_turn`, `redo`. */
export interface Journal {
  list(query?: HistoryQuery): Promise<readonly RecordedSet[]>;
  /** Records a change that someone else has written already and that undo should cover. */
  recordChange(change: ForeignChange): Promise<string>;
}
