import { posix } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import { smallestOf } from '../../tool/lists/long-lists.ts';
import type { RootHandle } from '../disk/dir-handle.ts';
import { entriesBelow } from '../disk/entries-at.ts';
import { joinPath } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { VisibilityTest } from '../port.ts';
import { isClosed } from './lookup.ts';
import { type Walk, walkPath } from './walk.ts';

interface NearOptions {
  readonly visible?: VisibilityTest;
  /** Paths that only a layer has. */
  readonly extra?: Iterable<string>;
  /** Whether a layer has deleted a path. */
  readonly gone?: (relative: string) => boolean;
  readonly limit?: number;
  /** The most names that are looked at. */
  readonly maxEntries?: number;
}

const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Paths that may be meant by a path that is not there, best first: the same without its leading folders, the same name
 * elsewhere, in other case, with another ending, or with a few other letters.
 */
export function nearNames(root: RootHandle, relative: string, options: NearOptions = {}): string[] {
  const { limit = 4, maxEntries = 4000, visible = () => true, gone = () => false } = options;
  const scores = new Map<string, number>();
  const offer = (path: string, score: number): void => {
    if (path === relative || score > (scores.get(path) ?? score)) return;
    const absolute = joinBelow(root.absolute, path);
    if (!gone(path) && !isClosed(root, absolute) && visible(absolute)) scores.set(path, score);
  };
  // A path may have been given relative to a folder above: `project/src/a.ts` means `src/a.ts` then.
  const parts = relative.split('/');
  for (let from = 1; from < Math.min(parts.length, 12); from += 1) {
    const tail = parts.slice(from).join('/');
    if (walkTo(root, tail)?.stats) offer(tail, 0);
  }
  for (const path of options.extra ?? []) offer(path, scoreOf(path, relative));
  for (const path of nearbyPaths(root, relative, maxEntries)) {
    const score = scoreOf(path, relative);
    if (score < Number.POSITIVE_INFINITY) offer(path, score);
  }
  return [...scores]
    .filter(([, score]) => score < Number.POSITIVE_INFINITY)
    .sort(([a, x], [b, y]) => x - y || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([path]) => path);
}

/** The end of a walk to a path, closed again; undefined where the path leads nowhere. */
const walkTo = (root: RootHandle, path: string): Walk | undefined =>
  tryOr(() => {
    const walk = walkPath(root, path, { keepLast: true });
    walk.close();
    return walk;
  }, undefined);

/** Paths in the nearest folder that exists, then all over the workspace, breadth first. */
function* nearbyPaths(root: RootHandle, relative: string, maxEntries: number): Generator<string> {
  let left = maxEntries;
  const skip = new Set([...SKIPPED].filter(name => !relative.split('/').includes(name)));
  const seen = new Set<string>();
  const walk = walkTo(root, posix.dirname(relative));
  const nearest = walk?.stats?.isDirectory() ? walk.resolved.relative : (walk?.dir?.path ?? '.');
  const queue = [nearest, '.'];
  for (let folder = queue.shift(); folder !== undefined && left > 0; folder = queue.shift()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    for (const entry of entriesBelow(root, folder)) {
      left -= 1;
      if (left < 0) return;
      const path = joinPath(folder, entry.name);
      if (entry.isDirectory() && !skip.has(entry.name)) queue.push(path);
      yield path;
    }
  }
}

/** The distance of a path; less is nearer, and an infinite one is not near at all. */
function scoreOf(path: string, wanted: string): number {
  const name = posix.basename(path);
  const target = posix.basename(wanted);
  const apart = posix.dirname(path) === posix.dirname(wanted) ? 0 : 2;
  if (path.toLowerCase() === wanted.toLowerCase()) return 0;
  if (name === target) return 1;
  const [a, b] = [name.normalize().toLowerCase(), target.normalize().toLowerCase()];
  if (a === b) return 1 + apart;
  const distance = editDistance(a, b, Math.min(3, Math.floor(b.length / 3)));
  if (distance !== undefined) return 1 + distance + apart;
  const stem = posix.basename(b, posix.extname(b));
  if (stem !== '' && posix.basename(a, posix.extname(a)) === stem) return 3 + apart;
  return Number.POSITIVE_INFINITY;
}

/** The number of letters to change, add, drop or swap; undefined above `max`. */
function editDistance(a: string, b: string, max: number): number | undefined {
  if (Math.abs(a.length - b.length) > max) return undefined;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(change, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] as number) + 1);
      }
      row.push(best);
    }
    if (smallestOf(row) > max) return undefined;
    before = last;
    last = row;
  }
  const distance = last[b.length] as number;
  return distance <= max ? distance : undefined;
}
