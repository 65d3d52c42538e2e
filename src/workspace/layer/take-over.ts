import { constants, fchmodSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { copyContent } from '../disk/copy-content.ts';
import { type DiskEntry, lookIn, modeOf, removeBelow } from '../disk/disk.ts';
import type { EntryPlace, Folders } from '../disk/folders.ts';
import { setMode } from '../disk/write-new-file.ts';
import type { LeftLayer } from './own-files.ts';
import { isWhiteout } from './read-layer.ts';

interface TakeOverOptions extends LeftLayer {
  /** The workspace on the disk. */
  readonly disk: Folders;
}

/** Puts a folder outside of undo into place as a job left it, without a journal: its content can be made anew. */
export function takeOver(path: string, options: TakeOverOptions): void {
  const { upper, disk } = options;
  const { dir, name } = upper.placeOf(path);
  const found = lookIn(dir, name);
  if (found.kind === 'absent' || isWhiteout(found)) removeBelow(disk, path);
  else if (found.kind === 'directory') takeFolder(path, modeOf(found.stats), options);
  else if (found.kind !== 'other') takeEntry(path, found, { upper, disk });
}

function takeFolder(path: string, mode: number, options: TakeOverOptions): void {
  const { upper, disk, merged, begun } = options;
  const place = disk.placeOf(path);
  const there = lookIn(place.dir, place.name);
  if (there.kind !== 'directory') {
    if (there.kind !== 'absent') place.dir.unlink(place.name);
    if (moved(upper.placeOf(path), place)) {
      upper.forget(path);
      return;
    }
    place.dir.mkdir(place.name, 0o700);
  }
  for (const name of upper.at(path).allNames()) takeOver(`${path}/${name}`, options);
  for (const name of disk.at(path).allNames()) {
    const found = merged.has(`${path}/${name}`) ? undefined : lookIn(disk.at(path), name);
    if (found && found.kind !== 'absent' && found.stats.ctimeNs <= begun) removeBelow(disk, `${path}/${name}`);
  }
  setMode(disk.placeOf(path).dir, place.name, mode);
}

function takeEntry(
  path: string,
  found: Exclude<DiskEntry, { kind: 'absent' }>,
  { upper, disk }: Pick<TakeOverOptions, 'upper' | 'disk'>,
): void {
  const from = upper.placeOf(path);
  const to = disk.placeOf(path);
  if (lookIn(to.dir, to.name).kind === 'directory') removeBelow(disk, path);
  if (moved(from, to)) return;
  if (lookIn(to.dir, to.name).kind !== 'absent') to.dir.unlink(to.name);
  if (found.kind === 'symlink') to.dir.symlink(to.name, found.target);
  else copyFile(from, to, modeOf(found.stats));
}

/** Moves an entry; on the same file system a new name is enough. */
function moved(from: EntryPlace, to: EntryPlace): boolean {
  const move = () => {
    from.dir.rename(from.name, to.dir, to.name);
    return true;
  };
  // The target may be on another file system, or a folder be closed to its owner too.
  return tryOr(move, false, ['EXDEV', 'EACCES']);
}

/** Copies by opened files: neither may be open to everybody, and a path could lead elsewhere by now. */
function copyFile(from: EntryPlace, to: EntryPlace, mode: number): void {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const create = () => to.dir.open(to.name, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  copyContent(from.dir, from.name, create, target => fchmodSync(target, mode));
}
