import fs from 'node:fs';
import { fromNameBytes, toNameBytes } from '../../tool/text/name-bytes.ts';
import { closeQuietly } from './close-quietly.ts';
import type { DirHandle, OpenedFile } from './dir-handle.ts';

/** A folder held open that hands paths to the system; each kind has its own way to make sure where they lead. */
export abstract class PathDir implements DirHandle {
  readonly path: string;
  protected fd = -1;

  constructor(path: string) {
    this.path = path;
  }

  abstract get place(): string;
  abstract open(name: string, flags: number, mode?: number): number;
  abstract openRegular(name: string): OpenedFile;
  abstract openDir(name: string): DirHandle;
  abstract fsync(): void;
  /** Works on an entry by a path that leads to it. */
  protected abstract do<T>(name: string, work: (path: string | Buffer) => T): T;
  /** Works on the folder itself by a path that leads to it. */
  protected abstract here<T>(work: (folder: string) => T): T;

  /** Keeps this folder open from now on, in place of the one before. */
  protected hold(fd: number): void {
    this.close();
    this.fd = fd;
  }

  protected demandOpen(): void {
    if (this.fd < 0) throw new Error(`the folder ${this.path} was closed`);
  }

  lstat(name: string): fs.BigIntStats | undefined {
    return this.do(name, path => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  }

  readlink(name: string): string {
    return this.do(name, path => fromNameBytes(fs.readlinkSync(path, 'buffer')));
  }

  names(): string[] {
    return this.here(folder => reachable(fs.readdirSync(toNameBytes(folder)), folder, name => name));
  }

  allNames(): string[] {
    return this.here(bytesIn).map(fromNameBytes);
  }

  entries(): fs.Dirent[] {
    return this.here(folder =>
      reachable(fs.readdirSync(toNameBytes(folder), { withFileTypes: true }), folder, entry => entry.name),
    );
  }

  count(): number {
    return this.here(bytesIn).length;
  }

  mkdir(name: string, mode: number): void {
    this.do(name, path => fs.mkdirSync(path, { mode }));
  }

  rmdir(name: string): void {
    this.do(name, path => fs.rmdirSync(path));
  }

  unlink(name: string): void {
    this.do(name, path => fs.unlinkSync(path));
  }

  symlink(name: string, target: string): void {
    this.do(name, path => fs.symlinkSync(toNameBytes(target), path));
  }

  link(name: string, to: DirHandle, newName: string): void {
    this.do(name, path => fs.linkSync(path, placeIn(to.place, newName)));
  }

  rename(name: string, to: DirHandle, newName: string): void {
    this.do(name, path => fs.renameSync(path, placeIn(to.place, newName)));
  }

  close(): void {
    if (this.fd < 0) return;
    closeQuietly(this.fd);
    this.fd = -1;
  }
}

/** The path of an entry, for the system; a name that is no single component is not looked up at all. */
export function placeIn(folder: string, name: string): string | Buffer {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new TypeError(`${JSON.stringify(name)} is not the name of an entry`);
  }
  return toNameBytes(`${folder}/${name}`);
}

const bytesIn = (folder: string): Buffer[] => fs.readdirSync(toNameBytes(folder), { encoding: 'buffer' });

/** Entries that a path can say; others come out with U+FFFD, and only where one appears is a second look worth it. */
function reachable<T>(entries: T[], folder: string, nameOf: (entry: T) => string): T[] {
  if (!entries.some(entry => nameOf(entry).includes('\ufffd'))) return entries;
  const real = new Set(
    bytesIn(folder)
      .filter(name => Buffer.from(name.toString()).equals(name))
      .map(String),
  );
  return entries.filter(entry => real.delete(nameOf(entry)));
}
