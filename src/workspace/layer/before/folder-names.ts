import { lstatSync, readdirSync } from 'node:fs';
import { tryOr } from '../../../system/try-or.ts';
import type { FolderBefore } from '../../../tool/files.ts';
import { RecentMap } from '../../../tool/lists/recent-map.ts';
import { fromNameBytes, toNameBytes } from '../../../tool/text/name-bytes.ts';
import type { RootHandle } from '../../disk/dir-handle.ts';
import { joinPath, parentOf } from '../../disk/folders.ts';
import { joinBelow } from '../../disk/open-dir.ts';

/** The most folders that are noted at the beginning of each job, beside the topmost. */
const MOST_FOLDERS = 12;
/** The most bytes of a folder itself; a larger one has so many names that it is not looked at for every job. */
const MOST_SIZE = 256n * 1024n;
const ANY_SIZE = 2n ** 63n;
/** The most paths of one set that are noted before it is written. */
const MOST_PATHS = 1_000;
/** Nanoseconds within which a folder may change again without a trace in its times. */
const TICKS = 20_000_000n;

interface ListedFolder extends FolderBefore {
  /** The time, by the clock of the file system, when the folder's names changed last, or it was moved. */
  readonly changed: bigint;
  /** Whether no other names can have the same times. */
  readonly settled: boolean;
  /** The names that are folders. */
  readonly folders: readonly string[];
}

export type NamesBefore = ReturnType<typeof createNamesBefore>;

/** Names that folders held when a job began, at a time by the clock of the file system. */
export function createNamesBefore(begun: bigint, known: Iterable<readonly [string, FolderBefore]> = []) {
  const noted = new Map(known);
  return {
    begun,
    of: (folder: string): FolderBefore | undefined => noted.get(folder),
    /** Notes a folder as it is, if nothing has changed in it since the beginning. */
    note(folder: string, listed: ListedFolder): void {
      if (!noted.has(folder) && listed.changed <= begun) noted.set(folder, listed);
    },
  };
}

/**
 * Notes the names in folders for each job when it begins, for only they tell a new file of the job from one that it has
 * replaced and a person has deleted meanwhile. They are asked for where names have come or gone since, so few folders
 * do: the topmost, those where calls lately changed something, and those where a commit of ours is about to.
 */
export class FolderNames {
  readonly #root: RootHandle;
  readonly #recent = new RecentMap<string, ListedFolder | 'unlisted'>({ most: MOST_FOLDERS });
  readonly #running = new Set<NamesBefore>();
  #top: ListedFolder | undefined;

  constructor(root: RootHandle) {
    this.#root = root;
  }

  begin(begun: bigint): NamesBefore {
    const names = createNamesBefore(begun);
    for (const folder of ['.', ...this.#recent.keys()]) this.#note(folder, [names]);
    this.#running.add(names);
    return names;
  }

  end(names: NamesBefore): void {
    this.#running.delete(names);
  }

  /** Hears which paths are about to be written. */
  beforeWriting(paths: readonly string[]): void {
    if (paths.length > MOST_PATHS) return;
    for (const folder of new Set(paths.map(parentOf))) {
      if (folder !== '.' && this.#recent.get(folder) === undefined) this.#recent.set(folder, 'unlisted');
      this.#note(folder, this.#running);
    }
  }

  #note(folder: string, jobs: Iterable<NamesBefore>): void {
    let listed: ListedFolder | undefined;
    for (const job of jobs) {
      if (job.of(folder)) continue;
      listed ??= this.#list(folder);
      if (!listed) return;
      job.note(folder, listed);
    }
  }

  #list(folder: string): ListedFolder | undefined {
    const kept = folder === '.' ? this.#top : this.#recent.get(folder);
    const known = kept === 'unlisted' ? undefined : kept;
    const listed = tryOr(() => listFolder(placeOf(this.#root, folder), MOST_SIZE, known), undefined);
    if (folder === '.') this.#top = listed;
    else if (listed) this.#recent.set(folder, listed);
    else this.#recent.delete(folder);
    return listed;
  }
}

/** A folder as it is now, or as it is known if that still holds; undefined: it is none, is larger, or changes just now. */
function listFolder(absolute: string | Buffer, most: bigint, known?: ListedFolder): ListedFolder | undefined {
  const before = lstatSync(absolute, { bigint: true });
  const identity = `${before.dev}:${before.ino}`;
  if (known?.settled && known.changed === before.ctimeNs && known.identity === identity) return known;
  if (!before.isDirectory() || before.size > most) return undefined;
  const entries = readdirSync(absolute, { encoding: 'buffer', withFileTypes: true });
  const { ctimeNs: changed, ino } = lstatSync(absolute, { bigint: true });
  if (changed !== before.ctimeNs || ino !== before.ino) return undefined;
  const names = entries.map(({ name }) => fromNameBytes(name));
  const folders = names.filter((_, index) => entries[index]?.isDirectory());
  const settled = BigInt(Date.now()) * 1_000_000n - changed > TICKS;
  return { identity, changed, names: new Set(names), folders, settled };
}

/** The most names that are noted of a whole workspace: with more, nothing is known of the deepest folders. */
const MOST_NAMES = 300_000;

/** The folders of a workspace as they were at a time that has just been; those nearest to its top come first. */
export function listFolders(root: RootHandle, begun: bigint): ReadonlyMap<string, FolderBefore> {
  const noted = new Map<string, FolderBefore>();
  const waiting = ['.'];
  let count = 0;
  for (let at = 0; at < waiting.length && count < MOST_NAMES; at++) {
    const folder = waiting[at]!;
    const listed = tryOr(() => listFolder(placeOf(root, folder), ANY_SIZE), undefined);
    if (!listed) continue;
    count += listed.names.size;
    if (listed.changed <= begun) noted.set(folder, listed);
    for (const name of listed.folders) waiting.push(joinPath(folder, name));
  }
  return noted;
}

const placeOf = (root: RootHandle, folder: string) => toNameBytes(joinBelow(root.absolute, folder));
