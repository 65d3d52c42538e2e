import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownPrefix } from '../../system/leftovers.ts';
import type { KeptLayer } from '../../tool/files.ts';
import { toNameBytes } from '../../tool/text/name-bytes.ts';
import { type Base, lookOrAbsent } from '../change/base.ts';
import type { StagedNode } from '../change/staging.ts';
import { withOpen } from '../disk/close-quietly.ts';
import { parentOf } from '../disk/folders.ts';

/** The folder of one job, in toolgate's own state: its writes land below this folder, not in the workspace. */
export interface JobLayer {
  readonly folder: string;
  readonly upper: string;
  /** The time by the clock of the file system, just before the job. */
  readonly begun: bigint;
}

/** Opens a layer with a name that cannot be guessed; the process that made the layer is in the name. */
export function openJobLayer(jobs: string, random: string): JobLayer {
  const folder = join(jobs, `${ownPrefix()}${random}`);
  const upper = join(folder, 'upper');
  fs.mkdirSync(upper, { recursive: true, mode: 0o700 });
  return { folder, upper, begun: fileSystemTime(folder) };
}

export const toJobLayer = ({ folder, begun }: KeptLayer): JobLayer => ({ folder, upper: join(folder, 'upper'), begun });

/** The time by the clock of the file system, told by a file that is made for it in a folder of our own. */
export function fileSystemTime(folder: string): bigint {
  return withOpen(fs.openSync(join(folder, 'time'), 'w', 0o600), fd => {
    fs.futimesSync(fd, 0, 0);
    return fs.fstatSync(fd, { bigint: true }).ctimeNs;
  });
}

/** The ticks after which a clock that has not moved is that of a file system without times. */
const MOST_TICKS = 50;

/** The time by the file system's clock, once its tick is over: all later writes have a later time. */
export async function passedTime(folder: string): Promise<bigint> {
  const time = fileSystemTime(folder);
  for (let tries = 0; tries < MOST_TICKS && fileSystemTime(folder) <= time; tries++) await sleep(1);
  return time;
}

type PlanNodes = ReadonlyMap<string, StagedNode | undefined>;

/** Puts the plan of a session into a folder of the layer; gives the paths that the plan has deleted. */
export function layPlan(folder: string, nodes: PlanNodes, base: Base): readonly string[] {
  const deleted: string[] = [];
  const place = join(folder, 'plan');
  fs.mkdirSync(place, { mode: 0o755 });
  const modes = new Map<string, number>();
  for (const [path, node] of [...nodes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // All that lay below a folder is gone with it where something else stands in its place.
    if (!node) {
      if (!isReplaced(parentOf(path), nodes)) deleted.push(path);
    } else {
      makeFolders(parentOf(path), { place, base, modes });
      layNode(toNameBytes(join(place, path)), node, () => base.read(path));
      if (node.kind !== 'symlink') modes.set(path, node.mode);
    }
  }
  // The innermost folder comes first: its own mode may not let anybody in.
  for (const [path, mode] of [...modes].sort(([a], [b]) => (a < b ? 1 : -1)))
    fs.chmodSync(toNameBytes(join(place, path)), mode);
  return deleted;
}

/** Whether a path, or a folder above it, is planned to be no folder. */
function isReplaced(path: string, nodes: PlanNodes): boolean {
  if (path === '.') return false;
  const node = nodes.get(path);
  return (node !== undefined && node.kind !== 'directory') || isReplaced(parentOf(path), nodes);
}

/** Makes folders of the layer, with the modes of the folders below, to which they lend theirs. */
function makeFolders(path: string, { place, base, modes }: { place: string; base: Base; modes: Map<string, number> }) {
  if (path === '.' || modes.has(path)) return;
  makeFolders(parentOf(path), { place, base, modes });
  fs.mkdirSync(toNameBytes(join(place, path)), { mode: 0o700 });
  const there = lookOrAbsent(base, path);
  modes.set(path, there.kind === 'directory' ? there.mode : 0o755);
}

function layNode(at: string | Buffer, node: StagedNode, read: () => Uint8Array): void {
  if (node.kind === 'directory') fs.mkdirSync(at, { mode: 0o700 });
  else if (node.kind === 'symlink') fs.symlinkSync(toNameBytes(node.target), at);
  else fs.writeFileSync(at, read(), { mode: 0o600, flag: 'wx' });
}
