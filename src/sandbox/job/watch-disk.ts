import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import { largestOf } from '../../tool/lists/long-lists.ts';
import { bytesWritten, namelessFiles, type Process } from './process-tree.ts';

/** The least bytes of a file, for its name and its entry. */
const ENTRY = 4096;
/** The part of the time that a look at all files may take, as one in so many. */
const SHARE = 20;
/** Part of a disk that counts as little. */
const LITTLE_LEFT = 0.03;

interface WatchedDisk {
  /** Folders on the disks that the job can write to. */
  readonly on: readonly string[];
  /** The folder that takes all that the job writes, where there is one. */
  readonly upper: string | undefined;
  readonly limit: number;
}

/**
 * Counts bytes that a job has written. The disk tells cheaply whether it can be much at all; then the files are looked
 * at, and where they do not explain the bytes, for they may have lost their names or lie elsewhere, the processes are
 * asked.
 */
export function watchDisk({ on, upper, limit }: WatchedDisk): (tree: () => readonly Process[]) => number {
  const before = on.map(freeOn);
  let pause = 0;
  return tree => {
    if (performance.now() < pause) return 0;
    const now = on.map(freeOn);
    const mostLost = (of: 'bytes' | 'files') =>
      largestOf(
        now.map((free, at) => lost(before[at]![of], free[of])),
        0,
      );
    const bytes = mostLost('bytes');
    if (Math.max(bytes, mostLost('files') * ENTRY) < limit / 2) return 0;
    const begun = performance.now();
    const seen = upper === undefined ? 0 : sizeBelow(upper, limit);
    pause = performance.now() + (performance.now() - begun) * SHARE;
    if (seen > limit || bytes <= limit) return seen;
    // On a disk that is almost full it does not matter who filled it.
    if (on.some(isAlmostFull)) return bytes;
    return Math.max(seen, Math.min(claimedBy(tree()), bytes));
  };
}

/** Bytes that processes have written, or hold without having written them. */
function claimedBy(tree: readonly Process[]): number {
  const nameless = new Map(tree.flatMap(({ pid }) => [...namelessFiles(pid)]));
  return [...nameless.values(), ...tree.map(({ pid }) => bytesWritten(pid))].reduce((sum, size) => sum + size, 0);
}

function isAlmostFull(folder: string): boolean {
  const disk = tryOr(() => statfsSync(folder), undefined);
  return disk !== undefined && disk.bavail < disk.blocks * LITTLE_LEFT;
}

/** The free bytes and files of a disk. Where the folder is gone, nothing more can be written. */
function freeOn(folder: string): { readonly bytes: number; readonly files: number } {
  const disk = tryOr(() => statfsSync(folder), undefined);
  return disk ? { bytes: disk.bfree * disk.bsize, files: disk.ffree } : { bytes: Infinity, files: Infinity };
}

/** What a disk has lost; nothing where its folder was never there. */
const lost = (before: number, now: number): number => Math.max(0, before - now) || 0;

function sizeBelow(folder: string, most: number): number {
  let size = 0;
  const waiting = [folder];
  for (let place = waiting.pop(); place !== undefined && size <= most; place = waiting.pop()) {
    size += ENTRY;
    try {
      for (const entry of readdirSync(place, { withFileTypes: true })) {
        const path = join(place, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        else size += Math.max(ENTRY, entry.isFile() ? lstatSync(path).blocks * 512 : 0);
      }
    } catch {
      // A file that has gone meanwhile, or that the job has closed, is not counted.
    }
  }
  return size;
}
