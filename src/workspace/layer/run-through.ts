import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeTree, removeTreeMeanwhile } from '../../system/remove-tree.ts';
import { ToolError } from '../../tool/error.ts';
import type { Layer, LayerOptions, LayerOutcome, LayerResult } from '../../tool/files.ts';
import { isNoText } from '../../tool/text/name-bytes.ts';
import { type Base, diskBase, layeredBase, withDisk } from '../change/base.ts';
import { staleFile } from '../change/compare-seen.ts';
import type { LayerRest, Staging } from '../change/staging.ts';
import { lookUp } from '../disk/disk.ts';
import { parentOf } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { isClosed } from '../paths/lookup.ts';
import type { PlanLayer } from '../plan/planned-sets.ts';
import type { Sight } from '../view/look.ts';
import { createNamesBefore, type NamesBefore } from './before/folder-names.ts';
import { createPlacesBefore } from './before/places-before.ts';
import { findHidden, unnameable } from './hidden/find-hidden.ts';
import { type JobLayer, layPlan, openJobLayer, passedTime, toJobLayer } from './job-layer.ts';
import { openKeptContents } from './kept/kept-contents.ts';
import { mergeMet } from './kept/merge-met.ts';
import { LeftOutFolders } from './left-out-folders.ts';
import { mountsBelow } from './mounts-below.ts';
import { moveAside, withBoth } from './move-aside.ts';
import { isChangedAfter, OwnFiles } from './own-files.ts';
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
  readonly how?: LayerOptions | undefined;
}

