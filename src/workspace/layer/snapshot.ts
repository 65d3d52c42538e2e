import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { removeTree } from '../../system/remove-tree.ts';
import { ToolError } from '../../tool/error.ts';
import { type Base, type BaseNode, diskBase } from '../change/base.ts';
import type { StagedNode } from '../change/staging.ts';
import { copyContent } from '../disk/copy-content.ts';
import type { DirHandle } from '../disk/dir-handle.ts';
import { errorCodeOf, lookIn, modeOf, mtimeOf, readIn } from '../disk/disk.ts';
import { type EntryPlace, Folders } from '../disk/folders.ts';
import { openRoot } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { openJobLayer } from './job-layer.ts';
import { LeftOutFolders } from './left-out-folders.ts';
import type { LayerEntry } from './read-layer.ts';

/** A copy of the workspace at one moment, with its files; folders that are left out of undo aside. */
export interface WorkspaceSnapshot {
  readonly base: Base;
  /** The time when it was taken, by the clock of the file system. */
  readonly begun: bigint;
  /** Compares it with the disk now. */
  compare(): Promise<SnapshotDifference>;
  close(): void;
}

export interface SnapshotDifference {
  readonly entries: readonly LayerEntry[];
  /** Files that are different too, and of which there is no copy: they cannot be put back. */
  readonly lost: readonly string[];
}

type KeptNode =
  | {
      readonly kind: 'file';
      readonly mode: number;
      readonly size: number;
      readonly state: string;
      readonly mtime: number;
      readonly copy?: string;
    }
  | Exclude<BaseNode, { kind: 'file' | 'absent' | 'other' }>;

interface SnapshotOptions {
  /** Bytes of all copies; what comes after has none, and cannot be taken back. */
  readonly maxBytes: number;
}

const AT_ONCE = 200;

export async function takeSnapshot(ground: Ground, options: SnapshotOptions): Promise<WorkspaceSnapshot> {
  if (ground.jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to keep copies in');
  const layer = openJobLayer(ground.jobs, ground.random());
  const copies = join(layer.folder, 'copies');
  mkdirSync(copies, { mode: 0o700 });
  const kept = new Map<string, KeptNode>();
  const walking = { ground, leftOut: new LeftOutFolders(ground, { base: keptBase(kept) }) };
  try {
    await walk(walking, { visit: copying(kept, copies, options.maxBytes), isFresh: () => false });
  } catch (error) {
    removeTree(layer.folder);
    throw error;
  }
  return {
    base: keptBase(kept),
    begun: layer.begun,
    compare: () => compare(walking, kept),
    close: () => removeTree(layer.folder),
  };
}

type Visit = (path: string, folders: Folders) => void;

interface SnapshotWalk {
  readonly ground: Ground;
  /** Folders left out: what was said before a job still holds after it. */
  readonly leftOut: LeftOutFolders;
}

interface Visitor {
  readonly visit: Visit;
  /** Whether a folder was not there before. */
  readonly isFresh: (path: string) => boolean;
}

/** Walks the workspace, folders before what is in them, what git ignores last; past pipes, sockets and devices. */
async function walk({ ground, leftOut }: SnapshotWalk, { visit, isFresh }: Visitor): Promise<void> {
  const root = openRoot(ground.root.absolute, { closed: [...ground.root.closed] });
  const folders = new Folders(root, { asOwner: true });
  leftOut.base = diskBase(folders, ground.identityOf);
  try {
    const waiting = ['.'];
    const later: string[] = [];
    const next = () => waiting.pop() ?? later.pop();
    for (let seen = 0, folder = next(); folder !== undefined; folder = next()) {
      const names = ifOpen(() => folders.at(folder).allNames()) ?? [];
      for (const name of names) {
        if (++seen % AT_ONCE === 0) await turn();
        const path = folder === '.' ? name : `${folder}/${name}`;
        const { kind } = lookIn(folders.at(folder), name);
        if (kind === 'absent' || kind === 'other' || isOwn(ground, path)) continue;
        if (kind === 'directory' && (await leftOut.has(path, isFresh(path)))) continue;
        visit(path, folders);
        // Sources come first: they get the room for copies.
        if (kind === 'directory') ((await leftOut.isIgnored(path)) ? later : waiting).push(path);
      }
    }
  } finally {
    folders.close();
    root.close();
  }
}

const isOwn = ({ root }: Ground, path: string): boolean =>
  root.closed.some(closed => `${root.absolute}/${path}` === closed);

function copying(kept: Map<string, KeptNode>, copies: string, maxBytes: number): Visit {
  let bytes = 0;
  return (path, folders) => {
    const { dir, name } = folders.placeOf(path);
    const found = lookIn(dir, name);
    if (found.kind === 'symlink') kept.set(path, { kind: 'symlink', target: found.target });
    else if (found.kind === 'directory') kept.set(path, { kind: 'directory', mode: modeOf(found.stats) });
    else if (found.kind === 'file') {
      const { size } = found.stats;
      const file = {
        kind: 'file',
        mode: modeOf(found.stats),
        size: Number(size),
        state: stateOf(found.stats),
        mtime: mtimeOf(found.stats),
      } as const;
      if (bytes + file.size > maxBytes) kept.set(path, file);
      else {
        bytes += file.size;
        const copy = join(copies, String(kept.size));
        kept.set(path, copied(dir, name, copy) ? { ...file, copy } : file);
      }
    }
  };
}

/** Copies a file; false for what may not be read, as that of somebody else. */
function copied(dir: DirHandle, name: string, copy: string): boolean {
  try {
    copyContent(dir, name, () => openSync(copy, 'wx', 0o600));
    return true;
  } catch (error) {
    if (errorCodeOf(error) !== 'EACCES') throw error;
  }
  const content = ifOpen(() => readIn(dir, name));
  if (content) writeFileSync(copy, content, { mode: 0o600 });
  return content !== undefined;
}

function ifOpen<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (errorCodeOf(error) === 'EACCES') return undefined;
    throw error;
  }
}

