import type { ChangeSetStatus, JournalStore } from '../../store/port.ts';
import type { SetMarks } from './marks.ts';

interface End {
  readonly status: ChangeSetStatus;
  readonly marks?: SetMarks | undefined;
}

/** Sets whose files are as they should be, but which the journal, on a full disk, still calls an intent. */
const waiting = new WeakMap<JournalStore, Map<string, End>>();

export function closeLater(journal: JournalStore, id: string, end: End): void {
  const ends = waiting.get(journal) ?? new Map<string, End>();
  waiting.set(journal, ends.set(id, end));
}

/** Closes the waiting sets, before anyone looks at the history or adds to it; a set that fails once more waits on. */
export async function closeWaiting(journal: JournalStore): Promise<void> {
  const ends = waiting.get(journal) ?? [];
  for (const [id, { status, marks }] of ends) {
    try {
      await journal.finish(id, status, marks);
    } catch {
      return;
    }
    waiting.get(journal)?.delete(id);
  }
}
