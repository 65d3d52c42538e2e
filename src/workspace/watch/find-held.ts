import { type BigIntStats, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import type { Holds } from '../../tool/files.ts';
import { isRepository } from '../../tool/folders/repository-kind.ts';
import { fromNameBytes, toNameBytes } from '../../tool/text/name-bytes.ts';
import type { RootHandle } from '../disk/dir-handle.ts';
import { NO_FOLDER } from '../disk/disk.ts';
import { type EntryAt, eachFolder, entriesAt } from '../disk/entries-at.ts';

/** The entries that are looked at before others get their turn. */
const AT_ONCE = 2000;
/** The most mounts: each takes a program and a few milliseconds. */
const MOST = 1000;

/** Looks through the workspace for paths that the policy keeps a job on the real files from. */
export async function findHeld(root: Pick<RootHandle, 'absolute' | 'closed'>, given: Holds, which: 'all' | 'denied') {
  let looking = createHeldSearch(root, given, which === 'all');
  if (given.of(root.absolute) === 'write') looking.readOnly.add(root.absolute);
  else await looking.walk();
  const holds = throughLinks(given, looking.links);
  if (looking.links.size > 0) {
    looking = createHeldSearch(root, holds, which === 'all');
    await looking.walk();
  }
  await looking.findShared();
  if (looking.shared.size > 0) await looking.addOtherNames();
  const { readOnly, pinned, seen, folders } = looking;
  const count = readOnly.size + pinned.size;
  if (count <= MOST) return { ...holds, readOnly: [...readOnly], pinned: [...pinned], seen, folders };
  if (which === 'all') throw tooMany(count);
  // A forbidden change is put back when the job has ended.
  return { ...holds, readOnly: [], pinned: [], seen, folders };
}

/** Holds also by the names of links: the target of a held link is held, wherever the link is. */
function throughLinks(holds: Holds, links: ReadonlyMap<string, string>): Holds {
  if (links.size === 0) return holds;
  const namesOf = (absolute: string): readonly string[] =>
    [...links]
      .filter(([, target]) => isBelow(absolute, target))
      .map(([at, target]) => `${at}${absolute.slice(target.length)}`);
  return {
    ...holds,
    of: absolute => {
      const found = [absolute, ...namesOf(absolute)].map(name => holds.of(name));
      return found.includes('write') ? 'write' : found.find(hold => hold !== undefined);
    },
    below: folder =>
      holds.below(folder) || [...links.values()].some(target => isBelow(target, folder) || isBelow(folder, target)),
  };
}

/** A search for held paths; `repositories`: whether folders that git takes for such are held as a whole. */
function createHeldSearch(
  { absolute: root, closed }: Pick<RootHandle, 'absolute' | 'closed'>,
  holds: Holds,
  repositories: boolean,
) {
  /** Links whose names make their targets, which lie in the workspace, held ones. */
  const links = new Map<string, string>();
  const readOnly = new Set<string>();
  const pinned = new Set<string>();
  const seen = new Map<string, string>();
  const folders = new Map<string, string>();
  /** Files that are held and have further names. */
  const shared = new Set<string>();

  const walk = (): Promise<void> => eachFolder(root, enter);

  /** Enters a folder; gives the folders in it that are to be entered. */
  function enter(folder: string): readonly string[] {
    const stamp = stampOf(folder);
    const entries = entriesAt(folder);
    // A closed folder is held: whoever made it may open it again.
    if (entries === 'closed' || (repositories && isRepositoryFolder(entries))) {
      keep(folder, readOnly);
      return [];
    }
    if (stamp !== undefined) folders.set(folder, stamp);
    return entries.flatMap(entry => look(join(folder, entry.name), entry));
  }

  function look(path: string, entry: EntryAt): readonly string[] {
    if (closed.includes(path)) return [];
    const hold = holds.of(path);
    const isFolder = entry.kind === 'folder';
    const isLink = entry.kind === 'link';
    if (isLink && (hold === 'write' || holds.ofLink(path))) follow(path);
    if (hold === 'write' && (!isFolder || holds.of(`${path}/${ANY}`) === 'write')) {
      // A link has no place for a mount; a change of it is seen.
      keep(path, isLink ? undefined : readOnly);
      return [];
    }
    if (hold !== undefined || (isLink && holds.ofLink(path))) keep(path, isLink ? undefined : pinned);
    return isFolder && holds.below(path) ? [path] : [];
  }

  function follow(link: string): void {
    const target = realAt(link);
    if (target !== undefined && target !== root && isBelow(target, root)) links.set(link, target);
  }

  function keep(path: string, among: Set<string> | undefined): void {
    const stats = statsOf(path);
    if (!stats || !(stats.isFile() || stats.isDirectory() || stats.isSymbolicLink())) return;
    seen.set(path, identityOf(stats));
    among?.add(path);
  }

  /** Finds other names of held files: by one of them a file could be written. */
  async function findShared(): Promise<void> {
    await eachFile([...readOnly], (_, stats) => {
      if (stats.nlink > 1n) shared.add(inodeOf(stats));
      return true;
    });
  }

  async function addOtherNames(): Promise<void> {
    if (readOnly.has(root)) return;
    await eachFile([root], (path, stats) => {
      if (readOnly.has(path) || closed.includes(path)) return false;
      if (stats.isFile() && stats.nlink > 1n && shared.has(inodeOf(stats))) keep(path, readOnly);
      return true;
    });
  }

  return { links, readOnly, pinned, seen, folders, shared, walk, findShared, addOtherNames };
}

/** Visits every file and folder, from the given ones on; false: the entries of the folder are passed by. */
async function eachFile(paths: string[], visit: (path: string, stats: BigIntStats) => boolean): Promise<void> {
  for (let looked = 1, path = paths.pop(); path !== undefined; path = paths.pop(), looked++) {
    if (looked % AT_ONCE === 0) await turn();
    const stats = statsOf(path);
    if (!stats || !(stats.isFile() || stats.isDirectory()) || !visit(path, stats) || !stats.isDirectory()) continue;
    const entries = entriesAt(path);
    if (entries !== 'closed') for (const { name } of entries) paths.push(join(path, name));
  }
}

/** The name that stands for any name in a folder. */
const ANY = '\uffff';

export const isRepositoryFolder = (entries: readonly EntryAt[]): boolean => {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  return isRepository(name => names.has(name));
};

/** The real path of a link; undefined where it leads nowhere. */
const realAt = (link: string) => tryOr(() => fromNameBytes(realpathSync(toNameBytes(link), 'buffer')), undefined);

/** The entry at a path; undefined where something else than a folder stands on the way, or the way is closed. */
export const statsOf = (path: string): BigIntStats | undefined =>
  tryOr(() => lstatSync(toNameBytes(path), { bigint: true, throwIfNoEntry: false }), undefined, [
    ...NO_FOLDER,
    'EACCES',
  ]);

const inodeOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

const identityOf = (stats: BigIntStats): string =>
  stats.isSymbolicLink() ? `${inodeOf(stats)}:${stats.ctimeNs}` : inodeOf(stats);

/** A text that says which entry is at a path; a link that was made again is another one. */
export function entryIdentityAt(path: string): string | undefined {
  const stats = statsOf(path);
  return stats && identityOf(stats);
}

/** A text that changes when a name comes into a folder or leaves it. */
export function stampOf(folder: string): string | undefined {
  const stats = statsOf(folder);
  return stats?.isDirectory() ? `${inodeOf(stats)}:${stats.mtimeNs}:${stats.ctimeNs}` : undefined;
}

const tooMany = (count: number): ToolError =>
  new ToolError(
    'POLICY_DENIED',
    `The policy keeps commands from writing or deleting ${count} paths here, more than can be held while one runs in the background. Nothing was run.`,
    { suggestion: 'Run it in the foreground, where what it wrote is judged before it counts.' },
  );