const stateOf = ({ ino, size, mtimeNs, ctimeNs }: { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }) =>
  `${ino}:${size}:${mtimeNs}:${ctimeNs}`;

/** A base of the copies, which changes are compared with. */
function keptBase(kept: ReadonlyMap<string, KeptNode>): Base {
  return {
    look(path) {
      if (path === '.') return { kind: 'directory', mode: 0o755 };
      const node = kept.get(path);
      if (!node) return { kind: 'absent' };
      if (node.kind !== 'file') return node;
      const { mode, size, state, mtime } = node;
      return { kind: 'file', mode, size, identity: state, mtime };
    },
    read(path) {
      const node = kept.get(path);
      if (node?.kind !== 'file' || node.copy === undefined) throw new ToolError('TOO_LARGE', `${path} was not copied`);
      const at = node.copy.lastIndexOf('/');
      const folder = openRoot(node.copy.slice(0, at));
      try {
        return readIn(folder, node.copy.slice(at + 1));
      } finally {
        folder.close();
      }
    },
    async load(path) {
      return this.read(path);
    },
    names(path) {
      const prefix = path === '.' ? '' : `${path}/`;
      return [...kept.keys()]
        .filter(other => other.startsWith(prefix) && !other.slice(prefix.length).includes('/'))
        .map(other => other.slice(prefix.length));
    },
  };
}

async function compare(walking: SnapshotWalk, kept: ReadonlyMap<string, KeptNode>): Promise<SnapshotDifference> {
  const entries: LayerEntry[] = [];
  const lost: string[] = [];
  const there = new Set<string>();
  const add = (entry: LayerEntry): void => {
    const was = kept.get(entry.path);
    if (was?.kind === 'file' && was.copy === undefined) lost.push(entry.path);
    else entries.push(entry);
  };
  const visit: Visit = (path, folders) => {
    there.add(path);
    const node = changedNode(folders.placeOf(path), kept.get(path));
    if (node) add({ path, node });
  };
  await walk(walking, { visit, isFresh: path => !kept.has(path) });
  await walking.leftOut.remember();
  for (const path of [...kept.keys()].reverse()) if (!there.has(path)) add({ path, node: undefined });
  return { entries, lost };
}

function changedNode({ dir, name }: EntryPlace, was: KeptNode | undefined): StagedNode | undefined {
  const found = lookIn(dir, name);
  if (found.kind === 'symlink') {
    const same = was?.kind === 'symlink' && was.target === found.target;
    return same ? undefined : { kind: 'symlink', target: found.target };
  }
  if (found.kind !== 'directory' && found.kind !== 'file') return undefined;
  const mode = modeOf(found.stats);
  if (found.kind === 'directory') {
    return was?.kind === 'directory' && was.mode === mode ? undefined : { kind: 'directory', mode };
  }
  const same = was?.kind === 'file' && was.state === stateOf(found.stats) && was.mode === mode;
  return same ? undefined : { kind: 'file', bytes: readIn(dir, name), mode, mtime: mtimeOf(found.stats) };
}
