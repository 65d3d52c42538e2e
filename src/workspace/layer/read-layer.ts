import { ToolError } from '../../tool/error.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { type Base, lookOrAbsent } from '../change/base.ts';
import type { StagedNode } from '../change/staging.ts';
import { type DiskEntry, lookIn, lookUp, modeOf, mtimeOf, readIn } from '../disk/disk.ts';
import type { Folders } from '../disk/folders.ts';
import { createPace, type Report } from '../pace.ts';
import { mounted } from './mounts-below.ts';

/** The new state of a path; undefined: gone. */
export interface LayerEntry {
  readonly path: string;
  readonly node: StagedNode | undefined;
}

export interface LayerReading {
  readonly entries: readonly LayerEntry[];
  /** Folders that are taken over as they are, without a way back. */
  readonly outside: readonly string[];
  /** Folders among those that go with the folder that they lie in. */
  readonly going: readonly string[];
  /** Paths in those folders that the policy has a word on. */
  readonly guarded: readonly GuardedPath[];
  /** Pipes, sockets and devices: they are not kept. */
  readonly odd: readonly string[];
  /** Files that would lend the rights of their owner or group to who runs them: they are kept without that. */
  readonly modes: readonly string[];
}

interface GuardedPath {
  readonly path: string;
  readonly kind: 'write' | 'delete';
}

interface ReadLayerOptions {
  /** The folder that the job wrote to instead of the workspace. What it closed to its owner too can be read. */
  readonly upper: Folders;
  /** The files that the job saw below. */
  readonly lower: Base;
  /** Paths of the folders that the job wrote to at the end, the workspace's own folder aside. */
  readonly merged: ReadonlySet<string>;
  /** Places where other file systems are mounted; a job that was there is refused. */
  readonly mounts: readonly string[];
  /** Whether a folder is left out of undo; `fresh`: the job has made it. */
  readonly isOutside: (path: string, fresh: boolean) => Promise<boolean>;
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

class LayerReader implements LayerReading {
  readonly entries: LayerEntry[] = [];
  readonly outside: string[] = [];
  readonly going: string[] = [];
  readonly guarded: GuardedPath[] = [];
  readonly odd: string[] = [];
  readonly modes: string[] = [];
  readonly #options: ReadLayerOptions;
  readonly #gonePaths = new Set<string>();
  readonly #pace: () => Promise<void> | undefined;
  #bytes = 0;

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
    if (isWhiteout(found)) await this.#gone(path);
    else if (found.kind === 'other') this.odd.push(path);
    else if (found.kind === 'directory') await this.#folder(path, modeOf(found.stats));
    else {
      await this.#clear(path);
      this.entries.push({ path, node: found.kind === 'symlink' ? link(found.target) : this.#file(path, found) });
    }
  }

  async #folder(path: string, mode: number): Promise<void> {
    const { lower, merged, isOutside } = this.#options;
    const was = lookOrAbsent(lower, path);
    const fresh = was.kind !== 'directory';
    // A file that stood in the folder's place is within undo.
    if (!(fresh && was.kind !== 'absent') && (await isOutside(path, fresh))) {
      this.#leaveOut(path);
      return;
    }
    if (fresh || was.mode !== mode) this.entries.push({ path, node: { kind: 'directory', mode } });
    await this.visit(path);
    if (fresh) return;
    for (const name of lower.names(path)) {
      const child = `${path}/${name}`;
      if (!merged.has(child)) await this.#gone(child);
    }
  }

  #leaveOut(path: string): void {
    const { mounts, upper } = this.#options;
    const mount = mounts.find(place => place.startsWith(`${path}/`) && lookUp(upper, place).kind !== 'absent');
    if (mount !== undefined) throw mounted(mount);
    this.outside.push(path);
    this.#guardUpper(path);
  }

  /** Notes what was written below a folder that is left out, and what is gone from it. */
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
    const { lower, mounts, isOutside } = this.#options;
    const mount = mounts.find(place => place === path || place.startsWith(`${path}/`));
    if (mount !== undefined) throw mounted(mount);
    const was = lookOrAbsent(lower, path);
    // A whiteout and the listing may both tell of it.
    if (was.kind === 'absent' || this.#gonePaths.has(path)) return;
    this.#gonePaths.add(path);
    await this.#pace();
    if (was.kind === 'directory') {
      if (await isOutside(path, false)) {
        this.outside.push(path);
        this.#guardLower(path);
        return;
      }
      await this.#clear(path);
    }
    this.entries.push({ path, node: undefined });
  }

  /** Notes as gone what lay below a folder whose name something else has now. */
  async #clear(path: string): Promise<void> {
    const { lower } = this.#options;
    if (lookOrAbsent(lower, path).kind !== 'directory') return;
    const before = this.outside.length;
    for (const name of lower.names(path)) await this.#gone(`${path}/${name}`);
    addAll(
      this.going,
      this.outside.slice(before).filter(one => !this.going.includes(one)),
    );
  }

  #file(path: string, { stats }: Exclude<DiskEntry, { kind: 'absent' }>): StagedNode {
    this.#bytes += Number(stats.size);
    if (this.#bytes > this.#options.maxBytes) throw tooMuch(this.#options.maxBytes);
    const { dir, name } = this.#options.upper.placeOf(path);
    return { kind: 'file', bytes: readIn(dir, name), mode: this.#modeOf(path, modeOf(stats)), mtime: mtimeOf(stats) };
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

/** The bits set-user and set-group. On folders they say only whose what is made in them will be. */
const LENDING = 0o6000;

/** Whether an entry is the overlay's sign that something is gone. */
export const isWhiteout = (found: DiskEntry): boolean =>
  found.kind === 'other' && found.stats.isCharacterDevice() && found.stats.rdev === 0n;

const link = (target: string): StagedNode => ({ kind: 'symlink', target });

const tooMuch = (most: number): ToolError =>
  new ToolError('TOO_LARGE', `It wrote more than ${Math.round(most / 1024 / 1024)} MB. Nothing was changed.`, {
    suggestion: 'Write less at once.',
    forPeople: 'To let it write more: name the folder in "outsideUndo" in your own config; it is then outside of undo.',
  });
