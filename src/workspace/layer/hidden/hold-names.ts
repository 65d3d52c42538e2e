import { type BigIntStats, closeSync, fstatSync, readlinkSync } from 'node:fs';
import { ToolError } from '../../../tool/error.ts';
import { diskBase, lookOrAbsent } from '../../change/base.ts';
import { lookIn, removeBelow } from '../../disk/disk.ts';
import { depthOf, type Folders, joinPath, parentOf, withFolders } from '../../disk/folders.ts';
import { fdPath } from '../../disk/proc-dir.ts';
import type { Ground } from '../../ground.ts';
import { showPath } from '../../paths/parse-path.ts';

/** A file or a folder that is held by its identity, whatever its name becomes. */
interface HeldEntry {
  readonly path: string;
  readonly fd: number;
  readonly before: BigIntStats;
}

export type HeldNames = ReturnType<typeof holdNames>;

/**
 * Holds the hidden files and folders of a job on the real files. Their name hides them, and some folders are left out
 * of undo: under another name the next job would read what this one may not. Paths are relative to the workspace.
 */
export function holdNames(
  { root, identityOf }: Ground,
  paths: readonly string[],
  /** `isHidden`: whether a path is hidden by its name; `temp` gives a name that nobody has. */
  options: { readonly isHidden: (path: string) => boolean; readonly temp: () => string },
) {
  const known = new Map<string, HeldEntry>();
  const hold = (path: string): void => {
    if (path === '.' || known.has(path)) return;
    const opened = root.peek(path);
    if (!opened) {
      demandNothing(path);
      return;
    }
    known.set(path, { path, fd: opened.fd, before: opened.stats });
    // A folder above may be the one that is moved.
    hold(parentOf(path));
  };
  const close = (): void => {
    for (const { fd } of known.values()) closeSync(fd);
    known.clear();
  };
  try {
    for (const path of paths) hold(path);
  } catch (error) {
    close();
    throw error;
  }
  const held = paths.flatMap(path => known.get(path) ?? []);
  return {
    /** Puts entries back that have a name now that does not hide them, and takes such names away; gives those names. */
    putBack(disk: Folders): readonly string[] {
      const found: string[] = [];
      for (const entry of held) {
        for (let tries = depthOf(entry.path); tries > 0; tries--) {
          const moved = movedAbove(entry);
          if (!moved) break;
          found.push(moved.now);
          move(disk, [moved.now, moved.path], options.temp);
        }
      }
      return [...found, ...held.flatMap(takeOtherNames(disk))];
    },
    close,
  };

  /** Checks that nothing is at a path where nothing can be held. Off Linux nothing can be held at all. */
  function demandNothing(path: string): void {
    if (process.platform !== 'linux') return;
    withFolders(root, {}, disk => {
      if (lookOrAbsent(diskBase(disk, identityOf), path).kind !== 'absent') throw unheld(path);
    });
  }

  /** The topmost of an entry and the folders above it that was moved, where the entry is not hidden as it lies now. */
  function movedAbove({ path, fd }: HeldEntry): { readonly path: string; readonly now: string } | undefined {
    const now = nameOf(fd);
    if (now === undefined || now === path || options.isHidden(now)) return undefined;
    const parts = path.split('/');
    for (let depth = 1; depth <= parts.length; depth++) {
      const above = known.get(parts.slice(0, depth).join('/'));
      const name = above && nameOf(above.fd);
      if (name !== undefined && name !== above!.path) return { path: above!.path, now: name };
    }
    return undefined;
  }

  /** Where a held entry lies in the workspace now; undefined where it is gone, or outside. */
  function nameOf(fd: number): string | undefined {
    if (fstatSync(fd).nlink === 0) return undefined;
    const real = readlinkSync(fdPath(fd));
    const name = real.startsWith(`${root.absolute}/`) ? real.slice(root.absolute.length + 1) : undefined;
    // A name that the entry had and has no more is told with a word after it.
    const opened = name === undefined ? undefined : root.peek(name);
    if (!opened) return undefined;
    closeSync(opened.fd);
    return name;
  }

  /** Takes away the names that a file has got besides those that hide it. */
  function takeOtherNames(disk: Folders): (entry: HeldEntry) => readonly string[] {
    return ({ path, fd, before }) => {
      const now = fstatSync(fd, { bigint: true });
      const isSame = nameOf(fd) === path && now.nlink === before.nlink;
      if (!now.isFile() || now.nlink === 0n || isSame) return [];
      const others = namesOf(disk, '.', now).filter(name => !known.has(name) && !options.isHidden(name));
      for (const name of others) {
        const missing = nameOf(fd) === undefined && lookOrAbsent(diskBase(disk, identityOf), path).kind === 'absent';
        if (missing) move(disk, [name, path], options.temp);
        else removeBelow(disk, name);
      }
      return others;
    };
  }
}

function unheld(path: string): ToolError {
  const why = 'cannot be held: too many files are open, or its path is too long. Nothing was run.';
  return new ToolError('EXECUTION_ERROR', `${showPath(path)} is to be hidden from commands and ${why}`, {
    details: { path },
  });
}

function namesOf(disk: Folders, folder: string, file: BigIntStats): string[] {
  const names = disk.at(folder).allNames();
  return names.flatMap(name => {
    const path = joinPath(folder, name);
    const stats = disk.at(folder).lstat(name);
    if (stats?.isDirectory()) return namesOf(disk, path, file);
    return stats?.dev === file.dev && stats.ino === file.ino ? [path] : [];
  });
}

/** Moves an entry back to where it was; the entry there now takes its place, and entries on the way go. */
function move(disk: Folders, [from, to]: readonly [string, string], temp: () => string): void {
  const aside = temp();
  const source = disk.placeOf(from);
  source.dir.rename(source.name, disk.at('.'), aside);
  disk.forget(from);
  const above = to.split('/').slice(0, -1);
  for (let depth = 1; depth <= above.length; depth++) {
    const folder = above.slice(0, depth).join('/');
    const { dir, name } = disk.placeOf(folder);
    if (lookIn(dir, name).kind === 'directory') continue;
    removeBelow(disk, folder);
    disk.placeOf(folder).dir.mkdir(name, 0o755);
  }
  const target = disk.placeOf(to);
  if (from.startsWith(`${to}/`)) removeBelow(disk, to);
  else if (lookIn(target.dir, target.name).kind !== 'absent') {
    disk.forget(to);
    target.dir.rename(target.name, source.dir, source.name);
  }
  disk.at('.').rename(aside, target.dir, target.name);
}
