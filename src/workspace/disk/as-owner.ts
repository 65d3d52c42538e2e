import { type BigIntStats, chmodSync, fstatSync, type Stats, statSync } from 'node:fs';
import type { ChangeRow, FileState } from '../../store/port.ts';
import { withOpen } from './close-quietly.ts';
import type { DirHandle } from './dir-handle.ts';
import { fdPath, O_PATH } from './proc-dir.ts';

/**
 * A folder for one who may do all that its owner could: an entry that is closed by its mode is opened for the moment of
 * one step, and has its mode again when that is over. So the files of a command that closes its own work can be
 * written, and taken back. For an entry that belongs to somebody else this changes nothing.
 */
export function asOwner(dir: DirHandle): DirHandle {
  const open = <T>(work: () => T, ...others: readonly DirHandle[]) => opening([dir, ...others], work);
  const named = <T>(name: string, work: () => T) => open(() => openingNamed(dir, name, work));
  return {
    path: dir.path,
    get place() {
      return dir.place;
    },
    lstat: name => open(() => dir.lstat(name)),
    readlink: name => open(() => dir.readlink(name)),
    open: (name, flags, mode) => named(name, () => dir.open(name, flags, mode)),
    openRegular: name => named(name, () => dir.openRegular(name)),
    openDir: name => asOwner(open(() => dir.openDir(name))),
    names: () => open(() => dir.names()),
    allNames: () => open(() => dir.allNames()),
    entries: () => open(() => dir.entries()),
    count: () => open(() => dir.count()),
    mkdir: (name, mode) => open(() => dir.mkdir(name, mode)),
    rmdir: name => open(() => dir.rmdir(name)),
    unlink: name => open(() => dir.unlink(name)),
    symlink: (name, target) => open(() => dir.symlink(name, target)),
    link: (name, to, newName) => open(() => dir.link(name, to, newName), to),
    rename: (name, to, newName) => open(() => dir.rename(name, to, newName), to),
    fsync: () => open(() => dir.fsync()),
    close: () => dir.close(),
  };
}

/** Does a step; the step is tried as things are first, so that an open entry is not touched. */
function opening<T>(dirs: readonly DirHandle[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    const closed = isRefused(error) ? dirs.find(({ place }) => isClosed(statSync(place))) : undefined;
    if (!closed) throw error;
    const rest = dirs.filter(dir => dir !== closed);
    return opened(closed.place, () => (rest.length > 0 ? opening(rest, work) : work()));
  }
}

function openingNamed<T>(dir: DirHandle, name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isRefused(error) || process.platform !== 'linux' || !isPlain(dir.lstat(name))) throw error;
    return withOpen(dir.open(name, O_PATH), fd => {
      if (!isClosed(fstatSync(fd))) throw error;
      return opened(fdPath(fd), work);
    });
  }
}

function opened<T>(place: string, work: () => T): T {
  const mode = statSync(place).mode & 0o7777;
  chmodSync(place, mode | 0o700);
  try {
    return work();
  } finally {
    chmodSync(place, mode);
  }
}

const isRefused = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EACCES';

const isPlain = (stats: BigIntStats | undefined): boolean => stats?.isFile() === true || stats?.isDirectory() === true;

const isClosed = ({ uid, mode }: Stats): boolean => uid === process.geteuid?.() && (mode & 0o700) !== 0o700;

/** Whether a command made the changes: other tools neither set modes of folders nor touch closed files. */
export const needsOwner = (rows: readonly ChangeRow[]): boolean =>
  rows.some(
    ({ before, after, operation }) =>
      (operation === 'chmod' && after?.kind === 'directory') || isShut(before) || isShut(after),
  );

const isShut = (state: FileState | undefined): boolean =>
  (state?.kind === 'directory' && (state.mode & 0o700) !== 0o700) ||
  (state?.kind === 'file' && (state.mode & 0o400) === 0);
