import { tryOr } from '../../system/try-or.ts';
import { toNameBytes } from '../../tool/text/name-bytes.ts';
import { firstFrom } from '../paths/sorted-paths.ts';

/** Paths that git tracks, relative to the repository. */
export interface TrackedPaths {
  /** Files, sorted. */
  readonly paths: readonly string[];
  /** Folders that stand for all below them; each ends with `/`. */
  readonly folders: readonly string[];
}

/** Bytes of a hash: SHA-1, SHA-256. */
const HASHES = [20, 32];
const EXTENDED = 0x4000;
const LONGEST = 0xfff;

/** Parses an index file. Undefined where the paths cannot be told: it is broken, newer, or one part of several. */
export function parseGitIndex(bytes: Uint8Array): TrackedPaths | undefined {
  const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const hash of HASHES) {
    const paths = parse(index, hash)?.sort();
    if (paths) return { paths, folders: paths.filter(path => path.endsWith('/')) };
  }
  return undefined;
}

/** The hash, as text, that an index lists for a file; undefined where it lists none, or several in a conflict. */
export function hashInGitIndex(index: Buffer, path: string): string | undefined {
  for (const hash of HASHES) {
    const found: string[] = [];
    const name = Buffer.from(toNameBytes(path) as string);
    const isRead = parse(index, hash, (listed, at) => {
      if (listed.equals(name)) found.push(index.toString('hex', at + 40, at + 40 + hash));
    });
    if (isRead) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

type EachEntry = (path: Buffer, at: number) => void;

/** Parses an index with hashes of a length; where it ends too early, it is broken, or has other hashes. */
const parse = (index: Buffer, hash: number, each: EachEntry = () => {}): string[] | undefined =>
  tryOr(() => parseEntries(index, hash, each), undefined);

function parseEntries(index: Buffer, hash: number, each: EachEntry): string[] | undefined {
  const fixed = 42 + hash;
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const paths: string[] = [];
  let at = 12;
  let last: Buffer = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const flags = index.readUInt16BE(at + fixed - 2);
    let name = at + fixed + (flags & EXTENDED ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      const { value, next } = readOffset(index, name);
      kept = last.length - value;
      name = next;
      if (kept < 0) return undefined;
    }
    const end = index.indexOf(0, name);
    if (end < 0) return undefined;
    const path = Buffer.concat([last.subarray(0, kept), index.subarray(name, end)]);
    if ((flags & LONGEST) !== Math.min(path.length, LONGEST)) return undefined;
    each(path, at);
    paths.push(path.toString('utf8'));
    last = path;
    // Entries are padded with zeros to a multiple of eight; in the fourth version they are not.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return isWhole(index, at, hash) ? paths : undefined;
}

/** Reads a number as git writes it in packs: seven bits a byte, the highest first. */
function readOffset(index: Buffer, at: number): { value: number; next: number } {
  let byte = index.readUInt8(at);
  let value = byte & 0x7f;
  let next = at + 1;
  while (byte & 0x80) {
    byte = index.readUInt8(next++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next };
}

/** Whether an index has all entries; a split one has not. A part that git must know to read it begins in lower case. */
function isWhole(index: Buffer, from: number, hash: number): boolean {
  for (let at = from; at + 8 <= index.length - hash; ) {
    const name = index.toString('latin1', at, at + 4);
    if (name !== 'sdir' && !/^[A-Z]/.test(name)) return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return true;
}

/** Whether a folder, relative to the repository, is tracked, holds a tracked file, or lies below a tracked folder. */
export function isTracked({ paths, folders }: TrackedPaths, folder: string): boolean {
  const prefix = `${folder}/`;
  const next = paths[firstFrom(paths, prefix)];
  const submodule = paths[firstFrom(paths, folder)] === folder;
  return submodule || next?.startsWith(prefix) === true || folders.some(path => prefix.startsWith(path));
}
