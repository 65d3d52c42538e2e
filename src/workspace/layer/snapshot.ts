import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { removeTree } from '../../system/remove-tree.ts';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import { diskBase } from '../change/base.ts';
import type { LostFile, StagedNode } from '../change/staging.ts';
import { copyContent } from '../disk/copy-content.ts';
import type { DirHandle } from '../disk/dir-handle.ts';
import { type FileFacts, lookIn, modeOf, mtimeOf, readIn } from '../disk/disk.ts';
import { type EntryPlace, Folders, joinPath } from '../disk/folders.ts';
import { openRoot } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { openJobLayer, passedTime } from './job-layer.ts';
import { keptBase, type SnapshotNode } from './kept-base.ts';
import { LeftOutFolders } from './left-out-folders.ts';
import { OwnFiles } from './own-files.ts';
import type { LayerEntry } from './read-layer.ts';

/** A copy of the workspace at one moment, with its files; folders that are left out of undo aside. */
export type WorkspaceSnapshot = Awaited<ReturnType<typeof takeSnapshot>>;

export interface SnapshotDifference {
  readonly entries: readonly LayerEntry[];
  /** Files that are different too, and have no copy: they cannot be put back. */
  readonly lost: readonly LostFile[];
}

interface SnapshotOptions {
  /** Bytes of all copies; a file beyond them has no copy, and cannot be taken back. */
  readonly maxBytes: number;
  /** The only paths that are looked at, relative to the workspace, with the folders above them. Left out: all. */
  readonly only?: readonly string[];
  /** The most entries; with more of them the snapshot gives up with `TOO_LARGE`. */
  readonly maxEntries?: number;
}

const AT_ONCE = 200;

export async function takeSnapshot(ground: Ground, options: SnapshotOptions) {
  if (ground.jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to keep copies in');
  const layer = openJobLayer(ground.jobs, ground.random());
  const copies = join(layer.folder, 'copies');
  mkdirSync(copies, { mode: 0o700 });
  const kept = new Map<string, SnapshotNode>();
  const leftOut = new LeftOutFolders(ground, { base: keptBase(kept) });
  const own = new OwnFiles(ground, leftOut);
  const walking = { ground, leftOut, own, only: options.only };
  const filled = new Set<string>();
  const copy = copying(kept, copies, options);
  try {
    await walk(walking, copy, () => false);
  } catch (error) {
    removeTree(layer.folder);
    throw error;
  }
  return {
    base: keptBase(kept),
    /** The time when the snapshot was taken, by the clock of the file system. */
    begun: layer.begun,
    /** Files without a copy: there was no room for one. */
    uncopied: [...kept].flatMap(([path, node]) =>
      node.kind === 'file' && node.copy === undefined ? [{ path, size: node.size }] : [],
    ),
    /** Compares the snapshot with the disk now. */
    async compare(): Promise<SnapshotDifference> {
      const { free, ...difference } = await compare(walking, kept);
      for (const folder of free) filled.add(folder);
      return difference;
    },
    /** Remembers the free folders in which nothing from before is left, once the changes are written. */
    remember: async () => own.remember(filled, await passedTime(layer.folder)),
    /** Makes the snapshot a copy of now: only files that differ are copied again. */
    renew: () => renew(walking, kept, copy),
    close: () => removeTree(layer.folder),
  };
}

/** Looks at a path; `free`: the topmost free folder that it lies in. */
type Visit = (path: string, folders: Folders, free: string | undefined) => void;

interface SnapshotWalk {
  readonly ground: Ground;
  /** Folders left out: the word on them before a job still holds after it. */
  readonly leftOut: LeftOutFolders;
  /** Files that calls have made in those folders, by what was known before the job. */
  readonly own: OwnFiles;
  readonly only: readonly string[] | undefined;
}

/** Walks the workspace, folders before their entries, git's ignored ones last; past pipes, sockets and devices. */
async function walk(
  { ground, leftOut, own, only }: SnapshotWalk,
  visit: Visit,
  /** Whether a folder was not there before. */
  isFresh: (path: string) => boolean,
): Promise<void> {
  const root = openRoot(ground.root.absolute, { closed: ground.root.closed });
  const folders = new Folders(root, { asOwner: true });
  leftOut.base = diskBase(folders, ground.identityOf);
  try {
    if (only) return visitOnly(only, folders, visit);
    const waiting = ['.'];
    const later: string[] = [];
    const next = () => waiting.pop() ?? later.pop();
    for (let seen = 0, folder = next(); folder !== undefined; folder = next()) {
      const names = ifOpen(() => folders.at(folder).allNames()) ?? [];
      const free = (await leftOut.of(folder)) === 'free' ? await leftOut.topOf(folder) : undefined;
      for (const name of names) {
        if (++seen % AT_ONCE === 0) await turn();
        const path = joinPath(folder, name);
        const { kind } = lookIn(folders.at(folder), name);
        if (kind === 'absent' || kind === 'other' || ground.root.closed.includes(`${ground.root.absolute}/${path}`))
          continue;
        const fresh = isFresh(path);
        const is = kind === 'directory' ? await leftOut.of(path, fresh) : 'in';
        // Nothing in the folder needs a way back: a tool makes it again, or the job has made it.
        if (is === 'again' || (is === 'free' && fresh)) continue;
        if (kind !== 'directory' && free !== undefined && (await own.has(folders, path))) continue;
        visit(path, folders, free);
        // Sources come first: they get the room for copies.
        if (kind === 'directory') ((await leftOut.isIgnored(path)) ? later : waiting).push(path);
      }
    }
  } finally {
    folders.close();
    root.close();
  }
}

/** Visits each of these paths that is there, and before it the folders above it. */
function visitOnly(paths: readonly string[], folders: Folders, visit: Visit): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const names = path.split('/');
    for (let depth = 1; depth <= names.length; depth++) {
      const part = names.slice(0, depth).join('/');
      const { dir, name } = folders.placeOf(part);
      const { kind } = lookIn(dir, name);
      if (kind === 'absent' || kind === 'other') break;
      if (!seen.has(part)) visit(part, folders, undefined);
      seen.add(part);
      if (kind !== 'directory') break;
    }
  }
}

