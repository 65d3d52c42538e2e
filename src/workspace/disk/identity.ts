import { createHash, hash } from 'node:crypto';
import fs, { type BigIntStats } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { RecentMap } from '../../tool/lists/recent-map.ts';
import { withOpen } from './close-quietly.ts';
import type { FileFacts } from './disk.ts';

/** Milliseconds in which a file may change again without a trace in its metadata: clocks tick every 10 ms at most. */
const TICKS = 20;
/** The most bytes that are hashed, to tell apart two states of a file within a tick. */
const MAX_HASHED = 4 * 1024 * 1024;

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

/** The facts as one flat text: a text put together piece by piece would keep all its pieces, for very many files. */
const text = ({ dev, ino, size, mtimeNs, ctimeNs, mode }: FileFacts): string =>
  [dev, ino, size, mtimeNs, ctimeNs, mode].join(':');

const isRacy = (stats: FileFacts, now: number): boolean => now - Number(stats.ctimeNs / 1_000_000n) < TICKS;

let marks = 0;
const marked = (base: string): string => `${base}~${process.pid}.${++marks}`;

/**
 * The state of a file that metadata can tell: the same text means the same content. Just after a change metadata cannot
 * say that; the text is then marked, equal to no other, and callers compare the content instead.
 */
export const identityOf = (stats: FileFacts, now: number = Date.now()): string =>
  isRacy(stats, now) ? marked(text(stats)) : text(stats);

export const isTrustedIdentity = (identity: string): boolean => !identity.includes('~');

/** Answers about files that were looked at just after a change; such files are hashed until the tick is over. */
const hashed = new RecentMap<string, { base: string; said: string; settled: boolean }>({ most: 2000 });

/** A text that changes with the file at a real path, which is hashed just after a change; undefined for nothing. */
export function identity(absolute: string, now: number = Date.now()): string | undefined {
  const stats = lstatQuietly(absolute);
  if (!stats) return undefined;
  const base = text(stats);
  const known = hashed.get(absolute);
  if (known?.base === base && known.settled) return known.said;
  const racy = isRacy(stats, now);
  if (!racy && known?.base !== base) return base;
  const sha = hashNow(absolute, stats);
  if (sha === undefined) return marked(base);
  const said = `${base}#${sha.slice(0, 32)}`;
  hashed.set(absolute, { base, said, settled: !racy });
  return said;
}

/**
 * A text that says which file is at a path, whatever the file holds: for a file outside of the workspace that is only
 * read. Logs grow, files of the kernel are made at each look; and no call can exchange them.
 */
export function placeIdentity(absolute: string): string | undefined {
  const stats = lstatQuietly(absolute);
  if (!stats) return undefined;
  const kind = stats.mode & BigInt(fs.constants.S_IFMT);
  const isOfKernel = process.platform === 'linux' && tryOr(() => KERNEL.has(fs.statfsSync(absolute).type), true);
  return isOfKernel ? `kernel:${kind}` : `${stats.dev}:${stats.ino}:${kind}`;
}

/** File systems that have no content on any disk, by the numbers that the kernel gives them. */
const KERNEL = new Set([
  ...[0x9fa0, 0x62656572, 0x1cd1, 0x27e0eb, 0x63677270, 0x64626720, 0x74726163],
  ...[0x73636673, 0x62656570, 0xcafe4a11, 0x19800202, 0x6e736673],
]);

/** A text that changes with the content alone: a file that was written anew with the same bytes has the same text. */
export function contentOf(absolute: string, now: number = Date.now()): string | undefined {
  const stats = lstatQuietly(absolute);
  if (!stats) return undefined;
  const sha = hashNow(absolute, stats);
  return sha === undefined ? identity(absolute, now) : `${stats.mode}#${sha}`;
}

/** The entry at a path; undefined also where it cannot be looked at. */
export const lstatQuietly = (path: string): BigIntStats | undefined =>
  tryOr(() => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }), undefined);

/** The hash of the entry at a path now: of a file's bytes, a link's target, a folder's names. */
const hashNow = (absolute: string, stats: BigIntStats): string | undefined =>
  tryOr(() => {
    if (stats.isSymbolicLink()) return hash('sha256', fs.readlinkSync(absolute, 'buffer'));
    if (stats.isDirectory()) return hash('sha256', fs.readdirSync(absolute).sort().join('/'));
    return stats.isFile() && stats.size <= MAX_HASHED ? hashFile(absolute, stats) : undefined;
  }, undefined);

const hashFile = (absolute: string, stats: BigIntStats): string | undefined =>
  withOpen(fs.openSync(absolute, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), fd => {
    const opened = fs.fstatSync(fd, { bigint: true });
    return opened.isFile() && text(opened) === text(stats) ? hashOpen(fd) : undefined;
  });

/** A buffer for the pieces of a file that is hashed, so that no content lies in memory as a whole. */
const piece = Buffer.allocUnsafeSlow(64 * 1024);

function hashOpen(fd: number): string {
  const sum = createHash('sha256');
  for (let at = 0; ; ) {
    const count = fs.readSync(fd, piece, 0, piece.length, at);
    if (count === 0) return sum.digest('hex');
    sum.update(piece.subarray(0, count));
    at += count;
  }
}
