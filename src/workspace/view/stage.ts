import { ToolError } from '../../tool/error.ts';
import type { FileWriteOptions } from '../../tool/files.ts';
import type { Staging } from '../change/staging.ts';
import { notAFile } from '../paths/file-problems.ts';
import { showPath } from '../paths/parse-path.ts';
import type { Walk } from '../paths/walk.ts';
import { shaText } from './late-hash.ts';
import { kindAt, lookFile, nearOf, type Sight, within } from './look.ts';
import { absent } from './read-file.ts';
import { lookSeen } from './seen.ts';

export async function stageWrite(
  sight: Sight,
  staging: Staging,
  path: string,
  { content, ...options }: FileWriteOptions & { content: Uint8Array },
): Promise<void> {
  await within(sight, path, async walk => {
    const kind = expectFilePlace(walk);
    const { relative } = walk.resolved;
    if (kind && options.mustNotExist) throw taken(relative);
    const folders = foldersToCreate(sight, walk, options.createDirs);
    const spot = { path: relative, stats: walk.stats, node: walk.node };
    const before = await lookSeen(sight, spot, { stale: true, sha: true });
    const mode = before.kind === 'file' ? before.mode : (options.mode ?? 0o666 & ~process.umask());
    stageFolders(staging, folders);
    forgetMove(staging, relative);
    const earlier = staging.get(relative)?.after;
    const kept = earlier && 'mode' in earlier && earlier.kind !== 'directory' ? earlier.mode : mode;
    staging.put({ path: relative, before, after: { kind: 'file', bytes: new Uint8Array(content), mode: kept } });
  });
}

/** Stages an edit. While a file has nothing but edits, all of them can be made again on newer content. */
export async function stageEdit(
  sight: Sight,
  staging: Staging,
  path: string,
  change: (content: Uint8Array) => Uint8Array,
): Promise<void> {
  const { file, stat } = await lookFile(sight, path, { unhashed: true });
  const { relative } = file.resolved;
  const earlier = staging.get(relative);
  // The content on the disk is held: the commit compares it with the state there then, and hashes it once.
  const seen =
    file.identity !== undefined && staging.hasRoomFor(file.bytes) ? { bytes: file.bytes } : { sha: shaText(file.sha) };
  const bytes = new Uint8Array(change(file.bytes));
  const identity = file.identity ?? `planned:${seen.sha}`;
  const before = { kind: 'file', identity, ...seen, mode: stat.mode, size: stat.size } as const;
  const repeatEarlier = earlier ? earlier.rebase : (newer: Uint8Array) => newer;
  staging.put({
    path: relative,
    before,
    after: { kind: 'file', bytes, mode: stat.mode },
    rebase: repeatEarlier && (newer => change(repeatEarlier(newer))),
    movedFrom: earlier?.movedFrom,
  });
}

/** The kind of the entry there, if any: a regular file, or a place where one can be. */
export function expectFilePlace(walk: Walk): 'file' | undefined {
  const { resolved, wantsFolder, blocked, missing } = walk;
  const kind = kindAt(walk);
  if (blocked) {
    const blocker = resolved.relative.split('/').slice(0, -missing.length).join('/');
    throw new ToolError('NOT_A_FILE', `${showPath(blocker)} is not a folder, so nothing can be put below it.`, {
      suggestion: 'Choose another path, or delete or move what is there first.',
      details: { path: resolved.relative, blocker },
    });
  }
  if (kind && kind !== 'file') throw notAFile(resolved.relative, kind);
  if (wantsFolder) {
    throw new ToolError('NOT_A_FILE', `${showPath(resolved.relative)} is given as a folder, but a file is meant.`, {
      suggestion: `Give it as ${showPath(resolved.relative)}, without the slash at the end.`,
    });
  }
  return kind;
}

/** The folders that are missing on the way, outermost first; refused unless they may be made. */
export function foldersToCreate(sight: Sight, walk: Walk, createDirs = false): readonly string[] {
  if (walk.missing.length === 0) return [];
  const parts = walk.resolved.relative.split('/');
  const first = parts.length - walk.missing.length;
  const folders = walk.missing.map((_, index) => parts.slice(0, first + index).join('/'));
  if (createDirs) return folders;
  const folder = folders.at(-1) as string;
  const near = nearOf(sight, { ...walk.resolved, relative: folder });
  const others = near.length > 0 ? `, or use a folder that exists: ${near.map(showPath).join(', ')}` : '';
  const workspace = sight.root.absolute;
  throw new ToolError(
    'FILE_NOT_FOUND',
    `The folder ${showPath(folder)} does not exist in the workspace ${workspace}.`,
    {
      suggestion: `Call again with createDirs: true to create it${others}.`,
      details: { path: walk.resolved.relative, folder, workspace },
    },
  );
}

export function stageFolders(staging: Staging, folders: readonly string[]): void {
  const mode = 0o777 & ~process.umask();
  for (const path of folders) staging.put({ path, before: { kind: 'absent' }, after: { kind: 'directory', mode } });
}

/** Forgets a move whose target is not there any more: its origin is then simply deleted. */
export function forgetMove(staging: Staging, path: string): void {
  const from = staging.get(path)?.movedFrom;
  const origin = from === undefined ? undefined : staging.get(from);
  if (origin?.movedTo === path) staging.put({ ...origin, movedTo: undefined });
}

export function taken(path: string): ToolError {
  return new ToolError('FILE_EXISTS', `There is already something at ${showPath(path)}. Nothing was changed.`, {
    suggestion: 'Choose another path, or say that it may be overwritten.',
    details: { path },
  });
}

/** Expects an entry itself at a path (a link is not followed), or says why nothing is there. */
export function expectEntry(sight: Sight, walk: Walk): void {
  const kind = kindAt(walk);
  if (!kind) throw absent(sight.root, walk, resolved => nearOf(sight, resolved), 'file or folder');
  const { relative } = walk.resolved;
  if (relative === '.') {
    throw new ToolError('INVALID_PATH', `This is the workspace itself, ${sight.root.absolute}; it stays.`, {
      suggestion: 'Name a file or folder in it.',
    });
  }
  if (walk.wantsFolder && kind !== 'directory') {
    throw new ToolError('NOT_A_FILE', `${showPath(relative)} is not a folder, but the path ends as if it were one.`, {
      suggestion: `Give it as ${showPath(relative)}, without the slash at the end.`,
    });
  }
}
