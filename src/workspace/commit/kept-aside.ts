import type { ChangeRow } from '../../store/port.ts';
import { tryOr } from '../../system/try-or.ts';
import type { DirHandle } from '../disk/dir-handle.ts';
import { type EntryPlace, type Folders, parentOf } from '../disk/folders.ts';

/** A name that nobody can guess, and that is told apart from people's files. */
export const tempNameOf = (random: string): string => ['.toolgate-', random, '.tmp'].join('');

/** The name under which a replaced or deleted file is kept until its set is durable. */
export const keptNameOf = (temp: string): string => temp.replace(/\.tmp$/, '.old');

/** The folder itself, or the nearest one above that the set does not take away. */
export function survivingFolder(rows: readonly ChangeRow[]): (folder: string) => string {
  const gone = new Set(
    rows.filter(row => row.before?.kind === 'directory' && row.after?.kind !== 'directory').map(row => row.path),
  );
  const known = new Map<string, string>();
  return folder => {
    const passed: string[] = [];
    let at = folder;
    while (gone.has(at) && !known.has(at)) {
      passed.push(at);
      at = parentOf(at);
    }
    const left = known.get(at) ?? at;
    for (const each of passed) known.set(each, left);
    return left;
  };
}

export function keptPlace(folders: Folders, row: ChangeRow, surviving: (folder: string) => string): EntryPlace {
  return { dir: folders.at(surviving(parentOf(row.path))), name: keptNameOf(row.temp!) };
}

/** Gives a file a second name; false where the file system or its rules forbid it. */
export function linked(from: EntryPlace, to: EntryPlace, refusals: readonly string[] = NO_LINKS): boolean {
  const link = () => {
    from.dir.link(from.name, to.dir, to.name);
    return true;
  };
  return tryOr(link, false, refusals);
}

/** Gives a file a second name; false also where there is no room for one: a rename instead needs none. */
export const linkedIfRoom = (from: EntryPlace, to: EntryPlace): boolean => linked(from, to, NO_LINKS_NOR_ROOM);

const NO_LINKS = ['EPERM', 'EACCES', 'EMLINK', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];
const NO_LINKS_NOR_ROOM = [...NO_LINKS, 'ENOSPC', 'EDQUOT'];

/** Removes a name if it is there; true if it was. */
export function removed(dir: DirHandle, name: string): boolean {
  try {
    dir.unlink(name);
    return true;
  } catch (error) {
    // A read-only file system says so before it looks for the name.
    if (!dir.lstat(name)) return false;
    throw error;
  }
}

/** Folders in which a name of the set comes or goes, if they are still there afterwards. */
export function touchedFolders(rows: readonly ChangeRow[]): string[] {
  const surviving = survivingFolder(rows);
  const folders = new Set<string>();
  for (const { path, operation } of rows) {
    folders.add(surviving(parentOf(path)));
    if (operation === 'mkdir') folders.add(path);
  }
  return [...folders];
}
