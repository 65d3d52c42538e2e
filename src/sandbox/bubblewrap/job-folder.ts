import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { removeTree } from '../../system/remove-tree.ts';

/** The folder of one job: made anew, nobody else's, and gone afterwards. */
export interface JobFolder {
  readonly path: string;
  readonly upper: string;
  /** The folder over the workspace, which hides what is not to be seen of it. */
  readonly mask: string;
  file(name: string, content: string | Buffer): string;
  /** The folder of files that the job itself sees. */
  readonly ownFolder: string;
  /** Makes the folder where the job's view of the workspace is put together, if the launchers have no place for it. */
  makeMerged(): string;
  own(name: string, content: string): string;
  /** A short name for a path, which may hold anything. */
  link(name: string, target: string): string;
  /** Makes room in `mask` for paths of the workspace that are not to be seen. */
  maskParents(root: string, paths: readonly string[]): void;
  remove(): void;
}

/** Names that an earlier job on the same layer leaves to the next, and names that lie there for other reasons. */
const LASTING = new Set(['upper', 'plan', 'time', 'note.json', 'folders']);

/** Fills the folder, which the caller has made with a name that cannot be guessed. */
export function jobFolder(path: string): JobFolder {
  for (const name of readdirSync(path)) if (!LASTING.has(name)) removeTree(join(path, name));
  const make = (name: string): string => {
    const place = join(path, name);
    mkdirSync(place, { mode: 0o700, recursive: true });
    return place;
  };
  const write = (name: string, content: string | Buffer): string => {
    const place = join(path, name);
    writeFileSync(place, content, { flag: 'wx', mode: 0o600 });
    return place;
  };
  const [upper, mask] = [make('upper'), make('mask')];
  make('work');
  return {
    path,
    upper,
    mask,
    ownFolder: join(path, 'own'),
    file: write,
    makeMerged: () => make('merged'),
    own(name, content) {
      make('own');
      return write(join('own', name), content);
    },
    link(name, target) {
      symlinkSync(target, join(path, name));
      return name;
    },
    maskParents(root, paths) {
      const made = new Set(['.']);
      /** Makes a folder with the mode of the one that it lies over, for the upper folder's mode is the one seen. */
      const makeLike = (at: string): void => {
        if (made.has(at)) return;
        makeLike(dirname(at));
        made.add(at);
        mkdirSync(join(mask, at), { recursive: true });
        const stats = lstatSync(join(root, at), { throwIfNoEntry: false });
        if (stats) chmodSync(join(mask, at), (stats.mode & 0o7777) | 0o700);
      };
      for (const hidden of paths) makeLike(dirname(relative(root, hidden)));
    },
    remove: () => removeTree(path),
  };
}
