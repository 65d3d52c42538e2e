import { chmodSync, statSync } from 'node:fs';
import { ToolError } from '../../tool/error.ts';
import type { LayerOutcome, PlaceJob } from '../../tool/files.ts';
import { tempNameOf } from '../commit/kept-aside.ts';
import { Folders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import { restore } from './restore.ts';
import type { ThroughOptions } from './run-through.ts';
import { type SnapshotDifference, takeSnapshot, type WorkspaceSnapshot } from './snapshot.ts';
import { refuseHidden, stageLayer } from './stage-layer.ts';

/**
 * Runs a job on the real files, where there is no overlay, looks what is different afterwards, puts that back and
 * stages it. So it is judged, written and taken back like every other change.
 */
export async function runInPlace<T>(
  options: ThroughOptions,
  job: (place: PlaceJob) => Promise<T>,
): Promise<Omit<LayerOutcome<T>, 'diff' | 'drop'>> {
  const { ground, staging, plan, maxBytes } = options;
  if (plan) {
    throw new ToolError('SANDBOX_UNAVAILABLE', 'Without an overlay a command cannot be planned', {
      suggestion: 'See `toolgate doctor` for what the overlay needs.',
    });
  }
  const snapshot = await takeSnapshot(ground, { maxBytes });
  const { mode } = statSync(ground.root.absolute);
  try {
    const value = await job({ uncopied: snapshot.uncopied }).catch(async error => {
      await putBack(ground, snapshot);
      throw error;
    });
    const { entries, lost } = await putBack(ground, snapshot);
    // Also what it took away: under another name the next job would see it.
    for (const { path } of entries) refuseHidden(options.sight, path, true);
    const modes = statSync(ground.root.absolute).mode === mode ? [] : ['.'];
    if (modes.length > 0) chmodSync(ground.root.absolute, mode & 0o7777);
    const disk = new Folders(ground.root, { asOwner: true });
    try {
      await stageLayer(entries, { ...options, disk, begun: FAR });
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
  }
}

/** A time that never comes: what others did meanwhile cannot be told from the job's work, and is staged with it. */
const FAR = 2n ** 63n;

async function putBack(ground: Ground, snapshot: WorkspaceSnapshot): Promise<SnapshotDifference> {
  const difference = await snapshot.compare();
  ground.root.renew();
  const disk = new Folders(ground.root, { asOwner: true });
  try {
    restore(difference.entries, snapshot.base, disk, () => tempNameOf(ground.random()));
  } finally {
    disk.close();
  }
  return difference;
}
