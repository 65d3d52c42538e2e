import { type BigIntStats, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import type { HeldPaths, Holds } from '../../tool/files.ts';
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
export async function findHeld(
  { absolute: root, closed }: Pick<RootHandle, 'absolute' | 'closed'>,
  given: Holds,
  which: 'all' | 'denied',
): Promise<HeldPaths> {
  let looking = new HeldSearch(given, closed, which === 'all');
  if (given.of(root) === 'write') looking.readOnly.add(root);
  else await looking.walk(root);
  const holds = throughLinks(given, looking.links);
  if (looking.links.size > 0) {
    looking = new HeldSearch(holds, closed, which === 'all');
    await looking.walk(root);
  }
  await looking.findShared();
  if (looking.shared.size > 0) await looking.addOtherNames(root);
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

class HeldSearch {
  /** Links whose names make their targets, which lie in the workspace, held ones. */
  readonly links = new Map<string, string>();
  readonly readOnly = new Set<string>();
  readonly pinned = new Set<string>();
  readonly seen = new Map<string, string>();
  readonly folders = new Map<string, string>();
  /** Files that are held and have further names. */
  readonly shared = new Set<string>();
  readonly #holds: Holds;
  readonly #closed: readonly string[];
  /** Whether folders that git takes for repositories are held as a whole. */
  readonly #repositories: boolean;
  #root = '';

  constructor(holds: Holds, closed: readonly string[], repositories: boolean) {
    this.#holds = holds;
    this.#closed = closed;
    this.#repositories = repositories;
  }

  walk(root: string): Promise<void> {
    this.#root = root;
    return eachFolder(root, folder => this.#enter(folder));
  }

  /** Enters a folder; gives the folders in it that are to be entered. */
  #enter(folder: string): readonly string[] {
    const stamp = stampOf(folder);
    const entries = entriesAt(folder);
    // A closed folder is held: whoever made it may open it again.
    if (entries === 'closed' || (this.#repositories && isRepositoryFolder(entries))) {
      this.#hold(folder, this.readOnly);
      return [];
    }
    if (stamp !== undefined) this.folders.set(folder, stamp);
    return entries.flatMap(entry => this.#look(join(folder, entry.name), entry));
  }

  #look(path: string, entry: EntryAt): readonly string[] {
    if (this.#closed.includes(path)) return [];
    const hold = this.#holds.of(path);
    const isFolder = entry.kind === 'folder';
    const isLink = entry.kind === 'link';
    if (isLink && (hold === 'write' || this.#holds.ofLink(path))) this.#follow(path);
    if (hold === 'write' && (!isFolder || this.#holds.of(`${path}/${ANY}`) === 'write')) {
      // A link has no place for a mount; a change of it is seen.
      this.#hold(path, isLink ? undefined : this.readOnly);
      return [];
    }
    if (hold !== undefined || (isLink && this.#holds.ofLink(path))) this.#hold(path, isLink ? undefined : this.pinned);
    return isFolder && this.#holds.below(path) ? [path] : [];
  }

  #follow(link: string): void {
    const target = realAt(link);
    if (target !== undefined && target !== this.#root && isBelow(target, this.#root)) this.links.set(link, target);
  }

  #hold(path: string, among: Set<string> | undefined): void {
    const stats = statsOf(path);
    if (!stats || !(stats.isFile() || stats.isDirectory() || stats.isSymbolicLink())) return;
    this.seen.set(path, identityOf(stats));
    among?.add(path);
  }

  /** Finds other names of held files: by one of them a file could be written. */
  async findShared(): Promise<void> {
    await eachFile([...this.readOnly], (_, stats) => {
      if (stats.nlink > 1n) this.shared.add(inodeOf(stats));
      return true;
    });
  }

  async addOtherNames(root: string): Promise<void> {
    if (this.readOnly.has(root)) return;
    await eachFile([root], (path, stats) => {
      if (this.readOnly.has(path) || this.#closed.includes(path)) return false;
      if (stats.isFile() && stats.nlink > 1n && this.shared.has(inodeOf(stats))) this.#hold(path, this.readOnly);
      return true;
    });
  }
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
const realAt = (link: string): string | undefined =>
  tryOr(() => fromNameBytes(realpathSync(toNameBytes(link), 'buffer')), undefined);

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
