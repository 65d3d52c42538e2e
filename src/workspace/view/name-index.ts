import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The most folders that are looked at, those near the root first: deeper files in a bigger tree are not found. */
const MOST_FOLDERS = 2_000;
/** Folders that come with packages, and git's own: nothing there is anybody's file by name. */
const SKIPPED = new Set(['node_modules', '.venv', 'venv', 'site-packages', '__pycache__', '.git']);
/** Milliseconds in which a folder may change again without a new time. */
const SAME_TIME = 100;

interface Known {
  readonly stamp: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * An index of files and links below a root whose names are wanted. The entries of a folder are kept with its time, so
 * that the next look costs one `lstat` for each folder and reads only those that have changed.
 */
export class NameIndex {
  readonly #root: string;
  readonly #isWanted: (absolute: string) => boolean;
  #known = new Map<string, Known>();

  constructor(root: string, isWanted: (absolute: string) => boolean) {
    this.#root = root;
    this.#isWanted = isWanted;
  }

  find(): readonly string[] {
    const seen = new Map<string, Known>();
    const waiting = [this.#root];
    const found: string[] = [];
    for (let at = 0; at < Math.min(waiting.length, MOST_FOLDERS); at++) {
      const folder = waiting[at]!;
      const known = this.#look(folder);
      if (!known) continue;
      seen.set(folder, known);
      for (const file of known.files) found.push(file);
      for (const next of known.folders.slice(0, MOST_FOLDERS)) waiting.push(next);
    }
    this.#known = seen;
    return found;
  }

  #look(folder: string): Known | undefined {
    try {
      const stats = lstatSync(folder, { bigint: true });
      if (!stats.isDirectory()) return undefined;
      const settled = Date.now() - Number(stats.mtimeMs) > SAME_TIME;
      const stamp = settled ? `${stats.dev}:${stats.ino}:${stats.mtimeNs}` : '';
      const known = this.#known.get(folder);
      return known && known.stamp === stamp && stamp !== '' ? known : this.#read(folder, stamp);
    } catch {
      // A folder that is gone, closed or deeper than a path can say shows nothing to a command either.
      return undefined;
    }
  }

  #read(folder: string, stamp: string): Known {
    const entries = readdirSync(folder, { withFileTypes: true });
    const paths = (kept: (entry: (typeof entries)[number]) => boolean) =>
      entries.filter(kept).map(({ name }) => join(folder, name));
    return {
      stamp,
      files: paths(entry => entry.isFile() || entry.isSymbolicLink()).filter(this.#isWanted),
      folders: paths(entry => entry.isDirectory() && !SKIPPED.has(entry.name)),
    };
  }
}
