import { ToolError } from '../../tool/error.ts';
import { type Base, lookOrAbsent } from '../change/base.ts';
import type { LostFile, StagedNode } from '../change/staging.ts';
import { type DiskEntry, lookIn, lookUp, modeOf, mtimeOf, readInOwn } from '../disk/disk.ts';
import { type Folders, parentOf } from '../disk/folders.ts';
import { createPace, type Report } from '../pace.ts';
import type { FolderStanding } from './left-out-folders.ts';
import { mounted } from './mounts-below.ts';

/** The new state of a path; undefined: gone. */
export interface LayerEntry {
  readonly path: string;
  readonly node: StagedNode | undefined;
}

export type LayerReading = Omit<LayerReader, 'visit'>;

interface GuardedPath {
  readonly path: string;
  readonly kind: 'write' | 'delete';
}

interface ReadLayerOptions {
  /** The folder that the job wrote to instead of the workspace. Entries closed to their owner too can be read. */
  readonly upper: Folders;
  /** The files that the job saw below its layer. */
  readonly lower: Base;
  /** Paths of the folders that the job wrote to at the end, the workspace's own folder aside. */
  readonly merged: ReadonlySet<string>;
  /** Places where other file systems are mounted; a job that was there is refused. */
  readonly mounts: readonly string[];
  /** The standing of a folder towards undo; `fresh`: the job has made it. */
  readonly standing: (folder: string, fresh: boolean) => Promise<FolderStanding>;
  /** The topmost free folder above a free one. */
  readonly topOf: (folder: string) => Promise<string>;
  /** Whether a folder is the one that the job saw, and not one that was put there since. */
  readonly isBefore: (folder: string) => boolean;
  /** Whether an earlier turn of the job has made the file at a path. */
  readonly isMade: (path: string) => boolean;
  /** Whether calls have made what lay at a path of a free folder, or all in it. */
  readonly isOwn: (path: string) => Promise<boolean>;
  /** Whether the policy has a word on changing this path. */
  readonly isGuarded: (path: string) => boolean;
  /** Bytes of all contents together. */
  readonly maxBytes: number;
  readonly report?: Report;
}

/** Reads an overlay's upper folder, as one entry a path. Nothing in it is trusted: a job has written it. */
export async function readLayer(options: ReadLayerOptions): Promise<LayerReading> {
  const reader = new LayerReader(options);
  await reader.visit('.');
  return reader;
}

class LayerReader {
  readonly entries: LayerEntry[] = [];
  /** Paths that the job has taken away and where nothing is now: others have taken them away too. */
  readonly missing: string[] = [];
  /** Folders that are outside of undo and in which something has no way back. */
  readonly outside = new Set<string>();
  /** Free folders that were touched, the topmost of each. */
  readonly free = new Set<string>();
  /** Paths in the free folders that are taken over as they are, without a way back. */
  readonly taken = new Set<string>();
  /** Paths among the taken ones that go with the folder that they lie in. */
  readonly going = new Set<string>();
  /** Files of others in free folders that are overwritten, and are too much to be kept. */
  readonly lost: LostFile[] = [];
  /** Paths in the outside and free folders that the policy has a word on. */
  readonly guarded: GuardedPath[] = [];
  /** Pipes, sockets and devices: they are not kept. */
  readonly odd: string[] = [];
  /** Files that would lend their owner's or group's rights to whoever runs them: they are kept without that bit. */
  readonly modes: string[] = [];
  readonly #options: ReadLayerOptions;
  readonly #gonePaths = new Set<string>();
  readonly #pace: () => Promise<void> | undefined;
  #bytes = 0;
  /** Bytes of the job's files that replace files of others in free folders. */
  #replaced = 0;

  constructor(options: ReadLayerOptions) {
    this.#options = options;
    this.#pace = createPace('looked through', undefined, options.report);
  }

  async visit(folder: string): Promise<void> {
    for (const name of this.#options.upper.at(folder).allNames().sort()) {
      await this.#take(folder === '.' ? name : `${folder}/${name}`, lookIn(this.#options.upper.at(folder), name));
    }
  }

