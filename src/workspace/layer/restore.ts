import { closeSync, constants, fchmodSync, futimesSync, writeSync } from 'node:fs';
import { type Base, type BaseNode, lookOrAbsent } from '../change/base.ts';
import { lookIn } from '../disk/disk.ts';
import { depthOf, type EntryPlace, type Folders } from '../disk/folders.ts';
import { removeBelow } from '../disk/remove-below.ts';
import type { LayerEntry } from './read-layer.ts';

/** Puts the given paths back to their state in a base, and touches nothing else. */
export function restore(entries: readonly LayerEntry[], base: Base, disk: Folders, temp: () => string): void {
  const paths = entries.map(({ path }) => path).sort((a, b) => depthOf(a) - depthOf(b));
  for (const path of [...paths].reverse()) if (lookOrAbsent(base, path).kind === 'absent') removeBelow(disk, path);
  for (const path of paths) {
    const was = base.look(path);
    if (was.kind === 'absent' || was.kind === 'other') continue;
    const there = lookIn(disk.placeOf(path).dir, disk.placeOf(path).name).kind;
    if (there !== 'absent' && there !== was.kind) removeBelow(disk, path);
    create(disk.placeOf(path), was, { read: () => base.read(path), temp });
  }
}

function create(
  place: EntryPlace,
  was: BaseNode,
  { read, temp }: { read: () => Uint8Array; temp: () => string },
): void {
  const { dir, name } = place;
  const there = lookIn(dir, name).kind !== 'absent';
  if (was.kind === 'directory') {
    if (!there) dir.mkdir(name, was.mode);
    setMode(place, was.mode, constants.O_DIRECTORY);
  } else if (was.kind === 'symlink') {
    if (there) dir.unlink(name);
    dir.symlink(name, was.target);
  } else if (was.kind === 'file') {
    const fresh = temp();
    const fd = dir.open(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const bytes = read();
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      fchmodSync(fd, was.mode);
      if (was.mtime !== undefined) futimesSync(fd, was.mtime, was.mtime);
    } finally {
      closeSync(fd);
    }
    dir.rename(fresh, dir, name);
  }
}

function setMode({ dir, name }: EntryPlace, mode: number, flags: number): void {
  const fd = dir.open(name, constants.O_RDONLY | flags);
  try {
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}
