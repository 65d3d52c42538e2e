import type { BigIntStats } from 'node:fs';

/**
 * A folder held open, so that names are looked up in that very folder whatever happens to the path meanwhile. Names
 * are single components; no method follows a symbolic link in the last one.
 */
export interface DirHandle {
  /** Workspace-relative path at the time it was opened; for messages. */
  readonly path: string;
  lstat(name: string): BigIntStats | undefined;
  readlink(name: string): string;
  /** Opens with O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC besides the given flags; gives a file descriptor. */
  open(name: string, flags: number, mode?: number): number;
  /** The sub-folder; ENOTDIR or ELOOP when it is not one. */
  openDir(name: string): DirHandle;
  names(): string[];
  mkdir(name: string, mode: number): void;
  rmdir(name: string): void;
  unlink(name: string): void;
  symlink(name: string, target: string): void;
  /** Hard link: fails with EEXIST when the new name is taken. */
  link(name: string, to: DirHandle, newName: string): void;
  /** Replaces what is at the new name. */
  rename(name: string, to: DirHandle, newName: string): void;
  fsync(): void;
  close(): void;
}