  async #take(path: string, found: DiskEntry): Promise<void> {
    if (found.kind === 'absent') return;
    await this.#pace();
    if (this.#options.mounts.includes(path)) throw mounted(path);
    if (isWhiteout(found)) {
      if (lookOrAbsent(this.#options.lower, path).kind === 'absent') this.missing.push(path);
      await this.#gone(path);
    } else if (found.kind === 'other') this.odd.push(path);
    else if (found.kind === 'directory') await this.#folder(path, modeOf(found.stats));
    else {
      await this.#clear(path);
      if (await this.#isTaken(path, found)) return;
      const { kind } = found;
      this.entries.push({ path, node: kind === 'symlink' ? { kind, target: found.target } : this.#file(path, found) });
    }
  }

  /** Takes over a file written into a free folder, unless it replaces one that is to be kept. */
  async #isTaken(path: string, found: Exclude<DiskEntry, { kind: 'absent' }>): Promise<boolean> {
    const { lower, standing, isOwn, maxBytes } = this.#options;
    if ((await standing(parentOf(path), false)) !== 'free') return false;
    const was = lookOrAbsent(lower, path);
    if (was.kind !== 'absent' && was.kind !== 'file') return false;
    if (was.kind === 'file' && !(await isOwn(path))) {
      const size = found.kind === 'file' ? Number(found.stats.size) : 0;
      // Half of the room is left for all else that the job wrote.
      if (this.#replaced + size <= maxBytes / 2) {
        this.#replaced += size;
        return false;
      }
      this.lost.push({ path, size: was.size });
    }
    await this.#takeFree(path, 'write');
    return true;
  }

  async #takeFree(path: string, kind: GuardedPath['kind']): Promise<void> {
    this.taken.add(path);
    this.outside.add(await this.#options.topOf(parentOf(path)));
    this.#guard(path, kind);
  }

  async #folder(path: string, mode: number): Promise<void> {
    const { lower, merged, standing } = this.#options;
    const was = lookOrAbsent(lower, path);
    const fresh = was.kind !== 'directory';
    // A file that stood in the folder's place is within undo.
    const is = fresh && was.kind !== 'absent' ? 'in' : await standing(path, fresh);
    const top = is === 'free' ? await this.#options.topOf(path) : path;
    if (is === 'free') this.free.add(top);
    if (is === 'again' || (is === 'free' && fresh)) {
      this.#leaveOut(path, top);
      return;
    }
    if (fresh || was.mode !== mode) this.entries.push({ path, node: { kind: 'directory', mode } });
    await this.visit(path);
    if (fresh) return;
    const isBefore = this.#options.isBefore(path);
    for (const name of lower.names(path)) {
      const child = `${path}/${name}`;
      if (!merged.has(child) && (isBefore || this.#isMade(child))) await this.#gone(child);
    }
  }

  /** Whether all at a path comes from the job, as far as it can: folders put there since hold files it never saw. */
  #isMade(path: string): boolean {
    const { lower, isMade } = this.#options;
    const { kind } = lookOrAbsent(lower, path);
    if (kind !== 'directory') return kind === 'symlink' || isMade(path);
    const names = lower.names(path);
    return names.length > 0 && names.every(name => this.#isMade(`${path}/${name}`));
  }

  #leaveOut(path: string, top: string): void {
    const { mounts, upper } = this.#options;
    const mount = mounts.find(place => place.startsWith(`${path}/`) && lookUp(upper, place).kind !== 'absent');
    if (mount !== undefined) throw mounted(mount);
    this.outside.add(top);
    this.taken.add(path);
    this.#guardUpper(path);
  }

  /** Notes the paths that were written below a folder that is left out, and those gone from it. */
  #guardUpper(folder: string): void {
    const { upper, lower, merged } = this.#options;
    for (const name of upper.at(folder).allNames()) {
      const path = `${folder}/${name}`;
      const found = lookIn(upper.at(folder), name);
      if (isWhiteout(found)) this.#guardLower(path);
      else if (found.kind === 'directory') this.#guardUpper(path);
      else this.#guard(path, 'write');
    }
    if (lookOrAbsent(lower, folder).kind !== 'directory') return;
    for (const name of lower.names(folder)) {
      const path = `${folder}/${name}`;
      if (!merged.has(path)) this.#guardLower(path);
    }
  }

  #guardLower(path: string): void {
    const { lower } = this.#options;
    const was = lookOrAbsent(lower, path);
    if (was.kind === 'absent') return;
    if (was.kind === 'directory') for (const name of lower.names(path)) this.#guardLower(`${path}/${name}`);
    else this.#guard(path, 'delete');
  }

  #guard(path: string, kind: GuardedPath['kind']): void {
    if (this.#options.isGuarded(path)) this.guarded.push({ path, kind });
  }

  /** Notes what is gone: content first, for a folder is removed when it is empty. */
  async #gone(path: string): Promise<void> {
    const { lower, mounts } = this.#options;
    const mount = mounts.find(place => place === path || place.startsWith(`${path}/`));
    if (mount !== undefined) throw mounted(mount);
    const was = lookOrAbsent(lower, path);
    // A whiteout and the listing may both tell of the same path.
    if (was.kind === 'absent' || this.#gonePaths.has(path)) return;
    this.#gonePaths.add(path);
    await this.#pace();
    if (await this.#isGoneOutside(path, was.kind === 'directory')) return;
    if (was.kind === 'directory') await this.#clear(path);
    this.entries.push({ path, node: undefined });
  }

  /** Whether a path that is gone needs no way back: a tool makes it again, or calls have made it. */
  async #isGoneOutside(path: string, isFolder: boolean): Promise<boolean> {
    const { standing, isOwn, topOf } = this.#options;
    const folder = isFolder ? path : parentOf(path);
    const is = await standing(folder, false);
    if (isFolder ? is === 'in' : is !== 'free') return false;
    const top = is === 'free' ? await topOf(folder) : path;
    if (is === 'free') this.free.add(top);
    if (is === 'free' && !(await isOwn(path))) return false;
    this.outside.add(top);
    this.taken.add(path);
    this.#guardLower(path);
    return true;
  }

  /** Notes as gone all that lay below a folder whose name something else has now. */
  async #clear(path: string): Promise<void> {
    const { lower } = this.#options;
    if (lookOrAbsent(lower, path).kind !== 'directory') return;
    const before = this.taken.size;
    for (const name of lower.names(path)) await this.#gone(`${path}/${name}`);
    for (const one of [...this.taken].slice(before)) this.going.add(one);
  }

  #file(path: string, { stats }: Exclude<DiskEntry, { kind: 'absent' }>): StagedNode {
    this.#bytes += Number(stats.size);
    if (this.#bytes - this.#replaced > this.#options.maxBytes) throw tooMuch(this.#options.maxBytes);
    const { dir, name } = this.#options.upper.placeOf(path);
    const mode = this.#modeOf(path, modeOf(stats));
    return { kind: 'file', bytes: readInOwn(dir, name), mode, mtime: mtimeOf(stats) };
  }

  /** The mode of a path. Bits that lend rights stay where they were before, and are given to nothing else. */
  #modeOf(path: string, mode: number): number {
    if ((mode & LENDING) === 0) return mode;
    const was = lookOrAbsent(this.#options.lower, path);
    const kept = mode & ~(LENDING & ~(was.kind === 'file' ? was.mode : 0));
    if (kept !== mode) this.modes.push(path);
    return kept;
  }
}

/** The bits set-user and set-group. On folders they only say who will own the files made there. */
const LENDING = 0o6000;

/** Whether an entry is the overlay's sign that something is gone. */
export const isWhiteout = (found: DiskEntry): boolean =>
  found.kind === 'other' && found.stats.isCharacterDevice() && found.stats.rdev === 0n;

const tooMuch = (most: number): ToolError =>
  new ToolError('TOO_LARGE', `It wrote more than ${Math.round(most / 1024 / 1024)} MB. Nothing was changed.`, {
    suggestion: 'Write less at once.',
    forPeople: 'To let it write more: name the folder in "outsideUndo" in your own config; it is then outside of undo.',
  });
