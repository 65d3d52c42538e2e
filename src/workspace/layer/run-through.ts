import { join } from 'node:path';
import { removeTree } from '../../store/remove-tree.ts';
import { ToolError } from '../../tool/error.ts';
import type { Layer, LayerOutcome, ThroughLayer } from '../../tool/files.ts';
import { type Base, diskBase, layeredBase } from '../base.ts';
import { Folders } from '../folders.ts';
import type { Ground } from '../ground.ts';
import { openRoot } from '../open-dir.ts';
import type { PlanLayer } from '../plan-layer.ts';
import type { LayerRest, Staging } from '../staging.ts';
import type { Sight } from '../view-look.ts';
import { withDisk } from '../with-disk.ts';
import { findHidden } from './find-hidden.ts';
import { type JobLayer, layPlan, openJobLayer } from './job-layer.ts';
import { LEAVE_OUT, type LeaveOut, leftOutOf } from './left-out.ts';
import { type LayerReading, readLayer } from './read-layer.ts';
import { stageLayer } from './stage-layer.ts';
import { takeOver } from './take-over.ts';

export interface ThroughOptions {
  readonly ground: Ground;
  readonly sight: Sight;
  readonly staging: Staging;
  readonly plan?: PlanLayer;
  readonly leaveOut?: LeaveOut;
  /** Bytes of all that is staged. */
  readonly maxBytes: number;
}

/** Runs a job on a layer over the workspace and stages what it wrote. */
export async function runThrough<T>(
  options: ThroughOptions,
  job: (layer: Layer) => Promise<ThroughLayer<T>>,
): Promise<Omit<LayerOutcome<T>, 'diff' | 'drop'>> {
  const { ground, staging, plan } = options;
  if (staging.size > 0) throw new ToolError('EXECUTION_ERROR', 'A job on a layer must come before other changes');
  if (ground.jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to run jobs in');
  await plan?.refresh();
  ground.root.renew();
  const layer = openJobLayer(ground.jobs, ground.random());
  try {
    const { value, merged } = await job(await prepare(options, layer));
    const { outside, odd, foreign } = await absorb(options, layer, merged);
    staging.rest = restOf(options, layer, { outside: plan ? [] : outside, merged, foreign });
    return { value, outside, odd };
  } catch (error) {
    staging.clear();
    removeTree(layer.folder);
    throw error;
  }
}

async function prepare({ ground, sight, plan }: ThroughOptions, { folder }: JobLayer): Promise<Layer> {
  const hidden = new Set(await findHidden(sight));
  if (!plan || plan.nodes.size === 0) return { folder, above: [], hidden: [...hidden] };
  const deleted = await withDisk(ground, async disk => {
    const planned = layeredBase(plan.nodes, disk);
    return layPlan(folder, plan.nodes, path => planned.read(path));
  });
  for (const path of deleted) hidden.add(join(ground.root.absolute, path));
  return { folder, above: ['plan'], hidden: [...hidden] };
}

async function absorb(
  { ground, sight, staging, plan, leaveOut = LEAVE_OUT, maxBytes }: ThroughOptions,
  { upper: place, begun }: JobLayer,
  merged: ReadonlySet<string>,
): Promise<LayerReading & { foreign: readonly string[] }> {
  return withBoth(ground, place, async (upper, disk) => {
    const onDisk = diskBase(disk, ground.identityOf);
    const lower: Base = plan ? layeredBase(plan.nodes, onDisk) : onDisk;
    const reading = readLayer({ upper, lower, merged, isOutside: leftOutOf(lower, leaveOut), maxBytes });
    const foreign = await stageLayer(reading.entries, { sight, staging, disk, begun });
    return { entries: reading.entries, outside: reading.outside, odd: reading.odd, foreign };
  });
}

/** Lends the folder that a job wrote to, and the workspace on the disk. */
async function withBoth<T>(
  ground: Ground,
  place: string,
  work: (upper: Folders, disk: Folders) => Promise<T>,
): Promise<T> {
  const root = openRoot(place);
  const upper = new Folders(root);
  const disk = new Folders(ground.root);
  try {
    return await work(upper, disk);
  } finally {
    upper.close();
    root.close();
    disk.close();
  }
}

function restOf(
  { ground }: ThroughOptions,
  { folder, upper: place }: JobLayer,
  { outside, merged, foreign }: Pick<LayerRest, 'outside' | 'foreign'> & { merged: ReadonlySet<string> },
): LayerRest {
  return {
    foreign,
    outside,
    async takeOver() {
      if (outside.length === 0) return;
      await withBoth(ground, place, async (upper, disk) => {
        for (const path of outside) takeOver(path, { upper, disk, merged });
      });
    },
    close: () => removeTree(folder),
  };
}
