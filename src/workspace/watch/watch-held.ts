import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { HeldPaths } from '../../tool/files.ts';
import { REPOSITORY_PARTS } from '../../tool/folders/repository-kind.ts';
import { type EntryAt, entriesAt } from '../disk/entries-at.ts';
import { entryIdentityAt, isRepositoryFolder, stampOf, statsOf } from './find-held.ts';

/** The folders that are looked at before others get their turn. */
const AT_ONCE = 200;
/** Milliseconds in which a folder may change twice without its times telling so. */
const TICK = 50n;

/**
 * Watches for entries that come to be under held names: a mount can only hold what is there already. And watches
 * whether a mount still holds: it goes with the file that it lies on when somebody outside puts another one there.
 */
export class HeldWatch {
  readonly #held: HeldPaths;
  readonly #folders: Map<string, string>;
  readonly #seen: Map<string, string>;
  /** Absolute paths that are held and were not there before. */
  readonly made = new Set<string>();
  /** Folders that were closed to us, at the last look that found them so. */
  readonly closed = new Set<string>();
  readonly #begun: bigint;

  /** Makes the watch; `begun` is the time when the job began, by the clock of the file system. */
  constructor(held: HeldPaths, begun: bigint) {
    this.#held = held;
    this.#begun = begun;
    this.#folders = new Map(held.folders);
    this.#seen = new Map(held.seen);
  }

  /** Looks for paths that are held, and are something else now than at the last look. */
  async look(): Promise<readonly string[]> {
    let looked = 0;
    for (const [folder, stamp] of this.#folders) {
      if (++looked % AT_ONCE === 0) await turn();
      const now = stampOf(folder);
      if (now === undefined) this.#folders.delete(folder);
      else if (now !== stamp) this.#enter(folder);
    }
    const replaced: string[] = [];
    for (const [path, identity] of this.#seen) {
      const now = entryIdentityAt(path);
      if (now === identity) continue;
      replaced.push(path);
      if (now === undefined) this.#seen.delete(path);
      else this.#seen.set(path, now);
    }
    return replaced;
  }

  #enter(folder: string): void {
    const stamp = stampOf(folder);
    const entries = entriesAt(folder);
    if (stamp === undefined) return;
    const isNew = !this.#held.folders.has(folder);
    this.#folders.set(folder, isFresh(folder) ? '' : stamp);
    this.closed.delete(folder);
    if (entries === 'closed') {
      // A closed folder is seen when it is opened again.
      this.closed.add(folder);
      return;
    }
    if (isRepositoryFolder(entries)) this.#addParts(folder, entries, isNew);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (this.#seen.has(path) || this.#folders.has(path) || this.made.has(path)) continue;
      if (this.holds(path, entry.kind === 'link')) this.made.add(path);
      else if (entry.kind === 'folder' && this.#held.below(path)) this.#enter(path);
    }
  }

  holds(path: string, isLink: boolean): boolean {
    return this.#held.of(path) === 'write' || (isLink && this.#held.ofLink(path));
  }

  /** Adds those parts of a folder that has become a repository which were not there before. */
  #addParts(folder: string, entries: readonly EntryAt[], isNew: boolean): void {
    for (const { name } of entries) {
      const path = join(folder, name);
      if (!REPOSITORY_PARTS.has(name.toLowerCase())) continue;
      if (isNew || (statsOf(path)?.ctimeNs ?? 0n) > this.#begun) this.made.add(path);
    }
  }
}

function isFresh(folder: string): boolean {
  const changed = statsOf(folder)?.ctimeNs ?? 0n;
  return changed / 1_000_000n + TICK > BigInt(Date.now());
}
