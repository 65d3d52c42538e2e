import { constants, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { removeTree } from '../../store/remove-tree.ts';
import { ToolError } from '../../tool/error.ts';
import { type Base, type BaseNode, diskBase } from '../base.ts';
import { lookIn, modeOf, readIn } from '../disk.ts';
import { Folders } from '../folders.ts';
import type { Ground } from '../ground.ts';
import { openRoot } from '../open-dir.ts';
import type { StagedNode } from '../staging.ts';
import { openJobLayer } from './job-layer.ts';
import { LEAVE_OUT, type LeaveOut, leftOutOf } from './left-out.ts';
import type { LayerEntry } from './read-layer.ts';

/** What the workspace held at one moment, with copies of its files; folders that are left out of undo aside. */
export interface Snapshot {
  readonly base: Base;
  /** What is different on the disk now. */
  compare(): Promise<readonly LayerEntry[]>;
  close(): void;
}

type Kept =
  | {
      readonly kind: 'file';
      readonly mode: number;
      readonly size: number;
      readonly state: string;
      readonly copy?: string;
    }
  | Exclude<BaseNode, { kind: 'file' | 'absent' | 'other' }>;

export interface SnapshotOptions {
  readonly leaveOut?: LeaveOut;
  /** Bytes of all copies; what comes after has none, and cannot be taken back. */
  readonly maxBytes: number;
}

const AT_ONCE = 200;

export async function takeSnapshot(ground: Ground, options: SnapshotOptions): Promise<Snapshot> {
  if (ground.jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to keep copies in');
  const layer = openJobLayer(ground.jobs, ground.random());
  const copies = join(layer.folder, 'copies');
  mkdirSync(copies, { mode: 0o700 });
  const kept = new Map<string, Kept>();
  try {
    await walk(ground, options.leaveOut ?? LEAVE_OUT, copying(kept, copies, options.maxBytes));
  } catch (error) {
    removeTree(layer.folder);
    throw error;
  }
  return {
    base: keptBase(kept),
    compare: () => compare(ground, kept, options.leaveOut ?? LEAVE_OUT),
    close: () => removeTree(layer.folder),
  };
}

type Visit = (path: string, folders: Folders) => void;

/** Every entry of the workspace, folders before what is in them. Pipes, sockets and devices are passed by. */
async function walk(ground: Ground, leaveOut: LeaveOut, visit: Visit): Promise<void> {
  const root = openRoot(ground.root.absolute, { closed: [...ground.root.closed] });
  const folders = new Folders(root);
  const isLeftOut = leftOutOf(diskBase(folders, ground.identityOf), leaveOut);
  try {
    const waiting = ['.'];
    for (let seen = 0, folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const name of folders.at(folder).names()) {
        if (++seen % AT_ONCE === 0) await turn();
        const path = folder === '.' ? name : `${folder}/${name}`;
        const { kind } = lookIn(folders.at(folder), name);
        if (kind === 'absent' || kind === 'other' || isOwn(ground, path)) continue;
        if (kind === 'directory' && isLeftOut(path)) continue;
        visit(path, folders);
        if (kind === 'directory') waiting.push(path);
      }
    }
  } finally {
    folders.close();
    root.close();
  }
}

const isOwn = ({ root }: Ground, path: string): boolean =>
  root.closed.some(closed => `${root.absolute}/${path}` === closed);

function copying(kept: Map<string, Kept>, copies: string, maxBytes: number): Visit {
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
      } as const;
      bytes += file.size;
      if (bytes > maxBytes) kept.set(path, file);
      else {
        const copy = join(copies, String(kept.size));
        copyFileSync(join(dir.place, name), copy, constants.COPYFILE_FICLONE);
        kept.set(path, { ...file, copy });
      }
    }
  };
}

const stateOf = ({ ino, size, mtimeNs, ctimeNs }: { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }) =>
  `${ino}:${size}:${mtimeNs}:${ctimeNs}`;

/** The copies as a base that changes are compared with. */
function keptBase(kept: ReadonlyMap<string, Kept>): Base {
  return {
    look(path) {
      if (path === '.') return { kind: 'directory', mode: 0o755 };
      const node = kept.get(path);
      if (!node) return { kind: 'absent' };
      return node.kind === 'file' ? { kind: 'file', mode: node.mode, size: node.size, identity: node.state } : node;
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
    names(path) {
      const prefix = path === '.' ? '' : `${path}/`;
      return [...kept.keys()]
        .filter(other => other.startsWith(prefix) && !other.slice(prefix.length).includes('/'))
        .map(other => other.slice(prefix.length));
    },
  };
}

async function compare(
  ground: Ground,
  kept: ReadonlyMap<string, Kept>,
  leaveOut: LeaveOut,
): Promise<readonly LayerEntry[]> {
  const entries: LayerEntry[] = [];
  const there = new Set<string>();
  await walk(ground, leaveOut, (path, folders) => {
    there.add(path);
    const { dir, name } = folders.placeOf(path);
    const found = lookIn(dir, name);
    const was = kept.get(path);
    let node: StagedNode | undefined;
    if (found.kind === 'symlink') {
      if (was?.kind !== 'symlink' || was.target !== found.target) node = { kind: 'symlink', target: found.target };
    } else if (found.kind === 'directory') {
      const mode = modeOf(found.stats);
      if (was?.kind !== 'directory' || was.mode !== mode) node = { kind: 'directory', mode };
    } else if (found.kind === 'file') {
      if (was?.kind !== 'file' || was.state !== stateOf(found.stats) || was.mode !== modeOf(found.stats))
        node = { kind: 'file', bytes: readIn(dir, name), mode: modeOf(found.stats) };
    }
    if (node) entries.push({ path, node });
  });
  for (const path of [...kept.keys()].reverse()) if (!there.has(path)) entries.push({ path, node: undefined });
  return entries;
}
