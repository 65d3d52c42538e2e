import { type BigIntStats, statSync } from 'node:fs';
import { lookThrough } from '../../disk/disk.ts';
import { baseNameOf, type Folders, parentOf } from '../../disk/folders.ts';
import type { NamesBefore } from './folder-names.ts';

/** What stood at the place of a folder when a job began: that very folder, nothing, or it cannot be told. */
type FolderStandingBefore = 'same' | 'none' | 'unknown';

interface PlacesOptions {
  readonly disk: Folders;
  readonly names: NamesBefore;
  /** Whether the job itself has taken away the entry at a path: on the disk that has happened already. */
  readonly hasTaken: (path: string) => boolean;
}

export type PlacesBefore = ReturnType<typeof createPlacesBefore>;

/** What stood at paths when a job began, by times that cannot be set; where these are too new, by the noted names. */
export function createPlacesBefore({ disk, names, hasTaken }: PlacesOptions) {
  const judged = new Map<string, FolderStandingBefore>();

  /** Whether something may have been at a path at which nothing is now. */
  function mayHaveHeld(path: string): boolean {
    if (hasTaken(path)) return false;
    const above = folder(parentOf(path));
    return above === 'same' ? mayHaveNamed(path) : above === 'unknown';
  }

  /** The state of a folder's place when the job began. */
  function folder(path: string): FolderStandingBefore {
    if (path === '.') return 'same';
    const known = judged.get(path) ?? judge(path);
    judged.set(path, known);
    return known;
  }

  function judge(path: string): FolderStandingBefore {
    const above = folder(parentOf(path));
    if (above !== 'same') return above;
    const found = lookThrough(disk, path);
    if (found.kind === 'directory' && !isNewFolder(found.stats, names.begun)) {
      if (!isMovedOrMode(found.stats, names.begun)) return 'same';
      const { dev, ino } = found.stats;
      return names.of(path)?.identity === `${dev}:${ino}` ? 'same' : 'unknown';
    }
    // A file or a link of before, in whose place the job has put a folder.
    if (found.kind !== 'absent' && found.kind !== 'directory' && found.stats.ctimeNs <= names.begun) return 'none';
    return !hasTaken(path) && mayHaveNamed(path) ? 'unknown' : 'none';
  }

  /** Whether a name may have been in its folder, which is the folder of before. */
  function mayHaveNamed(path: string): boolean {
    const folder = parentOf(path);
    const noted = names.of(folder);
    if (noted) return noted.names.has(baseNameOf(path));
    return statSync(disk.at(folder).place, { bigint: true }).ctimeNs > names.begun;
  }

  return { begun: names.begun, folder, mayHaveHeld };
}

/**
 * Whether a folder was moved since a time, or got another mode: that leaves the time at which its names changed. A
 * folder that is closed to its owner we open ourselves.
 */
export const isMovedOrMode = ({ ctimeNs, mtimeNs, mode }: BigIntStats, time: bigint): boolean =>
  ctimeNs > time && mtimeNs <= time && (mode & 0o700n) === 0o700n;

/** Whether a folder was made after a time; where the file system does not tell, a change of it has to do. */
const isNewFolder = ({ birthtimeNs, ctimeNs }: BigIntStats, time: bigint): boolean =>
  (birthtimeNs > 0n ? birthtimeNs : ctimeNs) > time;
