import { statSync } from 'node:fs';
import type { ChangeRow, FileState, JournalStore } from '../../store/port.ts';
import { errorCodeOf, holds, lookIn, modeOf } from '../disk/disk.ts';
import { type EntryPlace, type Folders, joinPath, parentOf } from '../disk/folders.ts';
import { removeBelow } from '../disk/remove-below.ts';
import { setMode, writeNewFile } from '../disk/write-new-file.ts';
import type { CommitHook } from '../ground.ts';
import { keptPlace, linkedIfRoom, removed, survivingFolder, touchedFolders } from './kept-aside.ts';
import { isMadeWhole } from './new-folders.ts';

interface RollbackOptions {
  readonly folders: Folders;
  readonly rows: readonly ChangeRow[];
  readonly journal: Pick<JournalStore, 'blob'>;
  readonly step?: CommitHook;
  /** Rows whose names were changed, where they are known; after a crash they are not, and the disk has to tell. */
  readonly touched?: ReadonlySet<ChangeRow>;
}

interface RollbackReport {
  /** Paths that someone else changed since, or that are not to be restored; left as they are. */
  readonly kept: readonly string[];
  /** The first failure on the way; the rest was still tried. */
  readonly error?: unknown;
}

/**
 * Takes a half-written set back, the last change first, by looking at the disk: only a file that still holds what the
 * set wrote is touched. A second roll-back, or one after half of it before a crash, comes to the same.
 */
export async function rollBack({ folders, rows, journal, step, touched }: RollbackOptions): Promise<RollbackReport> {
  const surviving = survivingFolder(rows);
  const kept: string[] = [];
  const failed = new Set<ChangeRow>();
  let error: unknown;
  const attempt = async (row: ChangeRow, work: () => Promise<unknown>) => {
    try {
      await work();
      await step?.('back', row.path);
    } catch (reason) {
      error ??= reason;
      failed.add(row);
      kept.push(row.path);
    }
  };
  for (const row of rows) await attempt(row, async () => removeTemp(folders, row));
  const reversed = [...rows].sort((a, b) => b.ord - a.ord);
  for (const row of reversed) {
    if (touched && !touched.has(row)) continue;
    await attempt(row, async () => {
      const old = { place: keptPlaceOf(folders, row, surviving), journal, ours: touched !== undefined };
      if (!(await takeBack(folders, row, old))) kept.push(row.path);
    });
  }
  for (const path of touchedFolders(rows)) {
    try {
      syncIfThere(folders, path);
    } catch {
      // The old names are back, and only they count; the disk gets them a little later than it should.
    }
  }
  // Rows that could not be put back wait for the next try; where someone else's work stands in the way and no image was
  // kept, the old file stays aside.
  const only = (row: ChangeRow) =>
    failed.has(row) || (row.before?.kind === 'file' && row.before.sha === undefined && kept.includes(row.path));
  for (const row of rows) if (!only(row)) await attempt(row, async () => dropKept(folders, row, surviving));
  return { kept: [...new Set(kept)], ...(error === undefined ? {} : { error }) };
}

interface OldState {
  readonly place: EntryPlace | undefined;
  readonly journal: Pick<JournalStore, 'blob'>;
  /** Whether the set is known to have changed the name. */
  readonly ours: boolean;
}

/** Takes a change back; false when someone else's work is there. */
async function takeBack(folders: Folders, row: ChangeRow, old: OldState): Promise<boolean> {
  const { operation, before, after, path } = row;
  const at = placeIfThere(folders, path);
  // The folder on the way was not made, or is gone with all that was in it.
  if (!at) return before === undefined;
  if (operation === 'chmod') return modeBack(row, at);
  if (isOriginal(row, at, old.place)) return true;
  if (operation === 'mkdir') {
    if (!leaveFolder(folders, path, at)) return false;
    return before ? restore(before, { at, row, there: false }, old) : true;
  }
  const there = lookIn(at.dir, at.name).kind !== 'absent';
  if (there && !(after && holds(after, at.dir, at.name))) return false;
  if (before) {
    // A name that is gone was set aside by us, or someone else has deleted the file.
    if (!there && !isThere(old.place) && (after || (!old.ours && couldBeAside(at, old.place)))) return false;
    return restore(before, { at, row, there }, old);
  }
  at.dir.unlink(at.name);
  return true;
}

