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

export type HeldWatch = ReturnType<typeof watchHeld>;

/** Watches for entries that come to be under held names, and for mounts that went with the file that they lay on. */
export function watchHeld(held: HeldPaths, begun: bigint) {
  /** Absolute paths that are held and were not there before. */
  const made = new Set<string>();
  /** Folders that were closed to us, at the last look that found them so. */
  const closed = new Set<string>();
  const folders = new Map(held.folders);
  const seen = new Map(held.seen);

  /** Looks for paths that are held, and are something else now than at the last look. */
  async function look(): Promise<readonly string[]> {
    let looked = 0;
    for (const [folder, stamp] of folders) {
      if (++looked % AT_ONCE === 0) await turn();
      const now = stampOf(folder);
      if (now === undefined) folders.delete(folder);
      else if (now !== stamp) enter(folder);
    }
    const replaced: string[] = [];
    for (const [path, identity] of seen) {
      const now = entryIdentityAt(path);
      if (now === identity) continue;
      replaced.push(path);
      if (now === undefined) seen.delete(path);
      else seen.set(path, now);
    }
    return replaced;
  }

  function enter(folder: string): void {
    const stamp = stampOf(folder);
    const entries = entriesAt(folder);
    if (stamp === undefined) return;
    const isNew = !held.folders.has(folder);
    const changed = statsOf(folder)?.ctimeNs ?? 0n;
    const isFresh = changed / 1_000_000n + TICK > BigInt(Date.now());
    folders.set(folder, isFresh ? '' : stamp);
    closed.delete(folder);
    if (entries === 'closed') {
      // A closed folder is seen when it is opened again.
      closed.add(folder);
      return;
    }
    if (isRepositoryFolder(entries)) addParts(folder, entries, isNew);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (seen.has(path) || folders.has(path) || made.has(path)) continue;
      if (holds(path, entry.kind === 'link')) made.add(path);
      else if (entry.kind === 'folder' && held.below(path)) enter(path);
    }
  }

  function holds(path: string, isLink: boolean): boolean {
    return held.of(path) === 'write' || (isLink && held.ofLink(path));
  }

  /** Adds those parts of a folder that has become a repository which were not there before. */
  function addParts(folder: string, entries: readonly EntryAt[], isNew: boolean): void {
    for (const { name } of entries) {
      const path = join(folder, name);
      if (!REPOSITORY_PARTS.has(name.toLowerCase())) continue;
      if (isNew || (statsOf(path)?.ctimeNs ?? 0n) > begun) made.add(path);
    }
  }

  return { made, closed, look, holds };
}
