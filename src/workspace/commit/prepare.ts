import type { Blob, ChangeRow, FileState } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { type Base, type BaseNode, isBlocked } from '../change/base.ts';
import { compareSeen, heldContent, overtaken, staleFile } from '../change/compare-seen.ts';
import { type DiffSide, diffOf, type FileDiff } from '../change/diff.ts';
import type { KeptNode, StagedChange, StagedNode } from '../change/staging.ts';
import { shaOf } from '../disk/disk.ts';
import { depthOf, parentOf } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import { createPace, type Report } from '../pace.ts';
import { commitFailure } from './failure.ts';

/** One change, compared with what is there and ready to be journaled and written. */
export interface PreparedChange {
  /** The row, whose number and temporary name are given last, when all are in order. */
  readonly row: Omit<ChangeRow, 'ord' | 'temp'> & { ord: number; temp?: string };
  readonly bytes?: Uint8Array;
  readonly kept?: KeptNode;
  readonly mtime?: number;
  /** The file whose inode takes the new name. */
  readonly source?: string;
  readonly diff: string;
}

export interface PreparedSet {
  readonly changes: readonly PreparedChange[];
  readonly blobs: Blob[];
}

interface PrepareOptions {
  readonly base: Base;
  readonly setID: string;
  readonly newID: () => string;
  /** Gives a temporary name; none when nothing will be written to the disk. */
  readonly tempName?: () => string;
  readonly maxImage: number;
  readonly unimaged?: ReadonlySet<string>;
  /** Whether nothing will be on the disk: then the new content is kept whatever its size. */
  readonly planned: boolean;
  readonly report?: Report;
}

/** Options for a set that is only kept, with all its content. */
export const keepingAll = (
  { newID }: Ground,
  setID: string,
  options: Pick<PrepareOptions, 'base' | 'maxImage'>,
): PrepareOptions => ({ ...options, setID, newID, planned: true });

/** Compares every staged change with what is there now, drops changes of nothing, and puts the rest in order. */
export async function prepareChanges(staged: readonly StagedChange[], options: PrepareOptions): Promise<PreparedSet> {
  const blobs = new Map<string, Blob>();
  const sources = new Set(staged.map(({ after }) => (after?.kind === 'moved' ? after.from : undefined)));
  const found: PreparedChange[] = [];
  const pace = createPace('looked at', staged.length, options.report);
  const room = { text: MOST_SHOWN, images: MOST_HELD };
  for (const change of staged) {
    await pace();
    try {
      const node = lookThrough(change.path, staged, options.base);
      const kept = change.after?.kind === 'kept' ? await change.after.load(change.after.sha) : undefined;
      const moves = sources.has(change.path);
      const prepared = prepareChange(change, node, { options, blobs, room, moves, kept });
      if (prepared) found.push(prepared);
    } catch (error) {
      throw commitFailure(error, change.path);
    }
  }
  const changes = inOrder(found);
  if (options.tempName) nameTemps(changes, options.tempName);
  // Content that turned out to change nothing needs no image.
  if (changes.length < staged.length) {
    const kept = new Set(changes.flatMap(({ row }) => [row.before?.sha, row.after?.sha]));
    for (const sha of blobs.keys()) if (!kept.has(sha)) blobs.delete(sha);
  }
  return { changes, blobs: [...blobs.values()] };
}

/** The most characters of all diffs together; nobody reads more, and the journal can show each. */
const MOST_SHOWN = 4 * 1024 * 1024;
/** The most bytes of earlier contents that are held until the journal takes them; further contents are read again. */
const MOST_HELD = 16 * 1024 * 1024;

interface Preparation {
  readonly options: PrepareOptions;
  readonly blobs: Map<string, Blob>;
  readonly moves: boolean;
  /** The new content, as the journal has it. */
  readonly kept: Uint8Array | undefined;
  /** The room that is left for characters of diffs and bytes of images. */
  readonly room: { text: number; images: number };
}

