import { closeSync, constants, copyFileSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DirHandle } from '../dir-handle.ts';
import { codeOf, type Found, lookIn, modeOf } from '../disk.ts';
import type { Folders } from '../folders.ts';
import { removeBelow } from '../remove-below.ts';
import { isWhiteout } from './read-layer.ts';

export interface TakeOverOptions {
  readonly upper: Folders;
  /** The workspace on the disk. */
  readonly disk: Folders;
  readonly merged: ReadonlySet<string>;
}

/**
 * Puts a folder that is left out of undo into the workspace as a job left it. Nothing is journaled and a crash may leave
 * it half way: what is in it can be made anew.
 */
export function takeOver(path: string, options: TakeOverOptions): void {
  const { upper, disk } = options;
  const { dir, name } = upper.placeOf(path);
  const found = lookIn(dir, name);
  if (found.kind === 'absent' || isWhiteout(found)) removeBelow(disk, path);
  else if (found.kind === 'directory') takeFolder(path, modeOf(found.stats), options);
  else if (found.kind !== 'other') takeEntry(path, found, { upper, disk });
}

function takeFolder(path: string, mode: number, options: TakeOverOptions): void {
  const { upper, disk, merged } = options;
  const place = disk.placeOf(path);
  const there = lookIn(place.dir, place.name);
  if (there.kind !== 'directory') {
    if (there.kind !== 'absent') place.dir.unlink(place.name);
    const from = upper.placeOf(path);
    if (moved(from.dir, from.name, place)) {
      upper.forget(path);
      return;
    }
    place.dir.mkdir(place.name, mode);
  }
  for (const name of upper.at(path).names()) takeOver(`${path}/${name}`, options);
  for (const name of disk.at(path).names()) if (!merged.has(`${path}/${name}`)) removeBelow(disk, `${path}/${name}`);
}

function takeEntry(
  path: string,
  found: Exclude<Found, { kind: 'absent' }>,
  { upper, disk }: Pick<TakeOverOptions, 'upper' | 'disk'>,
): void {
  const from = upper.placeOf(path);
  const to = disk.placeOf(path);
  if (lookIn(to.dir, to.name).kind === 'directory') removeBelow(disk, path);
  if (moved(from.dir, from.name, to)) return;
  if (lookIn(to.dir, to.name).kind !== 'absent') to.dir.unlink(to.name);
  if (found.kind === 'symlink') to.dir.symlink(to.name, found.target);
  else copyFile(from.dir, from.name, { ...to, mode: modeOf(found.stats) });
}

/** On the same file system a name is enough. */
function moved(dir: DirHandle, name: string, to: { dir: DirHandle; name: string }): boolean {
  try {
    dir.rename(name, to.dir, to.name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EXDEV') return false;
    throw error;
  }
}

function copyFile(from: DirHandle, name: string, to: { dir: DirHandle; name: string; mode: number }): void {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  closeSync(to.dir.open(to.name, O_WRONLY | O_CREAT | O_EXCL, to.mode));
  const source = openSync(join(from.place, name), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    copyFileSync(`/proc/self/fd/${source}`, join(to.dir.place, to.name));
  } finally {
    closeSync(source);
  }
}
