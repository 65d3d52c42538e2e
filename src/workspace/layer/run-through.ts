import { statSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from '../../system/remove-tree.ts';
import { ToolError } from '../../tool/error.ts';
import type { Layer, LayerOutcome, LayerResult } from '../../tool/files.ts';
import { isNoText } from '../../tool/text/name-bytes.ts';
import { type Base, diskBase, layeredBase } from '../change/base.ts';
import type { LayerRest, Staging } from '../change/staging.ts';
import { withDisk } from '../change/with-disk.ts';
import { Folders } from '../disk/folders.ts';
import { joinBelow, openRoot } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { isClosed } from '../paths/lookup.ts';
import type { PlanLayer } from '../plan/plan-layer.ts';
import type { Sight } from '../view/look.ts';
import { findHidden, unnameable } from './find-hidden.ts';
import { type JobLayer, layPlan, openJobLayer } from './job-layer.ts';
import { LeftOutFolders } from './left-out-folders.ts';
import { mountsBelow } from './mounts-below.ts';
import { moveAside } from './move-aside.ts';
import { type LayerReading, readLayer } from './read-layer.ts';
import { refuseHidden, stageLayer } from './stage-layer.ts';
import { takeOver } from './take-over.ts';

export interface ThroughOptions {
  readonly ground: Ground;
  readonly sight: Sight;
  readonly staging: Staging;
  readonly plan?: PlanLayer;
  /** Bytes of all that is staged. */
  readonly maxBytes: number;
}

/** Runs a job on a layer over the workspace and stages what it wrote. */
export async function runThrough<T>(
  options: ThroughOptions,
  job: (layer: Layer) => Promise<LayerResult<T>>,
): Promise<Omit<LayerOutcome<T>, 'diff' | 'drop'>> {
  const { ground, staging, plan } = options;
  if (staging.size > 0) throw new ToolError('EXECUTION_ERROR', 'A job on a layer must come before other changes');
  if (ground.jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to run jobs in');
  await plan?.refresh();
  ground.root.renew();
  const layer = openJobLayer(ground.jobs, ground.random());
  try {
    const { value, merged } = await job(await prepare(options, layer));
    const { odd, modes, ...rest } = await absorb(options, layer, merged);
    const { outside, foreign, going, guarded, remember } = rest;
    const taken = plan ? { outside: [], going: [], guarded: [] } : { outside, going, guarded };
    staging.rest = restOf(options, layer, { ...taken, merged, foreign, remember });
    return { value, outside, odd, modes };
  } catch (error) {
    staging.clear();
    removeTree(layer.folder);
    throw error;
  }
}

async function prepare({ ground, sight, plan }: ThroughOptions, { folder }: JobLayer): Promise<Layer> {
  const hidden = new Set(await findHidden(sight));
  if (!plan || plan.nodes.size === 0) return { folder, above: [], hidden: [...hidden] };
  const deleted = await withDisk(ground, async disk =>
    layPlan(folder, { nodes: plan.nodes, base: layeredBase(plan.nodes, disk) }),
  );
  for (const path of deleted) {
    if (isNoText(path)) throw unnameable(path);
    hidden.add(join(ground.root.absolute, path));
  }
  return { folder, above: ['plan'], hidden: [...hidden] };
}

async function absorb(
  { ground, sight, staging, plan, maxBytes }: ThroughOptions,
  { upper: place, begun }: JobLayer,
  merged: ReadonlySet<string>,
): Promise<Omit<TakenLayer, 'merged'> & Pick<LayerReading, 'odd' | 'modes'>> {
  return withBoth(ground, place, async (upper, disk) => {
    const onDisk = diskBase(disk, ground.identityOf);
    const lower: Base = plan ? layeredBase(plan.nodes, onDisk) : onDisk;
    const mounts = mountsBelow(ground.root.absolute);
    // The plan proves nothing.
    const leftOut = new LeftOutFolders(ground, { base: onDisk, after: diskBase(upper, ground.identityOf) });
    const isOutside = (path: string, fresh: boolean) => leftOut.has(path, fresh);
    const absolute = (path: string) => joinBelow(ground.root.absolute, path);
    const isGuarded = (path: string) =>
      !sight.visible(absolute(path)) ||
      (sight.guarded?.(absolute(path)) ?? true) ||
      isClosed(ground.root, absolute(path));
    const reading = await readLayer({
      upper,
      lower,
      merged,
      isOutside,
      isGuarded,
      mounts,
      maxBytes,
      report: sight.report,
    });
    for (const { path, kind } of reading.guarded) refuseHidden(sight, path, kind === 'write');
    const foreign = await stageLayer(reading.entries, { sight, staging, disk, begun });
    const { outside, odd, going, guarded } = reading;
    const modes = [...(isRootMode(ground, place) ? [] : ['.']), ...reading.modes];
    return { outside, odd, modes, going, guarded, foreign, remember: () => leftOut.remember() };
  });
}

/** Whether the mode of the layer is the workspace's own, with which it began; that folder is never replaced. */
function isRootMode({ root }: Ground, upper: string): boolean {
  const [was, is] = [root.absolute, upper].map(folder => statSync(folder).mode & 0o777);
  return is === ((was ?? 0) | 0o700);
}

/** Lends the folder that a job wrote to, and the workspace on the disk. */
async function withBoth<T>(
  ground: Ground,
  place: string,
  work: (upper: Folders, disk: Folders) => Promise<T>,
): Promise<T> {
  const root = openRoot(place);
  const upper = new Folders(root, { asOwner: true });
  const disk = new Folders(ground.root, { asOwner: true });
  try {
    return await work(upper, disk);
  } finally {
    upper.close();
    root.close();
    disk.close();
  }
}

interface TakenLayer extends Pick<LayerReading, 'outside' | 'going' | 'guarded'>, Pick<LayerRest, 'foreign'> {
  readonly merged: ReadonlySet<string>;
  /** Remembers folders outside of undo, once they are on the disk. */
  readonly remember: () => Promise<void>;
}

function restOf(
  { ground }: ThroughOptions,
  { folder, upper: place, begun }: JobLayer,
  { outside, merged, foreign, going, guarded, remember }: TakenLayer,
): LayerRest {
  return {
    foreign,
    outside,
    guarded,
    makeWay: () => moveAside(ground, folder, going),
    async takeOver() {
      const left = outside.filter(path => !going.includes(path));
      if (left.length === 0) return;
      await withBoth(ground, place, async (upper, disk) => {
        for (const path of left) takeOver(path, { upper, disk, merged, begun });
      });
      await remember();
    },
    close() {
      try {
        removeTree(folder);
      } catch {
        // The next start removes the layer; what was done stands either way.
      }
    },
  };
}
