import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type FolderChanges, followChanges } from './changes.ts';
import { fileIdentityAt } from './identity.ts';
import { isWanted, type WalkResult, walk } from './walk.ts';

export interface IndexDifference {
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** Whether there are more files than are looked at. */
  readonly cut: boolean;
}

interface LookOptions {
  readonly root: string;
  /** The identities of the files that were taken in, by path. */
  readonly known: ReadonlyMap<string, string>;
  readonly stopped: () => boolean;
  /** The number of files above which folders are watched, instead of looking at every file each time. */
  readonly watchAbove: number;
  /** The most files; files beyond are left out. */
  readonly maxFiles: number;
}

export type ChangeLook = ReturnType<typeof createLook>;

/** Files that are looked at before the event loop gets its turn. */
const AT_ONCE = 500;
/** Milliseconds for which the changes that the system tells are trusted. */
const TRUST = 60_000;

export function createLook({ root, known, stopped, watchAbove, maxFiles }: LookOptions) {
  let changes: FolderChanges | undefined;
  let folders: ReadonlySet<string> = new Set();
  let looked = 0;
  let count = 0;
  let cut = false;

  const everything = async (): Promise<IndexDifference> => {
    changes ??= Math.max(known.size, count) > watchAbove ? followChanges(root) : undefined;
    await changes?.take();
    return compare(await walk(root, { enter: folder => void changes?.follow(folder), stopped, maxFiles }));
  };

  /** The difference, by a look at every file. */
  const again = async (): Promise<IndexDifference> => {
    looked = Date.now();
    const enter = (folder: string) => void (changes?.has(folder) || changes?.follow(folder));
    return compare(await walk(root, { enter, stopped, maxFiles }));
  };

  const compare = async (walked: WalkResult): Promise<IndexDifference> => {
    folders = new Set(walked.folders);
    count = walked.files.length;
    cut = walked.cut;
    looked = Date.now();
    const there = new Set(walked.files);
    const changed: string[] = [];
    for (const [index, path] of walked.files.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await turn();
      if (known.get(path) !== fileIdentityAt(join(root, path))) changed.push(path);
    }
    const gone = walked.cut ? [] : [...known.keys()].filter(path => !there.has(path));
    return { changed, gone, cut: walked.cut };
  };

  return {
    /** The difference to the known files, as far as the system tells it; by a look at every file where it does not. */
    async differences(): Promise<IndexDifference> {
      const told = await changes?.take();
      if (!told) return everything();
      const changed: string[] = [];
      const gone: string[] = [];
      for (const path of told) {
        const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
        const isFolder = stats?.isDirectory() ?? false;
        if ((isFolder || folders.has(path)) && (folders.has(path) || isWanted(root, path, true))) return everything();
        if (!stats?.isFile()) {
          if (known.has(path)) gone.push(path);
        } else if (known.has(path) || isWanted(root, path, false)) {
          if (known.get(path) !== fileIdentityAt(join(root, path))) changed.push(path);
        }
      }
      return { changed, gone, cut };
    },
    /** Whether it is time to look at every file again: some file systems tell nothing. */
    isDue: () => changes !== undefined && Date.now() - looked > TRUST,
    again,
    close: () => changes?.close(),
  };
}
