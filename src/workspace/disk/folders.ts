import { endAfter } from '../../system/try-or.ts';
import { asOwner } from './as-owner.ts';
import type { DirHandle, RootHandle } from './dir-handle.ts';

export interface EntryPlace {
  readonly dir: DirHandle;
  readonly name: string;
}

/** The most handles open at once; a deep set touches more folders than a process may hold open. */
const MOST_OPEN = 200;

export const parentOf = (path: string): string => {
  const at = path.lastIndexOf('/');
  return at < 0 ? '.' : path.slice(0, at);
};

export const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const joinPath = (folder: string, name: string): string => (folder === '.' ? name : `${folder}/${name}`);

export const depthOf = (path: string): number => (path === '.' ? 0 : path.split('/').length);

interface FoldersOptions {
  /** Whether to work as the owner of the entries, so that modes that close them do not stand in the way. */
  readonly asOwner?: boolean;
  /** Whether nothing is made through these folders: a missing one is not looked for again, nor is anything below it. */
  readonly onlyLooks?: boolean;
}

/** Lends an opened folder of the workspace to some work. */
export function withFolder<T>(root: RootHandle, path: string, work: (dir: DirHandle) => T): T {
  const dir = path === '.' ? root : root.openBelow(path);
  try {
    return work(dir);
  } finally {
    if (dir !== root) dir.close();
  }
}

/** Lends the folders of a workspace to some work, and closes them when it has ended, at once or later. */
export function withFolders<T>(root: DirHandle, options: FoldersOptions, work: (folders: Folders) => T): T {
  const folders = new Folders(root, options);
  return endAfter(
    () => folders.close(),
    () => work(folders),
  );
}

/** The folders of a workspace, each opened step by step from the root so that no link is ever crossed. */
export class Folders {
  readonly #root: DirHandle;
  readonly #open = new Map<string, DirHandle>();
  /** Folders that are not there, each with the system's error. */
  readonly #missing: Map<string, unknown> | undefined;

  constructor(root: DirHandle, options: FoldersOptions = {}) {
    this.#root = options.asOwner ? asOwner(root) : root;
    this.#missing = options.onlyLooks ? new Map() : undefined;
  }

  /** Opens a folder. Fails as the system does: ENOENT, or ENOTDIR and ELOOP where something else stands on the way. */
  at(path: string): DirHandle {
    if (path === '.') return this.#root;
    const known = this.#open.get(path);
    if (known) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    if (this.#missing?.has(path)) throw this.#missing.get(path);
    const dir = this.#openFolder(path);
    this.#open.set(path, dir);
    if (this.#open.size > MOST_OPEN) {
      const [oldest, handle] = this.#open.entries().next().value!;
      this.#open.delete(oldest);
      handle.close();
    }
    return dir;
  }

  #openFolder(path: string): DirHandle {
    try {
      return this.at(parentOf(path)).openDir(baseNameOf(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#missing?.set(path, error);
      throw error;
    }
  }

  placeOf(path: string): EntryPlace {
    return { dir: this.at(parentOf(path)), name: baseNameOf(path) };
  }

  /** Forgets a folder that was removed or replaced: its handle, and those below it, mean something else now. */
  forget(path: string): void {
    for (const [known, handle] of this.#open) {
      if (known !== path && !known.startsWith(`${path}/`)) continue;
      this.#open.delete(known);
      handle.close();
    }
  }

  close(): void {
    for (const handle of this.#open.values()) handle.close();
    this.#open.clear();
  }
}
