import fs from 'node:fs';
import { fromNameBytes, toNameBytes } from '../../tool/text/name-bytes.ts';
import { closeQuietly } from './close-quietly.ts';
import { type DirHandle, NotRegularError, type OpenedFile } from './dir-handle.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;
/** The flag of Linux for a descriptor that names a file without opening it. */
export const O_PATH = 0o10000000;
export const FOLDER_FLAGS = O_PATH | O_DIRECTORY | O_NOFOLLOW;

export const fdPath = (fd: number): string => `/proc/self/fd/${fd}`;

/** Checks that a name is a single component; otherwise nothing is looked up at all. */
function checkName(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new TypeError(`${JSON.stringify(name)} is not the name of an entry`);
  }
  return name;
}

/** The path of an entry, for the system. */
export const placeIn = (folder: string, name: string): string | Buffer => toNameBytes(`${folder}/${checkName(name)}`);

/** A folder that looks names up through `/proc/self/fd/N/name`, which the kernel resolves in the open folder itself. */
export class ProcDir implements DirHandle {
  readonly path: string;
  #fd: number;

  constructor(path: string, fd: number) {
    this.path = path;
    this.#fd = fd;
  }

  /** Keeps this folder open from now on, in place of the one before. */
  protected hold(fd: number): void {
    this.close();
    this.#fd = fd;
  }

  get place(): string {
    if (this.#fd < 0) throw new Error(`the folder ${this.path} was closed`);
    return fdPath(this.#fd);
  }

  lstat(name: string): fs.BigIntStats | undefined {
    return fs.lstatSync(this.#at(name), { bigint: true, throwIfNoEntry: false });
  }

  readlink(name: string): string {
    return fromNameBytes(fs.readlinkSync(this.#at(name), 'buffer'));
  }

  open(name: string, flags: number, mode?: number): number {
    return fs.openSync(this.#at(name), flags | O_NOFOLLOW | O_NONBLOCK, mode);
  }

  openRegular(name: string): OpenedFile {
    const named = this.open(name, O_PATH);
    try {
      const stats = fs.fstatSync(named, { bigint: true });
      if (!stats.isFile()) throw new NotRegularError(stats);
      return { fd: fs.openSync(fdPath(named), O_RDONLY | O_NONBLOCK), stats };
    } finally {
      closeQuietly(named);
    }
  }

  openDir(name: string): DirHandle {
    const fd = fs.openSync(this.#at(name), FOLDER_FLAGS);
    return new ProcDir(this.path === '.' ? name : `${this.path}/${name}`, fd);
  }

  names(): string[] {
    return keepReachable(fs.readdirSync(this.place), this.place);
  }

  allNames(): string[] {
    return fs.readdirSync(this.place, { encoding: 'buffer' }).map(fromNameBytes);
  }

  entries(): fs.Dirent[] {
    return reachableEntries(fs.readdirSync(this.place, { withFileTypes: true }), this.place);
  }

  count(): number {
    return fs.readdirSync(this.place, { encoding: 'buffer' }).length;
  }

  mkdir(name: string, mode: number): void {
    fs.mkdirSync(this.#at(name), { mode });
  }

  rmdir(name: string): void {
    fs.rmdirSync(this.#at(name));
  }

  unlink(name: string): void {
    fs.unlinkSync(this.#at(name));
  }

  symlink(name: string, target: string): void {
    fs.symlinkSync(toNameBytes(target), this.#at(name));
  }

  link(name: string, to: DirHandle, newName: string): void {
    fs.linkSync(this.#at(name), placeIn(to.place, newName));
  }

  rename(name: string, to: DirHandle, newName: string): void {
    fs.renameSync(this.#at(name), placeIn(to.place, newName));
  }

  fsync(): void {
    const fd = fs.openSync(`${this.place}/.`, O_RDONLY | O_DIRECTORY);
    try {
      fs.fsyncSync(fd);
    } finally {
      closeQuietly(fd);
    }
  }

  close(): void {
    if (this.#fd < 0) return;
    closeQuietly(this.#fd);
    this.#fd = -1;
  }

  #at(name: string): string | Buffer {
    return placeIn(this.place, name);
  }
}

/** Names that a path can say; others come out with U+FFFD, and only where one appears is a second look worth it. */
export function keepReachable(names: string[], place: string): string[] {
  if (!names.some(name => name.includes('\ufffd'))) return names;
  const real = faithful(place);
  return names.filter(name => real.delete(name));
}

export function reachableEntries(entries: fs.Dirent[], place: string): fs.Dirent[] {
  if (!entries.some(entry => entry.name.includes('\ufffd'))) return entries;
  const real = faithful(place);
  return entries.filter(entry => real.delete(entry.name));
}

function faithful(place: string): Set<string> {
  const names = fs.readdirSync(toNameBytes(place), { encoding: 'buffer' });
  return new Set(names.filter(name => Buffer.from(name.toString()).equals(name)).map(String));
}
