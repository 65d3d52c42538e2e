import fs from 'node:fs';
import type { FileContent, FileKind, FileReadOptions, FileStat, ResolvedPath } from '../../tool/files.ts';
import { staleFile } from '../change/compare-seen.ts';
import type { StagedNode } from '../change/staging.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import type { RootHandle } from '../disk/dir-handle.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Report } from '../pace.ts';
import { fileTooLarge, hiddenByRule, kindOf, notAFile, trailingSlash } from '../paths/file-problems.ts';
import { isClosed } from '../paths/lookup.ts';
import { nearNames } from '../paths/near-names.ts';
import { plainRelative } from '../paths/resolve-path.ts';
import { type Walk, walkPath } from '../paths/walk.ts';
import type { VisibilityTest } from '../port.ts';
import type { SharedFileCache } from './cache.ts';
import type { KnownFiles } from './known-files.ts';
import { sha256 } from './late-hash.ts';
import type { ViewLayers } from './layers.ts';
import { type FileReading, readRegularFile, readWalked, statOf } from './read-file.ts';

export interface Sight {
  readonly root: RootHandle;
  readonly layers: ViewLayers;
  readonly visible: VisibilityTest;
  /** Whether there is anything that `visible` could hide. */
  readonly hides: boolean;
  /** Whether the policy has a word on changing this path. */
  readonly guarded?: VisibilityTest;
  /** Real paths that were left out because a rule hides them. */
  readonly hidden: Set<string>;
  /** Files that the session has read and written. */
  readonly known?: KnownFiles;
  /** The cache, only after the verdict: it holds contents that other agents have read. */
  readonly cache?: SharedFileCache;
  readonly report?: Report;
  /** The time that staged files show. */
  readonly now: number;
}

/** Refuses a path that a rule hides, whether or not it is there. */
export function demandVisible({ visible }: Sight, { absolute, relative, via }: ResolvedPath): void {
  if (!visible(absolute) || !via.every(link => visible(link))) throw hiddenByRule(relative);
}

/** Whether a path may be shown; a hidden path is counted, and a path of toolgate itself is just not there. */
export function mayShow(sight: Sight, relative: string): boolean {
  if (isShown(sight, relative)) return true;
  if (!isOwn(sight, relative)) sight.hidden.add(joinBelow(sight.root.absolute, relative));
  return false;
}

/** Whether a path may be shown, without counting: for where the count would tell something of hidden files. */
export const isShown = (sight: Sight, relative: string): boolean =>
  sight.visible(joinBelow(sight.root.absolute, relative)) && !isOwn(sight, relative);

const isOwn = ({ root }: Sight, relative: string): boolean =>
  TEMPORARY.test(relative) || isClosed(root, joinBelow(root.absolute, relative));

/** Files that a commit has under way beside their targets, and folders with their entries. */
const TEMPORARY = /(?:^|\/)\.toolgate-[0-9a-z-]+\.(?:tmp|old)(?:$|\/)/i;

export function nearOf({ root, layers, visible }: Sight, { relative }: ResolvedPath): string[] {
  const layered = layers.all();
  return nearNames(root, relative, {
    visible,
    extra: [...layered].filter(([, node]) => node).map(([path]) => path),
    gone: path => layered.get(path) === null,
  });
}

/** Walks a path through the layers and the disk, and gives the walk to `use`, while its folder is open. */
export async function within<T>(
  sight: Sight,
  path: string,
  use: (walk: Walk) => T | Promise<T>,
  options: { keepLast?: boolean } = {},
): Promise<T> {
  await sight.layers.refresh();
  const walk = walkPath(sight.root, path, { ...options, overlay: sight.layers.overlay });
  try {
    return await use(walk);
  } finally {
    walk.close();
  }
}

export const kindAt = ({ stats, node, missing }: Pick<Walk, 'stats' | 'node' | 'missing'>): FileKind | undefined => {
  if (missing.length > 0) return undefined;
  if (node) return node.kind === 'moved' || node.kind === 'kept' ? 'file' : node.kind;
  return stats && kindOf(stats);
};

