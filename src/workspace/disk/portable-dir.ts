import fs from 'node:fs';
import { fromNameBytes, toNameBytes } from '../../tool/text/name-bytes.ts';
import { closeQuietly } from './close-quietly.ts';
import { type DirHandle, NotRegularError, type OpenedFile } from './dir-handle.ts';
import { keepReachable, placeIn, reachableEntries } from './proc-dir.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;
/** The flag of macOS 11 and later against links in any component, so that an open cannot be led astray at all. */
const O_NOFOLLOW_ANY = process.platform === 'darwin' && takesFlag(0x20000000) ? 0x20000000 : 0;

function takesFlag(flag: number): boolean {
  try {
    closeQuietly(fs.openSync('/', O_RDONLY | O_DIRECTORY | O_NOFOLLOW | flag));
    return true;
  } catch {
    return false;
  }
}

/**
 * A folder for systems without `/proc/self/fd`: looks names up by path, and makes sure before and after that the path
 * still leads to the folder that was opened (ESTALE otherwise).
 */
export class PortableDir implements DirHandle {
  readonly path: string;
  readonly absolute: string;
  dev = 0n;
  ino = 0n;
  #fd = -1;

  constructor(path: string, absolute: string, fd: number) {
    this.path = path;
    this.absolute = absolute;
    this.hold(fd);
  }

  /** Keeps this folder open from now on, in place of the one before. */
  protected hold(fd: number): void {
    this.close();
    this.#fd = fd;
    const { dev, ino } = fs.fstatSync(fd, { bigint: true });
    this.dev = dev;
    this.ino = ino;
  }

  get place(): string {
    this.#check();
    return this.absolute;
  }

  lstat(name: string): fs.BigIntStats | undefined {
    return this.#do(name, path => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  }

  readlink(name: string): string {
    return this.#do(name, path => fromNameBytes(fs.readlinkSync(path, 'buffer')));
  }

  open(name: string, flags: number, mode?: number): number {
    return this.#opened(name, path => fs.openSync(path, flags | O_NOFOLLOW | O_NOFOLLOW_ANY | O_NONBLOCK, mode));
  }

  openRegular(name: string): OpenedFile {
    const before = this.lstat(name);
    if (before && !before.isFile()) throw new NotRegularError(before);
    const fd = this.open(name, O_RDONLY);
    const stats = fs.fstatSync(fd, { bigint: true });
    if (stats.isFile()) return { fd, stats };
    closeQuietly(fd);
    throw new NotRegularError(stats);
  }

  openDir(name: string): DirHandle {
    const fd = this.#opened(name, path => openFolder(path));
    const child = this.absolute === '/' ? `/${name}` : `${this.absolute}/${name}`;
    return new PortableDir(this.path === '.' ? name : `${this.path}/${name}`, child, fd);
  }

  names(): string[] {
    return this.#guard(() => keepReachable(fs.readdirSync(toNameBytes(this.absolute)), this.absolute));
  }

  allNames(): string[] {
    return this.#guard(() => fs.readdirSync(toNameBytes(this.absolute), { encoding: 'buffer' }).map(fromNameBytes));
  }

  entries(): fs.Dirent[] {
    return this.#guard(() =>
      reachableEntries(fs.readdirSync(toNameBytes(this.absolute), { withFileTypes: true }), this.absolute),
    );
  }

  count(): number {
    return this.#guard(() => fs.readdirSync(toNameBytes(this.absolute), { encoding: 'buffer' }).length);
  }

  mkdir(name: string, mode: number): void {
    this.#do(name, path => fs.mkdirSync(path, { mode }));
  }

  rmdir(name: string): void {
    this.#do(name, path => fs.rmdirSync(path));
  }

  unlink(name: string): void {
    this.#do(name, path => fs.unlinkSync(path));
  }

  symlink(name: string, target: string): void {
    this.#do(name, path => fs.symlinkSync(toNameBytes(target), path));
  }

  link(name: string, to: DirHandle, newName: string): void {
    this.#do(name, path => fs.linkSync(path, placeIn(to.place, newName)));
  }

  rename(name: string, to: DirHandle, newName: string): void {
    this.#do(name, path => fs.renameSync(path, placeIn(to.place, newName)));
  }

  fsync(): void {
    fs.fsyncSync(this.#fd);
  }

  close(): void {
    if (this.#fd < 0) return;
    closeQuietly(this.#fd);
    this.#fd = -1;
  }

  #do<T>(name: string, work: (path: string | Buffer) => T): T {
    const path = placeIn(this.absolute === '/' ? '' : this.absolute, name);
    return this.#guard(() => work(path));
  }

  #guard<T>(work: () => T): T {
    this.#check();
    try {
      return work();
    } finally {
      this.#check();
    }
  }

  /** Opens like `#do`, and closes the opened file when the folder turns out to be another. */
  #opened(name: string, work: (path: string | Buffer) => number): number {
    let fd = -1;
    try {
      return this.#do(name, path => {
        fd = work(path);
        return fd;
      });
    } catch (error) {
      if (fd >= 0) closeQuietly(fd);
      throw error;
    }
  }

  #check(): void {
    if (this.#fd < 0) throw new Error(`the folder ${this.path} was closed`);
    const now = fs.lstatSync(toNameBytes(this.absolute), { bigint: true, throwIfNoEntry: false });
    if (now?.dev === this.dev && now.ino === this.ino) return;
    throw Object.assign(new Error(`the folder ${this.path} was replaced`), { code: 'ESTALE' });
  }
}

export const openFolder = (absolute: string | Buffer): number =>
  fs.openSync(absolute, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NOFOLLOW_ANY);