function prepareChange(change: StagedChange, node: BaseNode, { options, blobs, room, moves, kept }: Preparation) {
  const { base, planned } = options;
  const { path } = change;
  const after = compareSeen(change, node, base);
  if (after === 'nothing') return undefined;

  const keep = (bytes: Uint8Array, at?: string): string => {
    if (kept === bytes && after?.kind === 'kept') return after.sha;
    const sha = shaOf(bytes);
    if (blobs.has(sha)) return sha;
    const isHeld = at === undefined || bytes.length <= room.images;
    if (isHeld && at !== undefined) room.images -= bytes.length;
    blobs.set(sha, isHeld ? { sha, bytes } : blobOnDisk(sha, at, base));
    return sha;
  };
  const limit = options.maxImage;
  const old = sideOf(node, () =>
    sizeOf(node) <= limit && !options.unimaged?.has(path) ? base.read(path, heldContent(change)) : undefined,
  );
  const source = after?.kind === 'moved' ? after.from : undefined;
  const fresh = after && sideOf(after, () => kept ?? contentOf(after, base, limit));
  const before = old && { ...stateOf(old, bytes => keep(bytes, path)), ...mtimeIn(node) };
  const state = fresh && {
    ...stateOf(fresh, bytes => (planned || bytes.length <= limit ? keep(bytes, source) : undefined)),
    ...mtimeIn(after),
  };
  const inPlace = operationOf(before, state);
  if (!inPlace) return undefined;
  // A file that gets another name in this set, or comes from one, is not changed in place: that would change both.
  const operation = inPlace === 'chmod' && (moves || source !== undefined) ? 'write' : inPlace;

  const from = change.movedFrom;
  const shown = showChange(change, old, fresh, options);
  const diff = room.text > 0 ? shown.text : '';
  room.text -= diff.length;
  const row: PreparedChange['row'] = {
    id: options.newID(),
    setID: options.setID,
    ord: 0,
    path,
    operation,
    added: shown.added,
    removed: shown.removed,
    ...(before ? { before } : {}),
    ...(state ? { after: state } : {}),
    ...(from === undefined ? {} : { movedFrom: from }),
    ...(change.movedTo === undefined ? {} : { movedTo: change.movedTo }),
  };
  const written = after?.kind === 'file' ? { bytes: after.bytes } : after?.kind === 'kept' ? { kept: after } : {};
  return { row, ...written, ...(after ? mtimeIn(after) : {}), ...(source === undefined ? {} : { source }), diff };
}

/** An image that is read again when the journal takes it: very many files are not all held in memory. */
const blobOnDisk = (sha: string, path: string, base: Base): Blob => ({
  sha,
  get bytes() {
    const bytes = base.read(path);
    if (shaOf(bytes) !== sha) throw overtaken(path, 'was changed by someone else meanwhile');
    return bytes;
  },
});

/** The base's look; a link or a file where the call saw a folder is stale, unless the set itself puts one there. */
function lookThrough(path: string, staged: readonly StagedChange[], base: Base): BaseNode {
  try {
    return base.look(path);
  } catch (error) {
    if (!isBlocked(error)) throw error;
    const made = staged.some(({ path: above, after }) => after?.kind === 'directory' && path.startsWith(`${above}/`));
    if (made) return { kind: 'absent' };
    throw staleFile(path, 'lies behind a link or a file now');
  }
}

/** The time when a file was last written, where that is known. */
const mtimeIn = (node: BaseNode | StagedNode) =>
  'mtime' in node && node.mtime !== undefined ? { mtime: node.mtime } : {};

const sizeOf = (node: BaseNode): number => (node.kind === 'file' ? node.size : 0);

function contentOf(node: StagedNode, base: Base, limit: number): Uint8Array | undefined {
  if (node.kind === 'file') return node.bytes;
  return node.kind === 'moved' && node.size <= limit ? base.read(node.from) : undefined;
}

