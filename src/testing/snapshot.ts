import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import type { FileKind } from '../tool/files.ts';

export interface SnapshotEntry {
  readonly kind: FileKind;
  /** Hex SHA-256 of a file's content; empty for anything else, and for a file that may not be read. */
  readonly sha: string;
  /** Permission bits. */
  readonly mode: number;
  /** The path that a symbolic link points to, as written. */
  readonly target?: string;
}

/** All entries below a folder, by relative path with forward slashes, sorted. Times do not count. */
export type Snapshot = ReadonlyMap<string, SnapshotEntry>;

export interface Difference {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted';
  readonly before?: SnapshotEntry;
  readonly after?: SnapshotEntry;
}

export function snapshotOf(folder: string): Snapshot {
  const entries = new Map<string, SnapshotEntry>();
  collect(folder, '', entries);
  return entries;
}

/** The changes that must have happened between two snapshots, by path. */
export function difference(before: Snapshot, after: Snapshot): readonly Difference[] {
  const found: Difference[] = [];
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(path), after.get(path)];
    if (!old) found.push({ path, change: 'created', after: now! });
    else if (!now) found.push({ path, change: 'deleted', before: old });
    else if (!isSame(old, now)) found.push({ path, change: 'changed', before: old, after: now });
  }
  return found;
}

const isSame = (a: SnapshotEntry, b: SnapshotEntry): boolean =>
  a.kind === b.kind && a.sha === b.sha && a.mode === b.mode && a.target === b.target;

function collect(folder: string, prefix: string, entries: Map<string, SnapshotEntry>): void {
  let names: string[];
  try {
    names = fs.readdirSync(folder).sort();
  } catch {
    return;
  }
  for (const name of names) {
    const absolute = join(folder, name);
    const stat = fs.lstatSync(absolute, { throwIfNoEntry: false });
    if (!stat) continue;
    const kind = kindOf(stat);
    const relative = `${prefix}${name}`;
    entries.set(relative, {
      kind,
      sha: kind === 'file' ? shaOf(absolute) : '',
      mode: stat.mode & 0o7777,
      ...(kind === 'symlink' ? { target: fs.readlinkSync(absolute) } : {}),
    });
    if (kind === 'directory') collect(absolute, `${relative}/`, entries);
  }
}

function shaOf(file: string): string {
  try {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}

function kindOf(stat: fs.Stats): FileKind {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  if (stat.isSymbolicLink()) return 'symlink';
  if (stat.isFIFO()) return 'fifo';
  return stat.isSocket() ? 'socket' : 'device';
}
