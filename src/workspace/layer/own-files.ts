import { tryOr } from '../../system/try-or.ts';
import type { DirHandle } from '../disk/dir-handle.ts';
import { BLOCKED, type DiskEntry, lookIn, lookUp, readIn } from '../disk/disk.ts';
import { type Folders, parentOf } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import type { LeftOutFolders } from './left-out-folders.ts';
import { filledUpTo, rememberFilled } from './made-by-calls.ts';
import { isWhiteout } from './read-layer.ts';

/** The changes that a job has left, beside the workspace on the disk. */
export interface LeftLayer {
  readonly upper: Folders;
  /** Paths that are still there, in the folders that the job wrote to. */
  readonly merged: ReadonlySet<string>;
  /** The time when the job began: a later file is somebody else's, and stays. */
  readonly begun: bigint;
}

/**
 * Files in free folders that calls have made themselves: nobody loses anything with them. A folder counts once nothing
 * from before is left in it, for files and folders up to that moment: times of change cannot be set.
 */
export class OwnFiles {
  readonly #ground: Ground;
  readonly #leftOut: LeftOutFolders;
  readonly #filled = new Map<string, Promise<bigint | undefined>>();

  constructor(ground: Ground, leftOut: LeftOutFolders) {
    this.#ground = ground;
    this.#leftOut = leftOut;
  }

  /** Whether calls have made the entry at a path of a free folder, on the disk as it is. */
  async has(disk: Folders, path: string): Promise<boolean> {
    const top = await this.#leftOut.topOf(parentOf(path));
    const time = await this.#filledUpTo(top);
    if (time === undefined) return false;
    const found = lookUp(disk, path);
    if (found.kind === 'absent' || found.kind === 'directory' || found.stats.ctimeNs > time) return false;
    // Files in a folder that somebody moves keep their times; the folder itself does not.
    for (let folder = parentOf(path); folder.startsWith(`${top}/`); folder = parentOf(folder)) {
      const above = lookUp(disk, folder);
      if (above.kind !== 'directory' || above.stats.ctimeNs > time) return false;
    }
    return true;
  }

  /** Whether calls have made all that lies in a free folder. */
  async hasAll(disk: Folders, folder: string): Promise<boolean> {
    const time = await this.#filledUpTo(await this.#leftOut.topOf(folder));
    return time !== undefined && this.#isOwn(disk, folder, undefined);
  }

  /** Whether nothing of others is left in a free folder once a job's work is on the disk. */
  async isFilled(disk: Folders, folder: string, layer: LeftLayer): Promise<boolean> {
    if (lookUp(disk, folder).kind !== 'directory' || kindIn(layer.upper, folder) === 'behind') return true;
    return this.#isOwn(disk, folder, layer);
  }

  async #isOwn(disk: Folders, folder: string, layer: LeftLayer | undefined): Promise<boolean> {
    const upper = layer && kindIn(layer.upper, folder) === 'directory' ? layer.upper.at(folder) : undefined;
    for (const name of disk.at(folder).allNames()) {
      const path = `${folder}/${name}`;
      const found = lookIn(disk.at(folder), name);
      // The entry is gone with the job.
      const isOld = layer && found.kind !== 'absent' && found.stats.ctimeNs <= layer.begun;
      if (upper && isOld && !layer.merged.has(path)) continue;
      if (found.kind === 'directory') {
        if (!(await this.#isOwn(disk, path, layer))) return false;
        continue;
      }
      const written = upper && lookIn(upper, name);
      const replaced = written && written.kind !== 'absent' && !isWhiteout(written);
      const differs = replaced && upper && !isSameFile(upper, disk.at(folder), name);
      if (!differs && !(await this.has(disk, path))) return false;
    }
    return true;
  }

  /** Remembers free folders in which calls have made everything by now. */
  async remember(folders: Iterable<string>, time: bigint): Promise<void> {
    for (const folder of folders) await rememberFilled(this.#ground, folder, time);
  }

  #filledUpTo(folder: string): Promise<bigint | undefined> {
    const known = this.#filled.get(folder) ?? filledUpTo(this.#ground, folder);
    this.#filled.set(folder, known);
    return known;
  }
}

/** Whether something at a path, or below it, was changed after a time. */
export function isChangedAfter(disk: Folders, path: string, time: bigint): boolean {
  const found = lookUp(disk, path);
  if (found.kind === 'absent') return false;
  if (found.stats.ctimeNs > time) return true;
  const names = found.kind === 'directory' ? disk.at(path).allNames() : [];
  return names.some(name => isChangedAfter(disk, `${path}/${name}`, time));
}

/** Whether a file is the same in both folders, or too large to compare: a new time or mode replaces nothing. */
function isSameFile(upper: DirHandle, disk: DirHandle, name: string): boolean {
  const [a, b] = [lookIn(upper, name), lookIn(disk, name)];
  if (a.kind !== 'file' || b.kind !== 'file' || a.stats.size !== b.stats.size) return false;
  return a.stats.size > LARGEST || readIn(upper, name).equals(readIn(disk, name));
}

/** The most bytes of a file that are compared. */
const LARGEST = 64n * 1024n * 1024n;

/** The kind of the entry that a job has left at a path; `behind` where a file or a link stands on the way. */
const kindIn = (upper: Folders, path: string): DiskEntry['kind'] | 'behind' =>
  tryOr(() => lookUp(upper, path).kind, 'behind', BLOCKED);