export async function lookStat(sight: Sight, path: string): Promise<FileStat | undefined> {
  await sight.layers.refresh();
  const plain = sight.layers.empty && !sight.root.folds ? plainRelative(sight.root, path) : undefined;
  const named = plain === undefined ? undefined : sight.root.peek(plain);
  if (named) {
    closeQuietly(named.fd);
    if (!named.stats.isSymbolicLink()) {
      const absolute = joinBelow(sight.root.absolute, plain as string);
      demandVisible(sight, { absolute, relative: plain as string, via: [] });
      return statOf(named.stats);
    }
  }
  return within(sight, path, walk => {
    demandVisible(sight, walk.resolved);
    const kind = kindAt(walk);
    if (kind && kind !== 'directory' && walk.wantsFolder) throw trailingSlash(walk.resolved.relative);
    if (walk.node) return nodeStat(sight, walk.node, walk.resolved.relative);
    return kind && walk.stats && statOf(walk.stats);
  });
}

export async function lookRead(sight: Sight, path: string, options: FileReadOptions = {}): Promise<FileContent> {
  const { file, stat } = await lookFile(sight, path, options);
  if (file.identity !== undefined) sight.known?.remember(file.resolved.relative, file as FileReading);
  return { path: file.resolved, bytes: file.bytes, stat };
}

/** A file as the call sees it; without an identity when the file comes from a layer. */
type SeenFile = Pick<FileReading, 'resolved' | 'bytes' | 'sha'> & Partial<Pick<FileReading, 'identity' | 'stats'>>;

export async function lookFile(
  sight: Sight,
  path: string,
  options: FileReadOptions & { readonly unhashed?: boolean } = {},
): Promise<{ file: SeenFile; stat: FileStat }> {
  await sight.layers.refresh();
  const { root, cache } = sight;
  const { maxBytes } = options;
  const approve = (resolved: ResolvedPath) => demandVisible(sight, resolved);
  const reading = { ...options, near: (resolved: ResolvedPath) => nearOf(sight, resolved), cache };
  if (sight.layers.empty) {
    const file = await readRegularFile(root, path, { ...reading, approve });
    return { file, stat: statOf(file.stats) };
  }
  return within(sight, path, async walk => {
    approve(walk.resolved);
    if (!walk.node) {
      const file = await readWalked(root, walk, reading);
      return { file, stat: statOf(file.stats) };
    }
    const { relative } = walk.resolved;
    if (walk.node.kind === 'directory' || walk.node.kind === 'symlink') throw notAFile(relative, walk.node.kind);
    if (walk.wantsFolder) throw trailingSlash(relative);
    const stat = nodeStat(sight, walk.node, relative);
    if (maxBytes !== undefined && stat.size > maxBytes) throw fileTooLarge(relative, stat.size, maxBytes);
    const bytes = await layerBytes(sight, relative, maxBytes);
    return { file: { resolved: walk.resolved, bytes, sha: sha256(bytes) }, stat };
  });
}

/** The content of a layered file. A moved one lies on the disk, where a real path must still lead to it. */
export async function layerBytes(sight: Sight, relative: string, maxBytes?: number): Promise<Uint8Array> {
  const content = sight.layers.contentAt(relative);
  if (content && 'bytes' in content) return new Uint8Array(content.bytes);
  if (content && 'kept' in content) return content.kept.load(content.kept.sha);
  const from = content?.from ?? relative;
  const approve = (resolved: ResolvedPath) => {
    if (resolved.relative !== from) throw staleFile(from, 'lies behind a link now');
  };
  return (await readRegularFile(sight.root, from, { maxBytes, approve, near: () => [] })).bytes;
}

export function nodeStat(sight: Sight, node: StagedNode, relative: string): FileStat {
  const { now } = sight;
  const times = { modified: now, created: now };
  if (node.kind === 'directory') return { kind: 'directory', size: 0, mode: node.mode, ...times };
  if (node.kind === 'symlink') return { kind: 'symlink', size: node.target.length, mode: 0o777, ...times };
  if (node.kind === 'file') return { kind: 'file', size: node.bytes.length, mode: node.mode, ...times };
  if (node.kind === 'kept') return { kind: 'file', size: node.size, mode: node.mode, ...times };
  const content = sight.layers.contentAt(relative);
  const from = content && 'from' in content ? content.from : node.from;
  const stats = fs.lstatSync(joinBelow(sight.root.absolute, from), { bigint: true, throwIfNoEntry: false });
  const { modified, created } = stats ? statOf(stats) : times;
  return { kind: 'file', size: node.size, mode: node.mode, modified, created };
}
