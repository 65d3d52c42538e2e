import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Held } from '../../tool/files.ts';
import { entriesOf, identityAt, isRepositoryFolder, stampOf } from './find-held.ts';

/** Folders looked at before others get their turn. */
const AT_ONCE = 200;

/**
 * Sees what comes to be under names that are held: a mount can only hold what is there already. And whether a mount
 * still holds: it goes with the file that it lies on when somebody outside puts another one there.
 */
export class HeldWatch {
  readonly #held: Held;
  readonly #folders: Map<string, string>;
  readonly #seen: Map<string, string>;
  readonly #made = new Set<string>();

  constructor(held: Held) {
    this.#held = held;
    this.#folders = new Map(held.folders);
    this.#seen = new Map(held.seen);
  }

  /** Absolute paths that are held and were not there before. */
  get made(): ReadonlySet<string> {
    return this.#made;
  }

  /** Those that are held, and are something else now than at the last look. */
  async look(): Promise<readonly string[]> {
    let looked = 0;
    for (const [folder, stamp] of this.#folders) {
      if (++looked % AT_ONCE === 0) await turn();
      const now = stampOf(folder);
      if (now === undefined) this.#folders.delete(folder);
      else if (now !== stamp) this.#enter(folder);
    }
    const replaced = [...this.#seen].filter(([path, identity]) => identityAt(path) !== identity).map(([path]) => path);
    for (const path of replaced) this.#remember(path);
    return replaced;
  }

  #remember(path: string): void {
    const now = identityAt(path);
    if (now === undefined) this.#seen.delete(path);
    else this.#seen.set(path, now);
  }

  #enter(folder: string): void {
    const stamp = stampOf(folder);
    const entries = entriesOf(folder);
    if (stamp === undefined || entries === 'closed') return;
    this.#folders.set(folder, stamp);
    if (isRepositoryFolder(entries)) {
      const head = entries.find(({ name }) => name.toLowerCase() === 'head')!;
      this.#made.add(join(folder, head.name));
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (this.#seen.has(path) || this.#folders.has(path) || this.#made.has(path)) continue;
      if (this.#held.of(path) === 'write') this.#made.add(path);
      else if (entry.isDirectory() && this.#held.below(path)) this.#enter(path);
    }
  }
}