/** Runs a job on a layer over the workspace and stages its writes. */
export async function runThrough<T>(
  options: ThroughOptions,
  job: (layer: Layer) => Promise<LayerResult<T>>,
): Promise<Omit<LayerOutcome<T>, 'diff' | 'drop'>> {
  const { ground, staging, plan, how = {} } = options;
  if (staging.size > 0) throw new ToolError('EXECUTION_ERROR', 'A job on a layer must come before other changes');
  if (ground.jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to run jobs in');
  await plan?.refresh();
  ground.root.renew();
  const layer = how.kept ? toJobLayer(how.kept) : openJobLayer(ground.jobs, ground.random());
  const names = how.kept ? createNamesBefore(layer.begun, how.kept.folders) : ground.names.begin(layer.begun);
  try {
    const { value, merged } = await job(await prepare(options, layer));
    const { odd, modes, unseen, both, ...left } = await absorb(options, layer, { merged, names });
    staging.rest = restOf(options, layer, { ...left, ...(plan || how.waits || how.live ? NOTHING : {}), merged });
    return { value, outside: [...left.outside], odd, modes, foreign: left.foreign, merged: both, unseen };
  } catch (error) {
    staging.clear();
    if (!how.kept) removeTree(layer.folder);
    throw error;
  } finally {
    ground.names.end(names);
  }
}

/** Nothing is taken over of folders outside of undo by a plan, or by a set that waits. */
const NOTHING: Pick<LayerReading, 'outside' | 'taken' | 'going' | 'guarded' | 'lost'> = {
  outside: new Set<string>(),
  taken: new Set<string>(),
  going: new Set<string>(),
  guarded: [],
  lost: [],
};

async function prepare({ ground, sight, plan }: ThroughOptions, { folder }: JobLayer): Promise<Layer> {
  const hidden = new Set(await findHidden(sight));
  if (!plan || plan.nodes.size === 0) return { folder, above: [], hidden: [...hidden] };
  const deleted = await withDisk(ground, async disk => layPlan(folder, plan.nodes, layeredBase(plan.nodes, disk)));
  for (const path of deleted) {
    if (isNoText(path)) throw unnameable(path);
    hidden.add(join(ground.root.absolute, path));
  }
  return { folder, above: ['plan'], hidden: [...hidden] };
}

async function absorb(
  { ground, sight, staging, plan, maxBytes, how = {} }: ThroughOptions,
  { upper: place, begun }: JobLayer,
  { merged, names }: { merged: ReadonlySet<string>; names: NamesBefore },
) {
  return withBoth(ground, place, { onlyLooks: true }, async (upper, disk) => {
    const onDisk = diskBase(disk, ground.identityOf);
    const lower: Base = plan ? layeredBase(plan.nodes, onDisk) : onDisk;
    const mounts = mountsBelow(ground.root.absolute);
    // The plan's files prove nothing.
    const leftOut = new LeftOutFolders(ground, { base: onDisk, after: diskBase(upper, ground.identityOf) });
    const own = new OwnFiles(ground, leftOut);
    const absolute = (path: string) => joinBelow(ground.root.absolute, path);
    const isGuarded = (path: string) =>
      !sight.visible(absolute(path)) ||
      (sight.guarded?.(absolute(path)) ?? true) ||
      isClosed(ground.root, absolute(path));
    const { kept, waits } = how;
    const contents = kept && (await openKeptContents(ground, kept));
    const places = createPlacesBefore({ disk, names, hasTaken: path => contents?.hasTaken(path) === true });
    const reading = await readLayer({
      upper,
      lower,
      merged,
      // A plan loses nothing there, for it takes nothing over.
      standing: async (path, fresh) => {
        const is = await leftOut.of(path, fresh);
        return plan && is === 'free' ? 'again' : is;
      },
      topOf: folder => leftOut.topOf(folder),
      isOwn: path => (lookUp(disk, path).kind === 'directory' ? own.hasAll(disk, path) : own.has(disk, path)),
      isBefore: folder => places.folder(folder) === 'same',
      isMade: path => contents?.hasMade(path) === true,
      isGuarded,
      mounts,
      maxBytes,
      report: sight.report,
    });
    if (!how.waits && !how.live)
      for (const { path, kind } of reading.guarded) refuseHidden(sight, path, kind === 'write');
    const {
      foreign,
      unseen,
      merged: both,
    } = await stageLayer(reading.entries, {
      sight,
      staging,
      disk,
      places,
      waits,
      missing: reading.missing,
      kept: contents,
      merge: kept && ((path, node) => mergeMet(ground, kept, { disk, path, node })),
    });
    const { outside, taken, lost, odd, going, guarded, free } = reading;
    const modes = [...(isRootMode(ground, place) ? [] : ['.']), ...reading.modes];
    const filled = new Set<string>();
    // The folders are looked at anew: files that came after the layer was read are another's.
    await withDisk(ground, async (_, now) => {
      for (const folder of free) if (await own.isFilled(now, folder, { upper, merged, begun })) filled.add(folder);
    });
    const judged = free.size === 0 ? 0n : await passedTime(dirname(place));
    // Looks again before the write whether free folders are as they were judged: people may have been asked since.
    const judgeAgain = () =>
      withDisk(ground, async (_, now) => {
        for (const path of taken)
          if (isBelow(path, free) && isChangedAfter(now, path, judged))
            throw staleFile(path, 'was changed by someone else meanwhile');
        for (const folder of filled) if (isChangedAfter(now, folder, judged)) filled.delete(folder);
      });
    // Remembers folders outside of undo, once they are on the disk.
    const remember = async () => {
      await leftOut.remember();
      if (filled.size > 0) await own.remember(filled, await passedTime(dirname(place)));
    };
    return { outside, taken, lost, odd, modes, going, guarded, foreign, both, unseen, judgeAgain, remember };
  });
}

const isBelow = (path: string, folders: ReadonlySet<string>): boolean =>
  path !== '.' && (folders.has(path) || isBelow(parentOf(path), folders));

/** Whether the layer has the workspace's own mode, with which it began; that folder is never replaced. */
function isRootMode({ root }: Ground, upper: string): boolean {
  const [was, is] = [root.absolute, upper].map(folder => statSync(folder).mode & 0o777);
  return is === ((was ?? 0) | 0o700);
}

type AbsorbedLayer = Awaited<ReturnType<typeof absorb>>;

function restOf(
  { ground, staging, how = {} }: ThroughOptions,
  { folder, upper: place, begun }: JobLayer,
  absorbed: Omit<AbsorbedLayer, 'odd' | 'modes' | 'both' | 'unseen'> & { readonly merged: ReadonlySet<string> },
): LayerRest {
  const { outside, taken, lost, merged, foreign, going, guarded, judgeAgain, remember } = absorbed;
  const files = staging.size;
  return {
    foreign,
    waits: how.waits === true,
    outside: [...outside],
    lost,
    guarded,
    async makeWay() {
      await judgeAgain();
      return moveAside(ground, folder, [...going]);
    },
    async takeOver() {
      const left = [...taken].filter(path => !going.has(path));
      if (left.length > 0) {
        withBoth(ground, place, { onlyLooks: false }, (upper, disk) => {
          for (const path of left) takeOver(path, { upper, disk, merged, begun });
        });
      }
      if (!how.waits && !how.live) await remember();
    },
    close: () => how.kept || removeTreeMeanwhile(folder, files),
  };
}