function sideOf(node: BaseNode | StagedNode, content: () => Uint8Array | undefined): DiffSide | undefined {
  if (node.kind === 'absent') return undefined;
  if (node.kind === 'other') throw new ToolError('NOT_A_FILE', 'Only regular files, folders and links are written.');
  if (node.kind === 'directory') return { kind: 'directory', mode: node.mode, size: 0 };
  if (node.kind === 'symlink') return { kind: 'symlink', mode: 0o777, size: 0, target: node.target };
  const bytes = content();
  const size = bytes?.length ?? ('size' in node ? node.size : 0);
  return { kind: 'file', mode: node.mode, size, bytes };
}

/** Shows a change: a move once, at its new name, with the call's changes in it, or else the file that it overwrote. */
function showChange(
  { path, movedFrom, movedTo }: StagedChange,
  before: DiffSide | undefined,
  after: DiffSide | undefined,
  { base, maxImage }: PrepareOptions,
): FileDiff {
  if (movedTo !== undefined && !after) return { text: '', added: 0, removed: 0 };
  if (movedFrom === undefined || before) return diffOf({ path, before, after });
  const node = base.look(movedFrom);
  const old = sideOf(node, () => (sizeOf(node) <= maxImage ? base.read(movedFrom) : undefined));
  return diffOf({ path, from: old && movedFrom, before: old, after });
}

function stateOf(side: DiffSide, keep: (bytes: Uint8Array) => string | undefined): FileState {
  const { kind, size, mode, target, bytes } = side;
  const sha = kind === 'file' && bytes ? keep(bytes) : undefined;
  return { kind, size, mode, ...(sha === undefined ? {} : { sha }), ...(target === undefined ? {} : { target }) };
}

function operationOf(before: FileState | undefined, after: FileState | undefined): ChangeRow['operation'] | undefined {
  if (!after) return before && (before.kind === 'directory' ? 'rmdir' : 'delete');
  if (before?.kind !== after.kind) {
    if (after.kind === 'file') return before ? 'write' : 'create';
    return after.kind === 'directory' ? 'mkdir' : 'symlink';
  }
  if (after.kind === 'symlink') return before.target === after.target ? undefined : 'symlink';
  const sameContent = after.kind === 'directory' || (before.sha !== undefined && before.sha === after.sha);
  if (!sameContent) return 'write';
  return before.mode === after.mode ? undefined : 'chmod';
}

/**
 * Gives temporary names to changes in their order: to new content, and (with another ending) to keep the old file that
 * is replaced or deleted. An entry of a new folder needs none: that folder has one until all of it is there.
 */
function nameTemps(changes: readonly PreparedChange[], tempName: () => string): void {
  const outermost = new Map<string, PreparedChange['row']>();
  for (const { row } of changes) {
    const above = outermost.get(parentOf(row.path));
    if (row.operation === 'mkdir' && !row.before) outermost.set(row.path, above ?? row);
    if (above) above.temp ??= tempName();
    else if (needsTemp(row)) row.temp = tempName();
  }
}

function needsTemp({ before, after, operation }: PreparedChange['row']): boolean {
  if (operation === 'chmod' || operation === 'rmdir') return false;
  if (operation === 'mkdir') return before !== undefined;
  return before !== undefined || after?.kind === 'file';
}

/** The order: folders, content, deletions, emptied folders, then whatever takes the place of a folder. */
function rank({ operation, before }: ChangeRow): number {
  if (operation === 'mkdir') return 0;
  if (operation === 'rmdir') return 3;
  if (before?.kind === 'directory' && operation !== 'chmod') return 4;
  return operation === 'delete' ? 2 : 1;
}

function inOrder(changes: readonly PreparedChange[]): PreparedChange[] {
  const ordered = changes
    .map(change => ({ change, rank: rank(change.row), turn: turnOf(change.row) }))
    .sort((a, b) => a.rank - b.rank || a.turn - b.turn)
    .map(({ change }) => change);
  for (const [ord, { row }] of ordered.entries()) row.ord = ord;
  return ordered;
}

/** The turn of a folder: outer ones are made first and removed last. */
function turnOf({ operation, path }: ChangeRow): number {
  if (operation === 'mkdir') return depthOf(path);
  return operation === 'rmdir' ? -depthOf(path) : 0;
}
