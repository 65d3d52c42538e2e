import { chmodSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import type { LayerOutcome, PlaceJob } from '../../tool/files.ts';
import { tempNameOf } from '../commit/kept-aside.ts';
import { Folders } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { showPath } from '../paths/parse-path.ts';
import { NamesBefore } from './before/folder-names.ts';
import { PlacesBefore } from './before/places-before.ts';
import { findHidden } from './hidden/find-hidden.ts';
import { type HeldNames, holdNames } from './hidden/hold-names.ts';
import { restore } from './restore.ts';
import type { ThroughOptions } from './run-through.ts';
import { type SnapshotDifference, takeSnapshot, type WorkspaceSnapshot } from './snapshot.ts';
import { refuseHidden, stageLayer } from './stage-layer.ts';

interface UnreadNames {
  /** Absolute paths that the job may not read, besides those that the call may not see. */
  readonly unread: readonly string[];
  /** Whether a path may not be read under another name either. */
  readonly isPrivate: (absolute: string) => boolean;
}

/**
 * Runs a job on the real files, where there is no overlay, finds the differences afterwards, puts them back and stages
 * them. So the changes are judged, written and taken back like all others.
 */
export async function runInPlace<T>(
  options: ThroughOptions,
  job: (place: PlaceJob) => Promise<T>,
  { unread, isPrivate }: UnreadNames,
): Promise<Omit<LayerOutcome<T>, 'diff' | 'drop'>> {
  const { ground, sight, staging, plan, maxBytes } = options;
  if (plan) {
    throw new ToolError('SANDBOX_UNAVAILABLE', 'Without an overlay a command cannot be planned', {
      suggestion: 'See `toolgate doctor` for what the overlay needs.',
    });
  }
  const hidden = await findHidden(sight);
  const snapshot = await takeSnapshot(ground, { maxBytes });
  let held: HeldNames | undefined;
  try {
    const { mode } = statSync(ground.root.absolute);
    const absolute = (path: string) => joinBelow(ground.root.absolute, path);
    const names = holdNames(
      ground,
      [...hidden, ...unread].map(path => relative(ground.root.absolute, path)),
      {
        isHidden: path => !sight.visible(absolute(path)) || isPrivate(absolute(path)),
        temp: () => tempNameOf(ground.random()),
      },
    );
    held = names;
    const value = await job({ uncopied: snapshot.uncopied, hidden }).catch(async error => {
      await putBack(ground, snapshot, names);
      throw error;
    });
    const { entries, lost, moved } = await putBack(ground, snapshot, names);
    if (moved[0] !== undefined) throw renamed(moved[0]);
    // A hidden path that the job took away is refused too: nobody was to touch it.
    for (const { path } of entries) refuseHidden(sight, path, true);
    const modes = statSync(ground.root.absolute).mode === mode ? [] : ['.'];
    if (modes.length > 0) chmodSync(ground.root.absolute, mode & 0o7777);
    const disk = new Folders(ground.root, { asOwner: true });
    try {
      const places = new PlacesBefore({ disk, names: new NamesBefore(FAR), hasTaken: () => false });
      await stageLayer(entries, { ...options, disk, places });
    } finally {
      disk.close();
    }
    const outside = lost.map(({ path }) => path);
    const rest = {
      foreign: [],
      waits: false,
      outside,
      takeOver: () => snapshot.remember(),
      close: () => snapshot.close(),
    };
    staging.rest = rest;
    return { value, outside, odd: [], modes, foreign: [], merged: [], unseen: [] };
  } catch (error) {
    snapshot.close();
    throw error;
  } finally {
    held?.close();
  }
}

const renamed = (path: string): ToolError =>
  new ToolError(
    'POLICY_DENIED',
    `It gave what it may not read another name, ${showPath(path)}, under which it could be read; that was put back`,
    { details: { path } },
  );

/** A time that never comes: others' changes meanwhile cannot be told from the job's work, and are staged with it. */
const FAR = 2n ** 63n;

/** Puts everything back; `moved`: names that the job had given to hidden entries. */
async function putBack(
  ground: Ground,
  snapshot: WorkspaceSnapshot,
  names: HeldNames,
): Promise<SnapshotDifference & { readonly moved: readonly string[] }> {
  const temp = () => tempNameOf(ground.random());
  const rest = async (): Promise<SnapshotDifference> => {
    const difference = await snapshot.compare();
    withFolders(ground, disk => restore(difference.entries, snapshot.base, disk, temp));
    return difference;
  };
  let moved: readonly string[];
  try {
    moved = withFolders(ground, disk => names.putBack(disk));
  } catch (error) {
    await rest();
    throw error;
  }
  return { ...(await rest()), moved };
}

function withFolders<T>(ground: Ground, work: (disk: Folders) => T): T {
  ground.root.renew();
  const disk = new Folders(ground.root, { asOwner: true });
  try {
    return work(disk);
  } finally {
    disk.close();
  }
}
