import type { BigIntStats } from 'node:fs';
import { ToolError } from '../../tool/error.ts';
import type { StagedNode, Staging } from '../change/staging.ts';
import { joinPath } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { notAFile } from '../paths/file-problems.ts';
import { showPath } from '../paths/parse-path.ts';
import type { Walk } from '../paths/walk.ts';
import type { TreeEntry } from './list.ts';
import { demandVisible, kindAt, type Sight, within } from './look.ts';
import { statOf } from './read-file.ts';
import { isFolder, topEntry, wholeEntry } from './remove.ts';
import { lookSeen } from './seen.ts';
import { expectFilePlace, foldersToCreate, forgetMove, stageFolders, taken } from './stage.ts';

/** Moves an entry itself (a link is not followed) to the place that the new path leads to, entry by entry. */
export async function stageMove(
  sight: Sight,
  staging: Staging,
  from: string,
  { to, overwrite = false, createDirs = false }: { to: string; overwrite?: boolean; createDirs?: boolean },
): Promise<void> {
  const top = await topEntry(sight, from);
  const all = await wholeEntry(sight, top, entry => {
    // A file that may not be read could be read under another name.
    demandVisible(sight, { absolute: joinBelow(sight.root.absolute, entry.path), relative: entry.path, via: [] });
    return nodeOf(staging, entry);
  });
  await within(sight, to, async walk => {
    const target = walk.resolved.relative;
    expectPlace(walk, top, overwrite);
    const folders = foldersToCreate(sight, walk, createDirs);
    const before = await lookSeen(sight, { path: target, stats: walk.stats, node: walk.node }, { stale: true });
    stageFolders(staging, folders);
    const moves = all.map(entry => ({
      ...entry,
      newPath: target + entry.path.slice(top.path.length),
      origin: originOf(staging, entry.path),
    }));
    for (const { path, newPath, kept: after, origin } of moves.toReversed()) {
      forgetMove(staging, newPath);
      if (after.kind === 'moved' && after.from === newPath) staging.drop(newPath);
      else {
        const movedFrom = origin === newPath ? undefined : origin;
        staging.put({ path: newPath, before: path === top.path ? before : { kind: 'absent' }, after, movedFrom });
      }
    }
    for (const { path, newPath, before: seen, origin } of moves) {
      const chained = origin !== undefined && origin !== path ? staging.get(origin) : undefined;
      if (chained && !chained.after) staging.put({ ...chained, movedTo: newPath });
      staging.put({ path, before: seen, after: undefined, movedTo: origin === path ? newPath : undefined });
    }
  });
}

function expectPlace(walk: Walk, top: TreeEntry, overwrite: boolean): void {
  const target = walk.resolved.relative;
  const refusal = (message: string, suggestion: string) => new ToolError('INVALID_ARGUMENTS', message, { suggestion });
  if (target === top.path)
    throw refusal(`${showPath(target)} is where it is already. Nothing was moved.`, 'Give another new path.');
  if (isFolder(top) && target.startsWith(`${top.path}/`))
    throw refusal(`The folder ${showPath(top.path)} cannot be moved into itself.`, 'Give a new path outside of it.');
  const kind = kindAt(walk);
  if (kind === 'directory') {
    throw new ToolError('FILE_EXISTS', `${showPath(target)} is a folder. Nothing was moved.`, {
      suggestion: `Give the full new path, such as ${showPath(joinPath(target, top.name))}.`,
      details: { path: target },
    });
  }
  if (isFolder(top)) {
    if (kind) throw taken(target);
    if (walk.blocked) expectFilePlace(walk);
    return;
  }
  if (kind && kind !== 'file') throw notAFile(target, kind);
  expectFilePlace(walk);
  if (kind && !overwrite) throw taken(target);
}

/** The node of the new name. Content that lies on the disk or in a plan is not loaded, only named. */
function nodeOf(staging: Staging, { path, stats, node, target }: TreeEntry): StagedNode {
  if (node && (node.kind === 'directory' || node.kind === 'symlink' || staging.get(path))) return node;
  if (node?.kind === 'file') return { kind: 'moved', from: path, mode: node.mode, size: node.bytes.length };
  if (node?.kind === 'moved') return { kind: 'moved', from: path, mode: node.mode, size: node.size };
  const { kind, mode, size } = statOf(stats as BigIntStats);
  if (kind === 'directory') return { kind, mode };
  return kind === 'symlink' ? { kind, target: target ?? '' } : { kind: 'moved', from: path, mode, size };
}

/** The path that a file had before the call began; none when the call made it. */
function originOf(staging: Staging, path: string): string | undefined {
  const change = staging.get(path);
  if (!change) return path;
  return change.movedFrom ?? (change.before.kind === 'absent' ? undefined : path);
}
