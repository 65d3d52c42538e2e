import type { ChangeRow } from '../../store/port.ts';
import { isOriginal, keptPlaceOf, placeIfThere } from '../commit/rollback.ts';
import { holds, lookIn, modeOf } from '../disk/disk.ts';
import { type Folders, parentOf } from '../disk/folders.ts';

/** The disk's word on an intended change: written, not written, or overtaken by someone else's work. */
type Standing = 'applied' | 'original' | 'foreign';

export function standingOf(folders: Folders, row: ChangeRow, surviving: (folder: string) => string): Standing {
  const { operation, before, after, path, temp } = row;
  const at = placeIfThere(folders, path);
  if (!at) return after ? (before ? 'foreign' : 'original') : 'applied';
  const found = lookIn(at.dir, at.name);
  if (operation === 'chmod') {
    if (found.kind !== 'file' && found.kind !== 'directory') return 'foreign';
    const mode = modeOf(found.stats);
    return mode === after!.mode ? 'applied' : mode === before!.mode ? 'original' : 'foreign';
  }
  const kept = keptPlaceOf(folders, row, surviving);
  if (!after) return found.kind === 'absent' ? 'applied' : isOriginal(row, at, kept) ? 'original' : 'foreign';
  if (operation === 'mkdir' && found.kind === 'absent') return 'original';
  const waiting = temp !== undefined && folders.at(parentOf(path)).lstat(temp) !== undefined;
  if (after.kind === 'file' && after.sha === undefined && waiting) return 'original';
  if (isOriginal(row, at, kept)) return 'original';
  if (holds(after, at.dir, at.name)) return 'applied';
  // The new content still waits under its temporary name, or the old one was set aside and nothing has come yet.
  if (waiting || (found.kind === 'absent' && kept?.dir.lstat(kept.name))) return 'original';
  return 'foreign';
}
