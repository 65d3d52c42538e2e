import type { BigIntStats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { endAfter, tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import type { FolderEntry } from '../../tool/files.ts';
import { staleFile } from '../change/compare-seen.ts';
import type { StagedNode } from '../change/staging.ts';
import type { DirHandle, RootHandle } from '../disk/dir-handle.ts';
import { errorCodeOf, NO_FOLDER } from '../disk/disk.ts';
import { Folders, joinPath } from '../disk/folders.ts';
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
  const entries: ListedEntry[] = [...layered].flatMap(([name, node]) =>
    node ? [{ name, node, target: node.kind === 'symlink' ? node.target : undefined }] : [],
  );
  await withWalkedFolder(root, walk, async dir => {
    let done = 0;
    for (const name of dir?.names() ?? []) {
      if (layered.has(name)) continue;
      const stats = dir?.lstat(name);
      if (stats) entries.push({ name, stats, target: targetOf(dir, name, stats) });
      done += 1;
      if (done % 2000 === 0) await turn();
    }
  });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lends the folder on the disk, where there is one. */
function withWalkedFolder<T>(
  root: RootHandle,
  { dir, name, stats, node }: Walk,
  work: (folder: DirHandle | undefined) => T,
): T {
  if (name === '') return work(root);
  if (!dir || (node && !dir.lstat(name)?.isDirectory()) || (!node && !stats)) return work(undefined);
  const folder = dir.openDir(name);
  return endAfter(
    () => folder.close(),
    () => work(folder),
  );
}

/** The target of a link; for an entry that is no link, or gone meanwhile, none. */
const targetOf = (dir: DirHandle | undefined, name: string, stats: BigIntStats): string | undefined =>
  stats.isSymbolicLink() ? tryOr(() => dir?.readlink(name), undefined) : undefined;

export async function lookList(sight: Sight, path: string): Promise<readonly FolderEntry[]> {
  return within(sight, path, async walk => {
    demandVisible(sight, walk.resolved);
    const entries = await folderEntries(sight, walk);
    return entries.flatMap(({ name, stats, node, target }) => {
      const inside = joinPath(walk.resolved.relative, name);
      if (!mayShow(sight, inside)) return [];
      return [{ name, ...(node ? nodeStat(sight, node, inside) : statOf(stats as BigIntStats)), target }];
    });
  });
}

export interface TreeEntry extends ListedEntry {
  readonly path: string;
}

/** Entries below a folder, children before their folder. Links are entries, not ways. */
export async function* treeEntries(sight: Sight, folder: string): AsyncGenerator<TreeEntry> {
  if (sight.layers.empty) {
    yield* diskEntries(sight.root, folder);
    return;
  }
  const entries = await within(sight, folder, walk => expectWhole(sight, walk, folder), { keepLast: true });
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.node ? entry.node.kind === 'directory' : entry.stats?.isDirectory()) yield* treeEntries(sight, path);
    yield { ...entry, path };
  }
}

/** Entries below a folder on the disk alone: each folder is opened from the one above it, however deep they lie. */
function* diskEntries(root: RootHandle, top: string): Generator<TreeEntry> {
  const folders = new Folders(root, { onlyLooks: true });
  const namesIn = (path: string): string[] => {
    const dir = openStill(folders, path);
    const names = dir.names().sort().reverse();
    refuseUnnamed(dir, names.length, path);
    return names;
  };
  // Folders that are being looked through, each with the names that are left, the next one last, and its own entry.
  const open: { path: string; names: string[]; entry?: TreeEntry }[] = [{ path: top, names: namesIn(top) }];
  try {
    for (let at = open.at(-1); at; at = open.at(-1)) {
      const name = at.names.pop();
      if (name === undefined) {
        open.pop();
        if (at.entry) yield at.entry;
        continue;
      }
      const dir = openStill(folders, at.path);
      const stats = dir.lstat(name);
      if (!stats) continue;
      const entry: TreeEntry = { name, path: [at.path, name].join('/'), stats, target: targetOf(dir, name, stats) };
      if (stats.isDirectory()) open.push({ path: entry.path, names: namesIn(entry.path), entry });
      else yield entry;
    }
  } finally {
    folders.close();
  }
}

function openStill(folders: Folders, path: string): DirHandle {
  try {
    return folders.at(path);
  } catch (error) {
    throw NO_FOLDER.includes(errorCodeOf(error) ?? '') ? staleFile(path, 'was replaced while it was looked at') : error;
  }
}

function refuseUnnamed(dir: DirHandle, named: number, path: string): void {
  if (dir.count() === named) return;
  throw new ToolError('NOT_A_FILE', `${showPath(path)} holds an entry whose name is not UTF-8.`, {
    suggestion: 'Rename or remove that entry with a shell first.',
  });
}

/** Expects every entry of a folder: a change of the whole must not leave an entry behind that nobody can name. */
async function expectWhole(sight: Sight, walk: Walk, relative: string): Promise<ListedEntry[]> {
  if (walk.resolved.relative !== relative) throw staleFile(relative, 'was replaced while it was looked at');
  withWalkedFolder(sight.root, walk, dir => dir && refuseUnnamed(dir, dir.names().length, relative));
  return folderEntries(sight, walk);
}
