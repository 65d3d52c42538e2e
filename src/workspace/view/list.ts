import type { BigIntStats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import type { FolderEntry } from '../../tool/files.ts';
import { staleFile } from '../change/compare-seen.ts';
import type { StagedNode } from '../change/staging.ts';
import type { DirHandle, RootHandle } from '../disk/dir-handle.ts';
import { errorCodeOf } from '../disk/disk.ts';
import { Folders } from '../disk/folders.ts';
import { notAFolder } from '../paths/file-problems.ts';
import { showPath } from '../paths/parse-path.ts';
import type { Walk } from '../paths/walk.ts';
import { demandVisible, kindAt, mayShow, nearOf, nodeStat, type Sight, within } from './look.ts';
import { absent, statOf } from './read-file.ts';

/** One entry of a folder as the call sees it: on the disk, or in a layer. */
interface ListedEntry {
  readonly name: string;
  readonly stats?: BigIntStats;
  readonly node?: StagedNode;
  readonly target?: string;
}

/** The entries of a folder that was walked to, as the call sees them; none is left out. */
async function folderEntries(sight: Sight, walk: Walk): Promise<ListedEntry[]> {
  const { root, layers } = sight;
  const { relative } = walk.resolved;
  const kind = kindAt(walk);
  if (!kind) throw absent(root, walk, resolved => nearOf(sight, resolved), 'folder');
  if (kind !== 'directory') throw notAFolder(relative, kind);
  const layered = layers.empty ? new Map<string, StagedNode | null>() : layers.children(relative);
  const entries: ListedEntry[] = [...layered].flatMap(([name, node]) => (node ? [layeredEntry(name, node)] : []));
  const dir = openWalkedFolder(root, walk);
  try {
    let done = 0;
    for (const name of dir?.names() ?? []) {
      if (layered.has(name)) continue;
      const stats = dir?.lstat(name);
      if (stats) entries.push({ name, stats, ...(stats.isSymbolicLink() ? { target: readlink(dir, name) } : {}) });
      done += 1;
      if (done % 2000 === 0) await turn();
    }
  } finally {
    if (dir !== root) dir?.close();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const layeredEntry = (name: string, node: StagedNode): ListedEntry =>
  node.kind === 'symlink' ? { name, node, target: node.target } : { name, node };

/** The folder on the disk, where there is one; the caller closes it unless it is the root. */
function openWalkedFolder(root: RootHandle, { dir, name, stats, node }: Walk): DirHandle | undefined {
  if (name === '') return root;
  if (!dir || (node && !dir.lstat(name)?.isDirectory()) || (!node && !stats)) return undefined;
  return dir.openDir(name);
}

function readlink(dir: DirHandle | undefined, name: string): string | undefined {
  try {
    return dir?.readlink(name);
  } catch {
    return undefined;
  }
}

export async function lookList(sight: Sight, path: string): Promise<readonly FolderEntry[]> {
  return within(sight, path, async walk => {
    demandVisible(sight, walk.resolved);
    const { relative } = walk.resolved;
    const entries = await folderEntries(sight, walk);
    return entries
      .filter(({ name }) => mayShow(sight, relative === '.' ? name : `${relative}/${name}`))
      .map(entry => toEntry(sight, entry, relative === '.' ? entry.name : `${relative}/${entry.name}`));
  });
}

function toEntry(sight: Sight, { name, stats, node, target }: ListedEntry, relative: string): FolderEntry {
  const stat = node ? nodeStat(sight, node, relative) : statOf(stats as BigIntStats);
  return { name, ...stat, ...(target === undefined ? {} : { target }) };
}

/** A path below a folder, with what is there. */
export interface TreeEntry extends ListedEntry {
  readonly path: string;
}

/** All that lies below a folder, children before their folder. Links are entries, not ways. */
export async function treeEntries(sight: Sight, folder: string): Promise<TreeEntry[]> {
  if (sight.layers.empty) return diskEntries(sight.root, folder);
  const found: TreeEntry[] = [];
  const visit = async (relative: string): Promise<void> => {
    const entries = await within(sight, relative, walk => expectWhole(sight, walk, relative), { keepLast: true });
    for (const entry of entries) {
      const path = `${relative}/${entry.name}`;
      if (entry.node ? entry.node.kind === 'directory' : entry.stats?.isDirectory()) await visit(path);
      found.push({ ...entry, path });
    }
  };
  await visit(folder);
  return found;
}

/** The same on the disk alone: each folder is opened from the one above it, however deep they lie. */
async function diskEntries(root: RootHandle, top: string): Promise<TreeEntry[]> {
  const folders = new Folders(root, { onlyLooks: true });
  const found: TreeEntry[] = [];
  // What is still to be looked into, and entries that come after all below them.
  const waiting: (TreeEntry | string)[] = [top];
  try {
    for (let at = waiting.pop(), done = 0; at !== undefined; at = waiting.pop()) {
      if (typeof at !== 'string') {
        found.push(at);
        continue;
      }
      const dir = openStill(folders, at);
      const names = dir.names().sort();
      refuseUnnamed(dir, names.length, at);
      const entries: TreeEntry[] = [];
      for (const name of names) {
        const stats = dir.lstat(name);
        const target = stats?.isSymbolicLink() ? { target: readlink(dir, name) } : {};
        if (stats) entries.push({ name, path: `${at}/${name}`, stats, ...target });
        if (++done % 2000 === 0) await turn();
      }
      for (const entry of entries.reverse()) {
        waiting.push(entry);
        if (entry.stats?.isDirectory()) waiting.push(entry.path);
      }
    }
  } finally {
    folders.close();
  }
  return found;
}

function openStill(folders: Folders, path: string): DirHandle {
  try {
    return folders.at(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCodeOf(error) ?? ''))
      throw staleFile(path, 'was replaced while it was looked at');
    throw error;
  }
}

function refuseUnnamed(dir: DirHandle, named: number, path: string): void {
  if (dir.count() === named) return;
  throw new ToolError('NOT_A_FILE', `${showPath(path)} holds an entry whose name is not UTF-8.`, {
    suggestion: 'Rename or remove that entry with a shell first.',
  });
}

/** Every entry of a folder, or none: a change of the whole must not leave something behind that nobody can name. */
async function expectWhole(sight: Sight, walk: Walk, relative: string): Promise<ListedEntry[]> {
  if (walk.resolved.relative !== relative) throw staleFile(relative, 'was replaced while it was looked at');
  const dir = openWalkedFolder(sight.root, walk);
  try {
    if (dir) refuseUnnamed(dir, dir.names().length, relative);
  } finally {
    if (dir !== sight.root) dir?.close();
  }
  return folderEntries(sight, walk);
}
