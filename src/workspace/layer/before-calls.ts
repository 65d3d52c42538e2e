import type { FileState, JournalStore } from '../../store/port.ts';

/**
 * What a file was before calls changed it, by the journal, whose rows outlive their images: `untouched` where none did,
 * `made` where a call has made it. What was taken back does not count.
 */
export async function beforeCalls(
  journal: Pick<JournalStore, 'changesOf'>,
  path: string,
): Promise<'untouched' | 'made' | FileState> {
  const rows = await journal.changesOf(path);
  const inForce = rows.filter(({ undoneBy, set }) => undoneBy === undefined && !set.action);
  let oldest: FileState | undefined;
  for (const { before, after } of inForce) {
    // A call has deleted it, and somebody else has made it anew.
    if (!after) break;
    if (!before) return 'made';
    oldest = before;
  }
  return oldest ?? 'untouched';
}
