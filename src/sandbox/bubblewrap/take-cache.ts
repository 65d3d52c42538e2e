import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isLeft } from '../../system/leftovers.ts';
import { tryOr } from '../../system/try-or.ts';
import { makeOwnName } from '../job/own-folder.ts';

export interface TakenCache {
  readonly folder: string;
  /** Gives the cache back. Scratch goes to a folder that is removed anyway: the next overlay would have to clear it. */
  release(scrap: string): void;
}

/**
 * Takes a cache for one job at a time: a cache is seen through an overlay, and no two overlays may write to one folder.
 * A job that comes alone always gets the same; a name is taken by renaming, so no two jobs of any process share one.
 */
export function takeCache(parent: string): TakenCache {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const own = join(parent, makeOwnName());
  const free = readdirSync(parent).filter(name => FREE.test(name) || isLeft(name));
  if (!free.sort().some(name => isRenamed(join(parent, name), own))) mkdirSync(own, { mode: 0o700 });
  for (const name of PARTS) mkdirSync(join(own, name), { recursive: true, mode: 0o700 });
  return {
    folder: own,
    release(scrap) {
      isRenamed(join(own, 'work'), join(scrap, 'scratch'));
      for (let place = 0; place < MOST; place++) if (isRenamed(own, join(parent, `free-${place}`))) return;
    },
  };
}

const FREE = /^free-\d+$/;
/** Folders that an overlay writes to, and its own scratch. */
const PARTS = ['upper', 'work'];
const MOST = 1_000;

/** Renames a folder; false where it is gone, or something stands at the new name. */
const isRenamed = (from: string, to: string): boolean =>
  tryOr(() => {
    renameSync(from, to);
    return true;
  }, false);
