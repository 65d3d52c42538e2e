import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { type Base, lookOrAbsent } from '../change/base.ts';
import { lstatQuietly } from '../disk/identity.ts';
import type { Ground } from '../ground.ts';
import { beforeCalls, isUnderWork } from '../undo/before-calls.ts';
import { gitFolderOf } from './folder.ts';
import { isTracked, parseGitIndex, type TrackedPaths } from './git-index.ts';

/** The most bytes of an index; with a larger one every path counts as tracked. */
const LARGEST = 512 * 1024 * 1024;

interface Repository {
  /** The repository's folder, absolute. */
  readonly at: string;
  /** Indexes, one for each moment that counts; undefined: an index cannot tell which paths are tracked. */
  readonly indexes: readonly (TrackedPaths | undefined)[];
  /** Whether nobody but a call has made the folder a repository. */
  readonly made: boolean;
}

export type GitTracking = ReturnType<typeof createGitTracking>;

/** What git tracks, by all indexes above a folder: as they are, before calls changed them, and as a job leaves them. */
export function createGitTracking(ground: Ground, after: Base | undefined) {
  const repositories = new Map<string, Promise<Repository | undefined>>();

  /** Whether something at or below a folder of the workspace is tracked, or might be. */
  async function holds(folder: string): Promise<boolean> {
    const absolute = resolve(ground.root.absolute, folder);
    for (const { at, indexes } of await above(absolute)) {
      const path = relative(at, absolute);
      if (indexes.some(index => !index || isTracked(index, path))) return true;
    }
    return false;
  }

  /** Whether a folder lies in a repository that no call has made: only there a .gitignore means something. */
  async function isInRepository(folder: string): Promise<boolean> {
    return (await above(resolve(ground.root.absolute, folder))).some(({ made }) => !made);
  }

  async function above(absolute: string): Promise<readonly Repository[]> {
    const found: Repository[] = [];
    for (let at = dirname(absolute); ; at = dirname(at)) {
      if (!repositories.has(at)) repositories.set(at, readRepository(at));
      const repository = await repositories.get(at);
      if (repository) found.push(repository);
      if (at === dirname(at)) return found;
    }
  }

  async function readRepository(at: string): Promise<Repository | undefined> {
    const folder = gitFolderOf(at);
    const place = folder ?? join(at, '.git');
    const before = await indexBefore(join(place, 'index'));
    if (folder === undefined && !before) return undefined;
    const now = folder === undefined ? [] : readIndex(join(folder, 'index'));
    const head = join(place, 'HEAD');
    const made = !lstatQuietly(head) || (await stateBefore(head)) === 'made';
    return { at, made, indexes: [...now, ...(before ?? []), ...indexAfter(join(place, 'index'))] };
  }

  async function indexBefore(path: string): Promise<readonly (TrackedPaths | undefined)[] | undefined> {
    const inside = relativeIn(path);
    if (inside === undefined) return undefined;
    const { journal } = ground.store;
    // Images are forgotten with time, the oldest first: the oldest that is left counts.
    for (const { before } of (await journal.changesOf(inside)).toReversed()) {
      const bytes = before?.sha === undefined ? undefined : await journal.blob(before.sha);
      if (bytes) return [parseGitIndex(bytes)];
    }
    return undefined;
  }

  function indexAfter(path: string): readonly (TrackedPaths | undefined)[] {
    const inside = relativeIn(path);
    if (inside === undefined) return [];
    if (isUnderWork(ground, inside)) return [undefined];
    return after && lookOrAbsent(after, inside).kind === 'file' ? [parseGitIndex(after.read(inside))] : [];
  }

  async function stateBefore(path: string) {
    const inside = relativeIn(path);
    return inside === undefined ? 'untouched' : beforeCalls(ground, inside);
  }

  /** The path relative to the workspace, if it lies in the workspace. */
  function relativeIn(path: string): string | undefined {
    const root = ground.root.absolute;
    return isBelow(path, root) ? relative(root, path) : undefined;
  }

  return { holds, isInRepository };
}

/** Reads an index; none where nothing was ever added. */
const readIndex = (path: string): readonly (TrackedPaths | undefined)[] =>
  tryOr(() => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return [];
    return [stats.isFile() && stats.size <= LARGEST ? parseGitIndex(readFileSync(path)) : undefined];
  }, [undefined]);
