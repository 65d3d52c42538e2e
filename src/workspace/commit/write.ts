import type { BigIntStats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { ChangeRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { overtaken } from '../change/compare-seen.ts';
import { errorCodeOf, type KeptDiskEntry, lookIn, modeOf, readIn, shaOf, toKept } from '../disk/disk.ts';
import { type EntryPlace, type Folders, joinPath, parentOf } from '../disk/folders.ts';
import { setMode, syncNamed, writeNewFile } from '../disk/write-new-file.ts';
import type { CommitHook } from '../ground.ts';
import { createPace, type Report } from '../pace.ts';
import { commitFailure } from './failure.ts';
import { keptPlace, linked, linkedIfRoom, removed, survivingFolder, touchedFolders } from './kept-aside.ts';
import { NewFolders } from './new-folders.ts';
import type { PreparedChange } from './prepare.ts';
import { together } from './together.ts';

export interface WriteSetOptions {
  readonly folders: Folders;
  readonly changes: readonly PreparedChange[];
  /** The states of paths when they were compared. */
  readonly found: ReadonlyMap<string, KeptDiskEntry>;
  /** Looks a last time before names change; throws to stop. */
  readonly fence: () => Promise<void>;
  /** Hears that all is on the disk, while each replaced file is still there under its second name. */
  readonly written: () => Promise<void>;
  readonly step?: CommitHook;
  readonly report?: Report;
  /** Rows whose name this set has begun to change: the roll-back takes back only these. */
  readonly touched: Set<ChangeRow>;
}

/** The words for people on what each step does with the paths. */
const SAID: Readonly<Record<string, string>> = { apply: 'changed', drop: 'cleared up after' };

/**
 * Writes a journaled set: folders, then complete and synced temporary files, then names. Until the names change, no
 * reader's file is touched: new folders too have temporary names until all is in them. A replaced or deleted file stays
 * under a name of its own until all is durable. Throws at the first failure; the roll-back clears up.
 */
export async function writeSet(options: WriteSetOptions): Promise<void> {
  let path: string | undefined;
  const at = (next: string): void => {
    path = next;
  };
  await writeSteps(options, at).catch((error: unknown) => {
    throw commitFailure(error, path);
  });
}

/** Writes a set; `at` hears the path that is worked on. */
async function writeSteps(options: WriteSetOptions, at: (path: string) => void): Promise<void> {
  const { folders, changes, fence, step } = options;
  const writer = new SetWriter(options);
  const rows = changes.map(change => change.row);
  const each = async (name: string, work: (row: ChangeRow) => boolean, ordered: readonly ChangeRow[] = rows) => {
    const pace = createPace(SAID[name] ?? 'finished', ordered.length, options.report);
    for (const row of ordered) {
      at(row.path);
      if (work(row)) await step?.(name, row.path);
      await pace();
    }
  };
  await each('mkdir', row => writer.makeFolder(row));
  const pace = createPace('wrote', changes.length, options.report);
  await together(changes, async change => {
    const { path } = change.row;
    try {
      await writer.makeTemp(change, async name => step?.(name, path));
      await pace();
    } catch (error) {
      throw commitFailure(error, path);
    }
  });
  await each('keep', row => writer.keepReplaced(row));
  await fence();
  await each('apply', row => writer.apply(row));
  await each('untemp', row => writer.removeTemp(row));
  for (const [index, path] of touchedFolders(rows).entries()) {
    if (index > 0) await turn();
    at(path);
    folders.at(path).fsync();
    await step?.('fsync', path);
  }
  // The innermost folder comes first: its own mode may not let anybody in.
  await each('mode', row => writer.finishFolder(row), rows.toReversed());
  await options.written();
  await each('drop', row => writer.dropKept(row));
}

/** Milliseconds of a tick of timestamps: within the last one a file may have changed twice and not show it. */
const TICK = 20;
const isFresh = ({ mtimeMs }: BigIntStats): boolean => Date.now() - Number(mtimeMs) < TICK;

const createdMeanwhile = (path: string): ToolError => overtaken(path, 'was created by someone else meanwhile');

class SetWriter {
  readonly #folders: Folders;
  readonly #found: ReadonlyMap<string, KeptDiskEntry>;
  /** Rows of files in whose place a folder comes. */
  readonly #replaced: ReadonlyMap<string, ChangeRow>;
  readonly #surviving: (folder: string) => string;
  readonly #touched: Set<ChangeRow>;
  readonly #fresh: NewFolders;

  constructor({ folders, changes, found, touched }: WriteSetOptions) {
    this.#touched = touched;
    this.#fresh = new NewFolders(changes.map(({ row }) => row));
    this.#folders = folders;
    this.#found = found;
    const replaced = changes.filter(({ row }) => row.operation === 'mkdir' && row.before);
    this.#replaced = new Map(replaced.map(({ row }) => [row.path, row]));
    this.#surviving = survivingFolder(changes.map(({ row }) => row));
  }

  makeFolder(row: ChangeRow): boolean {
    if (row.operation !== 'mkdir') return false;
    const { dir, name } = this.#folders.placeOf(this.#fresh.placeOf(row.path));
    if (row.before) this.#setAside(row);
    try {
      // The folder's own mode comes last: it may not let anything be made inside.
      dir.mkdir(name, row.after!.mode | 0o700);
    } catch (error) {
      throw errorCodeOf(error) === 'EEXIST' ? createdMeanwhile(row.path) : error;
    }
    if (this.#fresh.placeOf(row.path) === row.path) this.#touched.add(row);
    return true;
  }

  finishFolder(row: ChangeRow): boolean {
    if (row.operation !== 'mkdir') return false;
    const { dir, name } = this.#folders.placeOf(row.path);
    setMode(dir, name, row.after!.mode);
    return true;
  }

  /** Makes the whole new file, in a new folder or with a temporary name: a moved one's second name, or synced bytes. */
  async makeTemp({ row, bytes, kept, mtime, source }: PreparedChange, step: (name: string) => Promise<void>) {
    const { after, temp, path } = row;
    if (!after || after.kind === 'directory' || row.operation === 'chmod') return;
    const place = this.#fresh.hold(path) ? this.#fresh.placeOf(path) : temp && joinPath(parentOf(path), temp);
    if (place === undefined) return;
    const to = this.#folders.placeOf(place);
    if (after.kind === 'symlink') {
      to.dir.symlink(to.name, after.target!);
      return step('temp');
    }
    const from = source === undefined ? undefined : this.#locate(source);
    if (from && modeOf(from.dir.lstat(from.name)!) === after.mode && linked(from, to)) {
      await step('temp');
      return syncNamed(to.dir, to.name);
    }
    const like = this.#found.get(source ?? path);
    await writeNewFile(to.dir, to.name, {
      bytes: bytes ?? (await kept?.load(kept.sha)) ?? readIn(from!.dir, from!.name),
      mode: after.mode,
      mtime,
      like: like && 'uid' in like ? like : undefined,
      step,
    });
  }

  /** Gives a second name to the file that will be replaced, so that a roll-back needs no space and loses nothing. */
  keepReplaced(row: ChangeRow): boolean {
    const { before, after, operation, temp } = row;
    if (before?.kind !== 'file' || !after || after.kind === 'directory' || temp === undefined) return false;
    if (operation !== 'write' && operation !== 'symlink') return false;
    const kept = this.#keptPlace(row);
    if (!linked(this.#folders.placeOf(row.path), kept)) return false;
    // The second name of a file without an image must outlive a power cut.
    if (before.sha === undefined) kept.dir.fsync();
    return true;
  }

  apply(row: ChangeRow): boolean {
    const { path, operation, before, after } = row;
    if (this.#fresh.hold(path)) return false;
    if (operation === 'mkdir') return this.#showFolder(row);
    const { dir, name } = this.#folders.placeOf(path);
    // A name that was free is taken in a way that refuses to replace anything: that is the check.
    if (before) this.#check(row, { dir, name });
    this.#touched.add(row);
    if (operation === 'chmod') setMode(dir, name, after!.mode);
    else if (operation === 'delete') this.#setAside(row);
    else {
      if (before?.kind === 'directory') this.#removeFolder(row, { dir, name });
      if (after) this.#install(row, { dir, name });
    }
    return true;
  }

  /** Removes the second name of a new file, of one that replaced another name of itself, and of a link for a folder. */
  removeTemp({ before, after, movedFrom, path, temp }: ChangeRow): boolean {
    if (!after || after.kind === 'directory' || temp === undefined) return false;
    const renamed = before !== undefined && before.kind !== 'directory' && movedFrom === undefined;
    return !renamed && removed(this.#folders.at(parentOf(path)), temp);
  }

  dropKept(row: ChangeRow): boolean {
    if (row.temp === undefined || !row.before || row.before.kind === 'directory') return false;
    const { dir, name } = this.#keptPlace(row);
    return removed(dir, name);
  }

  /** Gives a new folder its name, and so makes all that is in it appear. */
  #showFolder(row: ChangeRow): boolean {
    const brought = this.#fresh.broughtBy(row);
    if (!brought) return false;
    const place = this.#fresh.placeOf(row.path);
    const from = this.#folders.placeOf(place);
    const to = this.#folders.placeOf(row.path);
    // A rename refuses to take the place of anything but an empty folder.
    if (to.dir.lstat(to.name)) throw createdMeanwhile(row.path);
    try {
      from.dir.rename(from.name, to.dir, to.name);
    } catch (error) {
      throw ['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(errorCodeOf(error) ?? '') ? createdMeanwhile(row.path) : error;
    }
    for (const each of brought) this.#touched.add(each);
    this.#folders.forget(place);
    return true;
  }

  #install(row: ChangeRow, to: EntryPlace): void {
    const { path, temp, before, after } = row;
    if (before !== undefined && before.kind !== 'directory') {
      // A file that could not be linked and has no image is moved aside, for a moment without the old name.
      if (before.kind === 'file' && before.sha === undefined && !this.#isKept(row)) this.#setAside(row);
      to.dir.rename(temp!, to.dir, to.name);
      return;
    }
    try {
      if (after!.kind === 'symlink') to.dir.symlink(to.name, after!.target!);
      else if (!linkedIfRoom({ dir: to.dir, name: temp! }, to)) {
        if (to.dir.lstat(to.name)) throw createdMeanwhile(path);
        to.dir.rename(temp!, to.dir, to.name);
      }
    } catch (error) {
      const taken = errorCodeOf(error) === 'EEXIST' ? createdMeanwhile(path) : error;
      // The file that is there is another's, even if it holds the same: the roll-back leaves it alone.
      if (!before && taken instanceof ToolError) this.#touched.delete(row);
      throw taken;
    }
  }

  /** Takes the file off its name, and keeps it under another. */
  #setAside(row: ChangeRow): void {
    const { dir, name } = this.#folders.placeOf(row.path);
    this.#check(row, { dir, name });
    this.#touched.add(row);
    const kept = this.#keptPlace(row);
    try {
      dir.rename(name, kept.dir, kept.name);
    } catch (error) {
      const imaged = row.before?.kind !== 'file' || row.before.sha !== undefined;
      if (errorCodeOf(error) !== 'EXDEV' || !imaged) throw error;
      dir.unlink(name);
    }
  }

  #removeFolder({ path }: ChangeRow, { dir, name }: EntryPlace): void {
    this.#folders.forget(path);
    try {
      dir.rmdir(name);
    } catch (error) {
      const full = errorCodeOf(error) === 'ENOTEMPTY' || errorCodeOf(error) === 'EEXIST';
      throw full ? overtaken(path, 'is not empty: someone has put something into it') : error;
    }
  }

  /** Checks that nobody has touched the file since it was compared. */
  #check({ path, before }: ChangeRow, { dir, name }: EntryPlace): void {
    const now = lookIn(dir, name);
    let same = (this.#found.get(path)?.same ?? 'absent') === toKept(now).same;
    if (same && now.kind === 'file' && before?.sha !== undefined && isFresh(now.stats))
      same = shaOf(readIn(dir, name)) === before.sha;
    if (!same) throw before ? overtaken(path, 'was changed by someone else meanwhile') : createdMeanwhile(path);
  }

  /** The place of a path's file now: under its name, or aside because a folder took that name. */
  #locate(path: string): EntryPlace {
    const row = this.#replaced.get(path);
    return row ? this.#keptPlace(row) : this.#folders.placeOf(path);
  }

  #keptPlace(row: ChangeRow): EntryPlace {
    return keptPlace(this.#folders, row, this.#surviving);
  }

  #isKept(row: ChangeRow): boolean {
    const { dir, name } = this.#keptPlace(row);
    return dir.lstat(name) !== undefined;
  }
}
