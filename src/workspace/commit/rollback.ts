import { statSync } from 'node:fs';
import type { ChangeRow, FileState, JournalStore } from '../../store/port.ts';
import { tryOr } from '../../system/try-or.ts';
import { holds, lookIn, modeOf, NO_FOLDER, removeBelow } from '../disk/disk.ts';
import { type EntryPlace, type Folders, joinPath, parentOf } from '../disk/folders.ts';
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

/**
 * Takes a half-written set back, the last change first, by looking at the disk: only a file that still holds what the
 * set wrote is touched. A second roll-back, or one after half of it before a crash, comes to the same. `kept`: paths
 * that are left as they are; `error`: the first failure, after which the rest was still tried.
 */
export async function rollBack({ folders, rows, journal, step, touched }: RollbackOptions) {
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
  // Where a sync fails, the old names are back, and only they count; the disk gets them a little later than it should.
  for (const path of touchedFolders(rows)) tryOr(() => syncIfThere(folders, path), undefined);
  // Rows that could not be put back wait for the next try; where someone else's work stands in the way and no image was
  // kept, the old file stays aside.
  const only = (row: ChangeRow) =>
    failed.has(row) || (row.before?.kind === 'file' && row.before.sha === undefined && kept.includes(row.path));
  for (const row of rows) if (!only(row)) await attempt(row, async () => dropKept(folders, row, surviving));
  return { kept: [...new Set(kept)], error };
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
  const putBack = (from: EntryPlace): true => {
    if (!there && linkedIfRoom(from, at)) from.dir.unlink(from.name);
    else from.dir.rename(from.name, at.dir, at.name);
    return true;
  };
  if (place?.dir.lstat(place.name)) return putBack(place);
  const temp = row.temp!;
  if (before.kind === 'symlink') at.dir.symlink(temp, before.target!);
  else {
    const bytes = before.sha === undefined ? undefined : await journal.blob(before.sha);
    if (!bytes) return false;
    const { mode, mtime } = before;
    await writeNewFile(at.dir, temp, { bytes, mode, mtime });
  }
  return putBack({ dir: at.dir, name: temp });
}

/** Removes a folder that the set made, unless something is in it now. */
function leaveFolder(folders: Folders, path: string, { dir, name }: EntryPlace): boolean {
  const found = lookIn(dir, name);
  if (found.kind === 'absent') return true;
  if (found.kind !== 'directory') return false;
  folders.forget(path);
  const remove = () => {
    dir.rmdir(name);
    return true;
  };
  return tryOr(remove, false, ['ENOTEMPTY', 'EEXIST']);
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

export function keptPlaceOf(folders: Folders, row: ChangeRow, surviving: (folder: string) => string) {
  if (row.temp === undefined || !folderIfThere(folders, surviving(parentOf(row.path)))) return undefined;
  return keptPlace(folders, row, surviving);
}

export function placeIfThere(folders: Folders, path: string): EntryPlace | undefined {
  return folderIfThere(folders, parentOf(path)) && folders.placeOf(path);
}

const folderIfThere = (folders: Folders, path: string) => tryOr(() => folders.at(path), undefined, NO_FOLDER);

/** Syncs a folder; in one that may be written to and not read, the disk gets what was put back a little later. */
export const syncIfThere = (folders: Folders, path: string): void =>
  tryOr(() => folderIfThere(folders, path)?.fsync(), undefined, ['EACCES']);
