import fs from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { toNameBytes } from '../../tool/text/name-bytes.ts';
import { closeQuietly } from './close-quietly.ts';
import { type DirHandle, NotRegularError, type OpenedFile } from './dir-handle.ts';
import { PathDir, placeIn } from './path-dir.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;
/** The flag of macOS 11 and later against links in any component, so that an open cannot be led astray at all. */
const O_NOFOLLOW_ANY = process.platform === 'darwin' && takesFlag(0x20000000) ? 0x20000000 : 0;

function takesFlag(flag: number): boolean {
  const fd = tryOr(() => fs.openSync('/', O_RDONLY | O_DIRECTORY | O_NOFOLLOW | flag), undefined);
  if (fd !== undefined) closeQuietly(fd);
  return fd !== undefined;
}

/**
 * A folder for systems without `/proc/self/fd`: looks names up by path, and makes sure before and after that the path
 * still leads to the folder that was opened (ESTALE otherwise).
 */
export class PortableDir extends PathDir {
  readonly absolute: string;
  dev = 0n;
  ino = 0n;

  constructor(path: string, absolute: string, fd: number) {
    super(path);
    this.absolute = absolute;
    this.hold(fd);
  }

  protected override hold(fd: number): void {
    super.hold(fd);
    const { dev, ino } = fs.fstatSync(fd, { bigint: true });
    this.dev = dev;
    this.ino = ino;
  }

  get place(): string {
    this.#check();
    return this.absolute;
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

  fsync(): void {
    fs.fsyncSync(this.fd);
  }

  protected do<T>(name: string, work: (path: string | Buffer) => T): T {
    const path = placeIn(this.absolute === '/' ? '' : this.absolute, name);
    return this.here(() => work(path));
  }

  protected here<T>(work: (folder: string) => T): T {
    this.#check();
    try {
      return work(this.absolute);
    } finally {
      this.#check();
    }
  }

  /** Opens like `do`, and closes the opened file when the folder turns out to be another. */
  #opened(name: string, work: (path: string | Buffer) => number): number {
    let fd = -1;
    try {
      return this.do(name, path => {
        fd = work(path);
        return fd;
      });
    } catch (error) {
      if (fd >= 0) closeQuietly(fd);
      throw error;
    }
  }

  #check(): void {
    this.demandOpen();
    const now = fs.lstatSync(toNameBytes(this.absolute), { bigint: true, throwIfNoEntry: false });
    if (now?.dev === this.dev && now.ino === this.ino) return;
    throw Object.assign(new Error(`the folder ${this.path} was replaced`), { code: 'ESTALE' });
  }
}

export const openFolder = (absolute: string | Buffer): number =>
  fs.openSync(absolute, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NOFOLLOW_ANY);