function copying(
  kept: Map<string, SnapshotNode>,
  copies: string,
  { maxBytes, maxEntries = Infinity }: SnapshotOptions,
): Visit {
  let bytes = 0;
  let made = 0;
  return (path, folders) => {
    if (kept.size >= maxEntries) throw new ToolError('TOO_LARGE', `There are more than ${maxEntries} files`);
    const { dir, name } = folders.placeOf(path);
    const found = lookIn(dir, name);
    if (found.kind === 'symlink') kept.set(path, { kind: 'symlink', target: found.target });
    else if (found.kind === 'directory') kept.set(path, { kind: 'directory', mode: modeOf(found.stats) });
    else if (found.kind === 'file') {
      const { stats } = found;
      const place = { state: stateOf(stats), mtime: mtimeOf(stats) };
      const file = { kind: 'file', mode: modeOf(stats), size: Number(stats.size), ...place } as const;
      if (bytes + file.size > maxBytes) kept.set(path, file);
      else {
        bytes += file.size;
        const copy = join(copies, String(made++));
        kept.set(path, copied(dir, name, copy) ? { ...file, copy } : file);
      }
    }
  };
}

/** Copies a file; false for one that may not be read, such as somebody else's. */
function copied(dir: DirHandle, name: string, copy: string): boolean {
  const copying = () => {
    copyContent(dir, name, () => openSync(copy, 'wx', 0o600));
    return true;
  };
  if (ifOpen(copying)) return true;
  const content = ifOpen(() => readIn(dir, name));
  if (content) writeFileSync(copy, content, { mode: 0o600 });
  return content !== undefined;
}

const ifOpen = <T>(look: () => T): T | undefined => tryOr(look, undefined, ['EACCES']);

const stateOf = ({ ino, size, mtimeNs, ctimeNs }: FileFacts) => `${ino}:${size}:${mtimeNs}:${ctimeNs}`;

async function compare(walking: SnapshotWalk, kept: ReadonlyMap<string, SnapshotNode>) {
  const entries: LayerEntry[] = [];
  const lost: LostFile[] = [];
  const there = new Set<string>();
  // Free folders, and those among them in which something from before is left.
  const [free, mixed] = [new Set<string>(), new Set<string>()];
  const add = (entry: LayerEntry): void => {
    const { path } = entry;
    const was = kept.get(path);
    if (was?.kind === 'file' && was.copy === undefined) lost.push({ path, size: was.size });
    else entries.push(entry);
  };
  const visit: Visit = (path, folders, top) => {
    there.add(path);
    if (top !== undefined) free.add(top);
    // A new file in a free folder needs no way back.
    if (top !== undefined && !kept.has(path)) return;
    const node = changedNode(folders.placeOf(path), kept.get(path));
    if (node) add({ path, node });
    const was = kept.get(path);
    if (top === undefined || was?.kind === 'directory') return;
    // A new time or mode replaces nothing; a file without a copy cannot be compared.
    const same = node?.kind === 'file' && was?.kind === 'file' && (!was.copy || node.bytes.length === was.size);
    if (!node || same) mixed.add(top);
  };
  await walk(walking, visit, path => !kept.has(path));
  await walking.leftOut.remember();
  for (const path of [...kept.keys()].reverse()) if (!there.has(path)) add({ path, node: undefined });
  return { entries, lost, free: new Set([...free].filter(folder => !mixed.has(folder))) };
}

async function renew(walking: SnapshotWalk, kept: Map<string, SnapshotNode>, copy: Visit): Promise<void> {
  const there = new Set<string>();
  const forget = (path: string): void => {
    const was = kept.get(path);
    if (was?.kind === 'file' && was.copy !== undefined) rmSync(was.copy, { force: true });
    kept.delete(path);
  };
  const visit: Visit = (path, folders, free) => {
    there.add(path);
    if (kept.has(path) && !changedNode(folders.placeOf(path), kept.get(path))) return;
    forget(path);
    copy(path, folders, free);
  };
  await walk(walking, visit, path => !kept.has(path));
  for (const path of [...kept.keys()]) if (!there.has(path)) forget(path);
}

function changedNode({ dir, name }: EntryPlace, was: SnapshotNode | undefined): StagedNode | undefined {
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
