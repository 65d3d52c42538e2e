import type { BigIntStats, Dirent } from 'node:fs';

/**
 * A folder held open, so that names are looked up in that very folder whatever happens to the path meanwhile. Names are
 * single components; no method follows a symbolic link in the last one.
 */
export interface DirHandle {
  /** The path, relative to the workspace, at the time the folder was opened; for messages. */
  readonly path: string;
  /** A path of this very folder for the system, while it is open: for a child's working directory. */
  readonly place: string;
  lstat(name: string): BigIntStats | undefined;
  readlink(name: string): string;
  /** Opens with O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC besides the given flags; gives a file descriptor. */
  open(name: string, flags: number, mode?: number): number;
  /** Opens a regular file for reading. Anything else is refused with `NotRegular` before it is opened. */
  openRegular(name: string): OpenedFile;
  /** Opens the sub-folder; ENOTDIR or ELOOP when the name is not one. */
  openDir(name: string): DirHandle;
  /** Names in the folder. Names that are not UTF-8 are left out: people and models do not meet them. */
  names(): string[];
  /** Names of all kinds; those that are no text are given as by `fromNameBytes`. */
  allNames(): string[];
  /** The names and the kind of each; a link is not followed. */
  entries(): Dirent[];
  /** The number of entries, names that are no text included. */
  count(): number;
  mkdir(name: string, mode: number): void;
  rmdir(name: string): void;
  unlink(name: string): void;
  symlink(name: string, target: string): void;
  /** Makes a hard link; fails with EEXIST when the new name is taken. */
  link(name: string, to: DirHandle, newName: string): void;
  /** Renames; replaces whatever is at the new name. */
  rename(name: string, to: DirHandle, newName: string): void;
  fsync(): void;
  close(): void;
}

export interface OpenedFile {
  readonly fd: number;
  readonly stats: BigIntStats;
}

/** The root of a workspace, held open. All lookups start here. */
export interface RootHandle extends DirHandle {
  /** Real absolute path. */
  readonly absolute: string;
  /** Real folders that no path may enter: where toolgate keeps its own state, should that lie inside. */
  readonly closed: readonly string[];
  readonly dev: bigint;
  readonly ino: bigint;
  /** Whether names that differ only by case mean the same file here. */
  readonly folds: boolean;
  /** Opens the root again when another folder has taken its place. */
  renew(): void;
  /**
   * A descriptor that names the entry at a plain relative path (no empty, `.` or `..` component) but opens nothing;
   * undefined when nothing is there, when a link lies on the way, or when the system cannot tell.
   */
  peek(relative: string): OpenedFile | undefined;
  /** Opens for reading the file that `peek` named. */
  reopen(fd: number): number;
  /** Opens the folder at a real workspace-relative path. ENOENT, ENOTDIR or ELOOP when a link is there, or nothing. */
  openBelow(relative: string): DirHandle;
}

export class NotRegularError extends Error {
  override readonly name = 'NotRegular';
  readonly stats: BigIntStats;

  constructor(stats: BigIntStats) {
    super('not a regular file');
    this.stats = stats;
  }
}
