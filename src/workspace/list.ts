import type { BigIntStats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Entry } from '../tool/files.ts';
import type { DirHandle, RootHandle } from './dir-handle.ts';
import { notAFolder } from './file-problems.ts';
import type { Walk } from './path-walk.ts';
import { absent, statOf } from './read-file.ts';
import type { StagedNode } from './staging.ts';
import { demandVisible, kindAt, mayShow, nearOf, nodeStat, type Sight, within } from './view-look.ts';

/** One entry of a folder as the call sees it: on the disk, or in a layer. */
export interface Seeable {
  readonly name: string;
  readonly stats?: BigIntStats;
  readonly node?: StagedNode;
  readonly target?: string;
}

/** The entries of a folder that was walked to, as the call sees them; none is left out. */
export async function folderEntries(sight: Sight, walk: Walk): Promise<Seeable[]> {
  const { root, layers } = sight;
  const { relative } = walk.resolved;
  const kind = kindAt(walk);
  if (!kind) throw absent(root, walk, resolved => nearOf(sight, resolved), 'folder');
  if (kind !== 'directory') throw notAFolder(relative, kind);
  const layered = layers.empty ? new Map<string, StagedNode | null>() : layers.children(relative);
  const entries: Seeable[] = [...layered].flatMap(([name, node]) => (node ? [layeredEntry(name, node)] : []));
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

const layeredEntry = (name: string, node: StagedNode): Seeable =>
  node.kind === 'symlink' ? { name, node, target: node.target } : { name, node };

/** The folder on the disk, where there is one; the caller closes it unless it is the root. */
export function openWalkedFolder(root: RootHandle, { dir, name, stats, node }: Walk): DirHandle | undefined {
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

export async function lookList(sight: Sight, path: string): Promise<readonly Entry[]> {
  return within(sight, path, async walk => {
    demandVisible(sight, walk.resolved);
    const { relative } = walk.resolved;
    const entries = await folderEntries(sight, walk);
    return entries
      .filter(({ name }) => mayShow(sight, relative === '.' ? name : `${relative}/${name}`))
      .map(entry => toEntry(sight, entry, relative === '.' ? entry.name : `${relative}/${entry.name}`));
  });
}

function toEntry(sight: Sight, { name, stats, node, target }: Seeable, relative: string): Entry {
  const stat = node ? nodeStat(sight, node, relative) : statOf(stats as BigIntStats);
  return { name, ...stat, ...(target === undefined ? {} : { target }) };
}
