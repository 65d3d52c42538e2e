import fs from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import type { FileStat, FindQuery, FindResult } from '../../tool/files.ts';
import { compileGlobs } from '../../tool/glob/compile-glob.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import type { DirHandle } from '../disk/dir-handle.ts';
import { baseNameOf, parentOf, withFolder } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { notAFolder } from '../paths/file-problems.ts';
import { demandVisible, kindAt, mayShow, nearOf, nodeStat, type Sight, within } from '../view/look.ts';
import { absent, statOf } from '../view/read-file.ts';
import { findFiles } from './files.ts';
import { findEverything, findFolders } from './folders.ts';

type FoundPath = FileStat & { readonly path: string; readonly target?: string };

/** Finds entries below a folder. Only returned ones are looked at closely, unless times decide the order. */
export async function lookFind(sight: Sight, query: FindQuery): Promise<FindResult> {
  const folder = await within(sight, query.path, walk => {
    demandVisible(sight, walk.resolved);
    const kind = kindAt(walk);
    if (!kind) throw absent(sight.root, walk, resolved => nearOf(sight, resolved), 'folder');
    if (kind !== 'directory') throw notAFolder(walk.resolved.relative, kind);
    return walk.resolved.relative;
  });
  const skip = folder === '.' ? 0 : folder.length + 1;
  const globs = query.globs && compileGlobs(query.globs);
  const depth = query.maxDepth ?? Number.POSITIVE_INFINITY;
  const fits = (path: string): boolean => {
    const below = path.slice(skip);
    if (Number.isFinite(depth) && below.split('/').length > depth) return false;
    return (globs?.matches(below) ?? true) && mayShow(sight, path);
  };
  const { limit = Number.POSITIVE_INFINITY, sort, directories, hidden, ignored, maxDepth } = query;
  const files = (see: (path: string) => boolean) =>
    findFiles(sight, folder, { hidden, ignored, maxDepth, names: globs?.names, fits: path => fits(path) && see(path) });
  if (sort === 'newest' && !directories) return newestFiles(sight, limit, files);
  const paths = directories ? (await allPaths(sight, folder, query)).filter(fits) : await files(() => true);
  if (sort !== 'newest') return firstOf(sight, paths.sort(byPath), limit);
  return newestOf(statAll(sight, paths), limit);
}

/**
 * Files newest first. Their times are asked for by name, while ripgrep still looks for more: the times decide the order
 * alone. A file that is shown is looked at in its own real folder.
 */
async function newestFiles(sight: Sight, limit: number, find: (see: (path: string) => true) => Promise<unknown>) {
  const { root, layers } = sight;
  const layered: string[] = [];
  const paths: string[] = [];
  const times: number[] = [];
  const ask = () => {
    for (let at = times.length; at < paths.length; at++)
      times.push(modifiedAt(joinBelow(root.absolute, paths[at] as string)));
  };
  await find(path => {
    if (!layers.empty && layers.at(path) !== undefined) layered.push(path);
    else if (paths.push(path) % AT_ONCE === 0) ask();
    return true;
  });
  ask();
  // Some of the files may be gone by the second look.
  const shown = indexesOfNewest(times, 2 * limit).map(at => paths[at] as string);
  const { entries } = firstOf(sight, shown, limit);
  const total = paths.length <= limit ? entries.length : paths.length;
  const newest = newestOf([...entries, ...statAll(sight, layered)], limit);
  return { ...newest, total: total + layered.length };
}

/** The places of the newest, the newest first: so many, and all that are as new as the last of them. */
function indexesOfNewest(times: readonly number[], most: number): number[] {
  const oldest = most < times.length ? (Float64Array.from(times).sort()[times.length - most] as number) : -Infinity;
  const found: number[] = [];
  for (let at = 0; at < times.length; at++) if ((times[at] as number) >= oldest) found.push(at);
  return found.sort((a, b) => (times[b] as number) - (times[a] as number));
}

/** The files whose times are asked for in one go, which takes less than to do so between other work. */
const AT_ONCE = 512;

/** The time when a file was last written; 0 for a path that cannot be looked at. */
const modifiedAt = (absolute: string): number =>
  tryOr(() => fs.lstatSync(absolute, { throwIfNoEntry: false })?.mtimeMs ?? 0, 0);

const byPath = (a: string, b: string): number => (a < b ? -1 : 1);

function newestOf(entries: readonly FoundPath[], limit: number): FindResult {
  const sorted = entries.toSorted((a, b) => b.modified - a.modified || byPath(a.path, b.path));
  return { entries: sorted.slice(0, limit), total: sorted.length };
}

/** The first of the paths that are there, up to the limit. */
function firstOf(sight: Sight, paths: readonly string[], limit: number): { entries: FoundPath[]; total: number } {
  if (paths.length <= limit) {
    const entries = statAll(sight, paths);
    return { entries, total: entries.length };
  }
  const entries: FoundPath[] = [];
  for (let from = 0; entries.length < limit && from < paths.length; ) {
    const some = paths.slice(from, from + limit - entries.length);
    addAll(entries, statAll(sight, some));
    from += some.length;
  }
  return { entries, total: paths.length };
}

/** The paths of folders too, and of links. */
async function allPaths(sight: Sight, folder: string, { hidden = false, ignored = false, maxDepth }: FindQuery) {
  if (hidden && ignored) return findEverything(sight, folder, maxDepth);
  const files = await findFiles(sight, folder, { hidden, ignored });
  return [...files, ...findFolders(sight, folder, { hidden, files })];
}

/** Looks at paths folder by folder, each in its own real folder; a path that is not there is left out. */
function statAll(sight: Sight, paths: readonly string[]): FoundPath[] {
  const { root, layers } = sight;
  const found: (FoundPath | undefined)[] = paths.map(path => {
    const node = layers.empty ? undefined : layers.at(path);
    if (!node) return undefined;
    return { path, ...nodeStat(sight, node, path), ...(node.kind === 'symlink' ? { target: node.target } : {}) };
  });
  const left = [...paths.keys()].filter(index => !found[index]);
  for (const [folder, indexes] of Map.groupBy(left, index => parentOf(paths[index]!))) {
    const look = (dir: DirHandle) => {
      for (const index of indexes) found[index] = statIn(dir, baseNameOf(paths[index]!), paths[index]!);
    };
    tryOr(() => withFolder(root, folder, look), undefined);
  }
  return found.filter(entry => entry !== undefined);
}

/** An entry of a folder; undefined where that is closed to us, or something else by now. */
const statIn = (dir: DirHandle, name: string, path: string): FoundPath | undefined =>
  tryOr(() => {
    const stats = dir.lstat(name);
    return stats && { path, ...statOf(stats), ...(stats.isSymbolicLink() ? { target: dir.readlink(name) } : {}) };
  }, undefined);
