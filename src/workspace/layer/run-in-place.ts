import { chmodSync, closeSync, constants, fchmodSync, futimesSync, statSync, writeSync } from 'node:fs';
import { relative } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import type { LayerOutcome, PlaceJob } from '../../tool/files.ts';
import { type Base, type BaseNode, lookOrAbsent } from '../change/base.ts';
import { tempNameOf } from '../commit/kept-aside.ts';
import { withOpen } from '../disk/close-quietly.ts';
import { lookIn, removeBelow } from '../disk/disk.ts';
import { depthOf, type EntryPlace, type Folders, withFolders } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { showPath } from '../paths/parse-path.ts';
import { createNamesBefore } from './before/folder-names.ts';
import { createPlacesBefore } from './before/places-before.ts';
import { findHidden } from './hidden/find-hidden.ts';
import { type HeldNames, holdNames } from './hidden/hold-names.ts';
import type { LayerEntry } from './read-layer.ts';
import type { ThroughOptions } from './run-through.ts';
import { type SnapshotDifference, takeSnapshot, type WorkspaceSnapshot } from './snapshot.ts';
import { refuseHidden, stageLayer } from './stage-layer.ts';

/**
 * Runs a job on the real files, where there is no overlay, finds the differences afterwards, puts them back and stages
 * them. So the changes are judged, written and taken back like all others.
 */
export async function runInPlace<T>(
  options: ThroughOptions,
  job: (place: PlaceJob) => Promise<T>,
  /** `unread`: absolute paths that the job may not read, besides hidden ones; a private one under no name. */
  { unread, isPrivate }: { unread: readonly string[]; isPrivate: (absolute: string) => boolean },
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
    const paths = [...hidden, ...unread].map(path => relative(ground.root.absolute, path));
    const names = holdNames(ground, paths, {
      isHidden: path => !sight.visible(absolute(path)) || isPrivate(absolute(path)),
      temp: () => tempNameOf(ground.random()),
    });
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
    await withFolders(ground.root, { asOwner: true }, disk => {
      const places = createPlacesBefore({ disk, names: createNamesBefore(FAR), hasTaken: () => false });
      return stageLayer(entries, { ...options, disk, places });
    });
    const outside = lost.map(({ path }) => path);
    staging.rest = { foreign: [], waits: false, outside, takeOver: snapshot.remember, close: snapshot.close };
    return { value, outside, odd: [], modes, foreign: [], merged: [], unseen: [] };
  } catch (error) {
    snapshot.close();
    throw error;
  } finally {
    held?.close();
  }
}

function renamed(path: string): ToolError {
  const name = `another name, ${showPath(path)}, under which it could be read; that was put back`;
  return new ToolError('POLICY_DENIED', `It gave what it may not read ${name}`, { details: { path } });
}

/** A time that never comes: others' changes meanwhile cannot be told from the job's work, and are staged with it. */
const FAR = 2n ** 63n;

/** Puts everything back; `moved`: names that the job had given to hidden entries. */
async function putBack(ground: Ground, snapshot: WorkspaceSnapshot, names: HeldNames) {
  const temp = () => tempNameOf(ground.random());
  const onDisk = <T>(work: (disk: Folders) => T): T => {
    ground.root.renew();
    return withFolders(ground.root, { asOwner: true }, work);
  };
  const rest = async (): Promise<SnapshotDifference> => {
    const difference = await snapshot.compare();
    onDisk(disk => restore(difference.entries, snapshot.base, disk, temp));
    return difference;
  };
  let moved: readonly string[];
  try {
    moved = onDisk(disk => names.putBack(disk));
  } catch (error) {
    await rest();
    throw error;
  }
  return { ...(await rest()), moved };
}

/** Puts the given paths back to their state in a base, and touches nothing else. */
function restore(entries: readonly LayerEntry[], base: Base, disk: Folders, temp: () => string): void {
  const paths = entries.map(({ path }) => path).sort((a, b) => depthOf(a) - depthOf(b));
  for (const path of [...paths].reverse()) if (lookOrAbsent(base, path).kind === 'absent') removeBelow(disk, path);
  for (const path of paths) {
    const was = base.look(path);
    if (was.kind === 'absent' || was.kind === 'other') continue;
    const there = lookIn(disk.placeOf(path).dir, disk.placeOf(path).name).kind;
    if (there !== 'absent' && there !== was.kind) removeBelow(disk, path);
    create(disk.placeOf(path), was, { read: () => base.read(path), temp });
  }
}

function create(place: EntryPlace, was: BaseNode, { read, temp }: { read: () => Uint8Array; temp: () => string }) {
  const { dir, name } = place;
  const there = lookIn(dir, name).kind !== 'absent';
  if (was.kind === 'directory') {
    if (!there) dir.mkdir(name, was.mode);
    const folder = dir.open(name, constants.O_RDONLY | constants.O_DIRECTORY);
    withOpen(folder, fd => fchmodSync(fd, was.mode));
  } else if (was.kind === 'symlink') {
    if (there) dir.unlink(name);
    dir.symlink(name, was.target);
  } else if (was.kind === 'file') {
    const fresh = temp();
    const fd = dir.open(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const bytes = read();
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      fchmodSync(fd, was.mode);
      if (was.mtime !== undefined) futimesSync(fd, was.mtime, was.mtime);
    } finally {
      closeSync(fd);
    }
    dir.rename(fresh, dir, name);
  }
}
