import fs from 'node:fs';
import { withOpen } from './close-quietly.ts';
import { type DirHandle, NotRegularError, type OpenedFile } from './dir-handle.ts';
import { PathDir, placeIn } from './path-dir.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;
/** The flag of Linux for a descriptor that names a file without opening it. */
export const O_PATH = 0o10000000;
export const FOLDER_FLAGS = O_PATH | O_DIRECTORY | O_NOFOLLOW;

export const fdPath = (fd: number): string => `/proc/self/fd/${fd}`;

/** A folder that looks names up through `/proc/self/fd/N/name`, which the kernel resolves in the open folder itself. */
export class ProcDir extends PathDir {
  constructor(path: string, fd: number) {
    super(path);
    this.fd = fd;
  }

  get place(): string {
    this.demandOpen();
    return fdPath(this.fd);
  }

  protected do<T>(name: string, work: (path: string | Buffer) => T): T {
    return work(placeIn(this.place, name));
  }

  protected here<T>(work: (folder: string) => T): T {
    return work(this.place);
  }

  open(name: string, flags: number, mode?: number): number {
    return this.do(name, path => fs.openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, mode));
  }

  openRegular(name: string): OpenedFile {
    return withOpen(this.open(name, O_PATH), named => {
      const stats = fs.fstatSync(named, { bigint: true });
      if (!stats.isFile()) throw new NotRegularError(stats);
      return { fd: fs.openSync(fdPath(named), O_RDONLY | O_NONBLOCK), stats };
    });
  }

  openDir(name: string): DirHandle {
    const fd = this.do(name, path => fs.openSync(path, FOLDER_FLAGS));
    return new ProcDir(this.path === '.' ? name : `${this.path}/${name}`, fd);
  }

  fsync(): void {
    withOpen(fs.openSync(`${this.place}/.`, O_RDONLY | O_DIRECTORY), fs.fsyncSync);
  }
}
