import { posix } from 'node:path';
import type { Store } from '../../store/port.ts';

const PREFIX = 'private:';

/**
 * Files that came from private ones: moved, copied, packed or written with private content. They are private under any
 * name, for every session and process of the workspace, until something of another origin is in their place.
 */
export class PrivateFiles {
  readonly #state: Store['state'];
  readonly #root: string;
  /** Marked paths, relative to the root; a folder stands for all below it. */
  #paths: ReadonlySet<string> = new Set();

  constructor({ state }: Pick<Store, 'state'>, root: string) {
    this.#state = state;
    this.#root = root;
  }

  /** Reads what other processes have marked meanwhile. */
  async reload(): Promise<void> {
    const keys = await this.#state.keys(PREFIX);
    this.#paths = new Set(keys.map(key => key.slice(PREFIX.length)));
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  /** Whether this real path, or a folder above it, is marked. */
  holds(absolute: string): boolean {
    if (this.isEmpty) return false;
    for (let path = this.#relative(absolute); path !== undefined && path !== '.'; path = posix.dirname(path))
      if (this.#paths.has(path)) return true;
    return false;
  }

  /** Whether the path itself is marked, and not only a folder above it. */
  names(absolute: string): boolean {
    return this.#paths.has(this.#relative(absolute) ?? '.');
  }

  /** Marked files at or below a folder, as real paths. */
  below(folder: string): readonly string[] {
    const all = [...this.#paths].map(path => posix.join(this.#root, path));
    return all.filter(path => path === folder || folder === this.#root || path.startsWith(`${folder}/`));
  }

  /** Marks paths, durably before it resolves: no one reads such a file unmarked, also after a crash. */
  async add(paths: readonly string[]): Promise<void> {
    const fresh = this.#inside(paths).filter(path => !this.#paths.has(path));
    if (fresh.length === 0) return;
    this.#paths = new Set([...this.#paths, ...fresh]);
    await Promise.all(fresh.map(path => this.#state.set(PREFIX + path, true, { durable: true })));
  }

  async drop(paths: readonly string[]): Promise<void> {
    const gone = new Set(this.#inside(paths).filter(path => this.#paths.has(path)));
    if (gone.size === 0) return;
    this.#paths = new Set([...this.#paths].filter(path => !gone.has(path)));
    await Promise.all([...gone].map(path => this.#state.delete(PREFIX + path)));
  }

  #inside(paths: readonly string[]): readonly string[] {
    const inside = new Set(paths.map(path => this.#relative(path) ?? '.'));
    return [...inside].filter(path => path !== '.');
  }

  #relative(absolute: string): string | undefined {
    if (absolute === this.#root) return '.';
    return absolute.startsWith(`${this.#root}/`) ? absolute.slice(this.#root.length + 1) : undefined;
  }
}
