import { lstatSync } from 'node:fs';
import type { FileState } from '../../store/port.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';

/**
 * A file's state before calls changed it, by the journal, whose rows outlive their images: `untouched` where no call
 * did, `made` where a call has made it, or may have. Changes that were taken back do not count.
 */
export async function beforeCalls(ground: Ground, path: string): Promise<'untouched' | 'made' | FileState> {
  if (isUnderWork(ground, path)) return 'made';
  const rows = await ground.store.journal.changesOf(path);
  const inForce = rows.filter(({ undoneBy, set }) => undoneBy === undefined && !set.action);
  let oldest: FileState | undefined;
  for (const { before, after } of inForce) {
    // A call has deleted the file, and somebody else has made it anew.
    if (!after) break;
    if (!before) return 'made';
    oldest = before;
  }
  return oldest ?? 'untouched';
}

/** Whether a file was changed since a job began that still works on the real files; times of change cannot be set. */
export function isUnderWork({ root, working }: Ground, path: string): boolean {
  if (working.size === 0) return false;
  const stats = lstatSync(joinBelow(root.absolute, path), { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && [...working].some(begun => stats.ctimeNs > begun);
}