function modeBack({ before, after }: ChangeRow, { dir, name }: EntryPlace): boolean {
  const found = lookIn(dir, name);
  if (found.kind !== 'file' && found.kind !== 'directory') return false;
  if (modeOf(found.stats) === after!.mode) setMode(dir, name, before!.mode);
  return true;
}

/** Whether a deleted file could be moved aside, which is not to another file system. */
const couldBeAside = (at: EntryPlace, place: EntryPlace | undefined): boolean =>
  place !== undefined && statSync(place.dir.place).dev === statSync(at.dir.place).dev;

const isThere = (place: EntryPlace | undefined): boolean => place?.dir.lstat(place.name) !== undefined;

/** Whether a change is not written yet, or taken back already. */
export function isOriginal({ before, after }: ChangeRow, at: EntryPlace, kept: EntryPlace | undefined): boolean {
  if (!holds(before, at.dir, at.name)) return false;
  if (before?.kind !== 'file' || before.sha !== undefined || after?.kind !== 'file') return true;
  // The second name of the old file tells it from a new one of the same size.
  const old = kept?.dir.lstat(kept.name);
  return !old || old.ino === at.dir.lstat(at.name)?.ino;
}

async function restore(
  before: FileState,
  { at, row, there }: { at: EntryPlace; row: ChangeRow; there: boolean },
  { place, journal }: OldState,
): Promise<boolean> {
  if (before.kind === 'directory') {
    if (there) at.dir.unlink(at.name);
    at.dir.mkdir(at.name, before.mode);
    setMode(at.dir, at.name, before.mode);
    return true;
  }
  if (place?.dir.lstat(place.name)) {
    if (there) place.dir.rename(place.name, at.dir, at.name);
    else if (linkedIfRoom(place, at)) place.dir.unlink(place.name);
    else place.dir.rename(place.name, at.dir, at.name);
    return true;
  }
  const temp = row.temp!;
  if (before.kind === 'symlink') at.dir.symlink(temp, before.target!);
  else {
    const bytes = before.sha === undefined ? undefined : await journal.blob(before.sha);
    if (!bytes) return false;
    const { mode, mtime } = before;
    await writeNewFile(at.dir, temp, { bytes, mode, mtime });
  }
  if (there) at.dir.rename(temp, at.dir, at.name);
  else if (linkedIfRoom({ dir: at.dir, name: temp }, at)) at.dir.unlink(temp);
  else at.dir.rename(temp, at.dir, at.name);
  return true;
}

/** Removes a folder that the set made, unless something is in it now. */
function leaveFolder(folders: Folders, path: string, { dir, name }: EntryPlace): boolean {
  const found = lookIn(dir, name);
  if (found.kind === 'absent') return true;
  if (found.kind !== 'directory') return false;
  folders.forget(path);
  try {
    dir.rmdir(name);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOTEMPTY' || errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export function removeTemp(folders: Folders, row: ChangeRow): void {
  if (row.temp === undefined) return;
  const dir = folderIfThere(folders, parentOf(row.path));
  if (dir && isMadeWhole(row)) removeBelow(folders, joinPath(parentOf(row.path), row.temp));
  else if (dir) removed(dir, row.temp);
}

export function dropKept(folders: Folders, row: ChangeRow, surviving: (folder: string) => string): void {
  const place = keptPlaceOf(folders, row, surviving);
  if (place) removed(place.dir, place.name);
}

export function keptPlaceOf(
  folders: Folders,
  row: ChangeRow,
  surviving: (folder: string) => string,
): EntryPlace | undefined {
  if (row.temp === undefined || !folderIfThere(folders, surviving(parentOf(row.path)))) return undefined;
  return keptPlace(folders, row, surviving);
}

export function placeIfThere(folders: Folders, path: string): EntryPlace | undefined {
  return folderIfThere(folders, parentOf(path)) && folders.placeOf(path);
}

function folderIfThere(folders: Folders, path: string) {
  try {
    return folders.at(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

export function syncIfThere(folders: Folders, path: string): void {
  try {
    folderIfThere(folders, path)?.fsync();
  } catch (error) {
    // The folder may be written to and not read: what was put back is there, and the disk gets it a little later.
    if (errorCodeOf(error) !== 'EACCES') throw error;
  }
}
