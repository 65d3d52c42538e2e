import type { BigIntStats } from 'node:fs';
import { ToolError } from '../../tool/error.ts';
import type { LayerOutcome } from '../../tool/files.ts';
import { staleFile } from '../change/compare-seen.ts';
import type { FileNode, Staging } from '../change/staging.ts';
import { type DiskEntry, lookIn, lookThrough, modeOf, readIn, shaOf } from '../disk/disk.ts';
import { type Folders, parentOf } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { createPace } from '../pace.ts';
import { isClosed } from '../paths/lookup.ts';
import { invalidPath, showPath } from '../paths/parse-path.ts';
import type { Sight } from '../view/look.ts';
import { lookSeen } from '../view/seen.ts';
import { isMovedOrMode, type PlacesBefore } from './before/places-before.ts';
import type { KeptContents } from './kept/kept-contents.ts';
import type { LayerEntry } from './read-layer.ts';

interface StageLayerOptions {
  readonly sight: Sight;
  readonly staging: Staging;
  /** The workspace on the disk. */
  readonly disk: Folders;
  /** The state of paths when the job began; a later change was made by others. */
  readonly places: PlacesBefore;
  /** Paths that the job has taken away and that others had taken away too. */
  readonly missing?: readonly string[];
  /** The contents of a layer that outlives its process; some may be on the disk already. */
  readonly kept?: KeptContents | undefined;
  /** Makes one file of a staged one and one that others changed; undefined: the two conflict. */
  readonly merge?: ((path: string, node: FileNode) => Promise<FileNode | undefined>) | undefined;
  /** Whether the set is not written now: then paths that it may not write are left out, and the rest is not lost. */
  readonly waits?: boolean | undefined;
}

/** The findings beside the changes themselves: see `LayerOutcome`. */
type StagedLayer = Pick<LayerOutcome<unknown>, 'foreign' | 'merged' | 'unseen'>;

/** Stages what a job has written, against the files as they were when it began. */
export async function stageLayer(
  entries: readonly LayerEntry[],
  { sight, staging, disk, places, missing = [], kept, merge, waits }: StageLayerOptions,
): Promise<StagedLayer> {
  const foreign: string[] = [];
  const merged: string[] = [];
  const unseen: string[] = [];
  const closed: (() => Promise<void>)[] = [];
  const pace = createPace('compared', entries.length, sight.report);
  let isNew = false;
  for (const { path, node } of entries) {
    await pace();
    const absolute = joinBelow(sight.root.absolute, path);
    if (waits && (isClosed(sight.root, absolute) || !sight.visible(absolute))) {
      unseen.push(path);
      continue;
    }
    refuseHidden(sight, path, node !== undefined);
    const planned = sight.layers.planned(path);
    const found = planned === undefined ? lookThrough(disk, path) : ({ kind: 'absent' } as const);
    if (found.kind === 'other') throw special(path);
    let after = node;
    if (found.kind === 'absent') {
      if (planned === undefined && node && ((await kept?.isChanged(path)) || places.mayHaveHeld(path)))
        foreign.push(path);
      isNew ||= node !== undefined && node.kind !== 'directory';
    } else if (isOthers({ path, node, found }, places)) {
      // Others who have made just the same change have lost nothing.
      if (isSame(disk, { path, node, found })) continue;
      const isFile = found.kind === 'file' && node?.kind === 'file';
      const isOwn = found.kind === 'file' && (await kept?.isOwn(path, () => hashOnDisk(disk, path).sha)) === true;
      const both = isFile && !isOwn ? await merge?.(path, node) : undefined;
      if (both) after = both;
      if (!isOwn) (both ? merged : foreign).push(path);
    }
    const spot = { path, ...(planned ? { node: planned } : {}), ...(found.kind === 'absent' ? {} : found) };
    const sha = found.kind === 'file' && isUnreadable(found.stats);
    const stage = async () =>
      staging.put({ path, before: await lookSeen(sight, spot, { sha, hash: () => hashOnDisk(disk, path) }), after });
    // All closed files are looked at before one is read: a read opens it for a moment, which counts as a change.
    if (sha) closed.push(stage);
    else await stage();
  }
  for (const stage of closed) await stage();
  // A path that others have taken away may have been moved, and be the new one here.
  const moved = isNew ? missing.filter(path => kept?.hasTaken(path) !== true) : [];
  return { foreign: [...foreign, ...moved], merged, unseen };
}

interface FoundEntry extends LayerEntry {
  readonly found: Exclude<DiskEntry, { kind: 'absent' }>;
}

/** Whether the entry that is there now was put there, or changed, since the job began. */
function isOthers({ path, node, found }: FoundEntry, places: PlacesBefore): boolean {
  const { begun } = places;
  if (found.kind !== 'directory') return found.stats.ctimeNs > begun || places.folder(parentOf(path)) !== 'same';
  // Names that come and go change a folder too; nothing else tells of its mode.
  if (node?.kind === 'directory') return found.stats.ctimeNs > begun;
  return places.folder(path) !== 'same' || isMovedOrMode(found.stats, begun);
}

function isSame(disk: Folders, { path, node, found }: FoundEntry): boolean {
  if (found.kind === 'symlink') return node?.kind === 'symlink' && node.target === found.target;
  if (found.kind !== 'file' || node?.kind !== 'file' || modeOf(found.stats) !== node.mode) return false;
  return Number(found.stats.size) === node.bytes.length && hashOnDisk(disk, path).sha === shaOf(node.bytes);
}

const isUnreadable = ({ mode }: BigIntStats): boolean => (mode & 0o400n) === 0n;

function hashOnDisk(disk: Folders, path: string): { sha: string; stats: BigIntStats } {
  const { dir, name } = disk.placeOf(path);
  const sha = shaOf(readIn(dir, name));
  const found = lookIn(dir, name);
  if (found.kind !== 'file') throw staleFile(path, 'was changed by someone else meanwhile');
  return { sha, stats: found.stats };
}

/** Refuses a hidden path: a job has written there blindly. Entries of a deleted folder go with the folder. */
export function refuseHidden({ root, visible }: Sight, path: string, written: boolean): void {
  const absolute = joinBelow(root.absolute, path);
  if (isClosed(root, absolute)) throw invalidPath(path, root.absolute, 'is where Toolgate keeps its own state');
  if (!written || visible(absolute)) return;
  const message = `It wrote to ${showPath(path)}, which the policy hides; nothing was changed`;
  throw new ToolError('POLICY_DENIED', message, { details: { path } });
}

const special = (path: string): ToolError =>
  new ToolError('NOT_A_FILE', `${showPath(path)} is a special file and is not replaced. Nothing was changed.`);
