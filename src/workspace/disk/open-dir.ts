import fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import { closeQuietly, withOpen } from './close-quietly.ts';
import type { DirHandle, OpenedFile, RootHandle } from './dir-handle.ts';
import { openFolder, PortableDir } from './portable-dir.ts';
import { FOLDER_FLAGS, fdPath, O_PATH, ProcDir } from './proc-dir.ts';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

export interface RootOptions {
  /** Folders that no path may enter, such as toolgate's own state; they need not exist yet. */
  readonly closed?: readonly string[];
  /** Whether to do without `/proc/self/fd`, as on macOS. */
  readonly portable?: boolean;
}

/** Opens the root of a workspace, which may be given through links. Close it when the workspace closes. */
export function openRoot(root: string, options: RootOptions = {}): RootHandle {
  let absolute: string;
  try {
    absolute = fs.realpathSync.native(resolve(root));
  } catch (cause) {
    throw new ToolError('FILE_NOT_FOUND', `The workspace ${root} does not exist.`, { cause });
  }
  const closed = (options.closed ?? []).map(realOrGiven);
  return options.portable || !hasProcFd() ? new PortableRoot(absolute, closed) : new ProcRoot(absolute, closed);
}

class ProcRoot extends ProcDir implements RootHandle {
  readonly absolute: string;
  readonly closed: readonly string[];
  readonly folds: boolean;
  dev = 0n;
  ino = 0n;

  constructor(absolute: string, closed: readonly string[]) {
    super('.', -1);
    this.absolute = absolute;
    this.closed = closed;
    this.folds = foldsCase(absolute);
    this.#open();
  }

  renew(): void {
    if (fs.readlinkSync(this.place) === this.absolute || isAt(this)) return;
    this.#open();
  }

  #open(): void {
    this.hold(openAnew(this.absolute, path => fs.openSync(path, FOLDER_FLAGS)));
    const { dev, ino } = fs.statSync(this.place, { bigint: true });
    this.dev = dev;
    this.ino = ino;
  }

  /** Names the entry at a path: if the kernel tells that very path of the descriptor, no link was on the way. */
  peek(relative: string): OpenedFile | undefined {
    let fd: number;
    try {
      fd = fs.openSync(`${this.place}/${relative}`, O_PATH | O_NOFOLLOW);
    } catch {
      return undefined;
    }
    try {
      const real = fs.readlinkSync(fdPath(fd));
      if (real === joinBelow(this.absolute, relative)) return { fd, stats: fs.fstatSync(fd, { bigint: true }) };
    } catch {
      // The path is too long for the kernel to tell: as good as unknown.
    }
    closeQuietly(fd);
    return undefined;
  }

  reopen(fd: number): number {
    return fs.openSync(fdPath(fd), O_RDONLY | O_NONBLOCK);
  }

  openBelow(relative: string): DirHandle {
    const named = this.peek(relative);
    if (named?.stats.isDirectory()) return new ProcDir(relative, named.fd);
    if (named) closeQuietly(named.fd);
    return openStepByStep(this, relative);
  }
}

class PortableRoot extends PortableDir implements RootHandle {
  readonly closed: readonly string[];
  readonly folds: boolean;

  constructor(absolute: string, closed: readonly string[]) {
    super('.', absolute, openAnew(absolute, openFolder));
    this.closed = closed;
    this.folds = foldsCase(absolute);
  }

  renew(): void {
    if (!isAt(this)) this.hold(openAnew(this.absolute, openFolder));
  }

  peek(): undefined {}

  reopen(): number {
    throw new Error('nothing was peeked at');
  }

  openBelow(relative: string): DirHandle {
    const absolute = joinBelow(this.absolute, relative);
    const dir = isReal(absolute) ? new PortableDir(relative, absolute, openFolder(absolute)) : undefined;
    if (dir && isReal(absolute) && isAt(dir)) return dir;
    dir?.close();
    return openStepByStep(this, relative);
  }
}

function openStepByStep(root: DirHandle, relative: string): DirHandle {
  let dir = root;
  for (const name of relative.split('/')) {
    const above = dir;
    try {
      dir = above.openDir(name);
    } finally {
      if (above !== root) above.close();
    }
  }
  return dir;
}

function isAt({ absolute, dev, ino }: Pick<RootHandle, 'absolute' | 'dev' | 'ino'>): boolean {
  const now = fs.lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  return now?.dev === dev && now.ino === ino;
}

function openAnew(absolute: string, open: (path: string) => number): number {
  try {
    return open(absolute);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new ToolError('PERMISSION_DENIED', `The workspace ${absolute} may not be opened.`);
    if (code === 'ENOTDIR' || code === 'ELOOP')
      throw new ToolError('NOT_A_FILE', `The workspace ${absolute} is not a folder.`, { cause });
    throw new ToolError('FILE_NOT_FOUND', `The workspace ${absolute} is not there.`, { cause });
  }
}

/** Whether a path exists and no component of it is a link. */
export const isReal = (absolute: string): boolean => tryOr(() => fs.realpathSync.native(absolute) === absolute, false);

export const joinBelow = (absolute: string, relative: string): string =>
  relative === '.' ? absolute : absolute === '/' ? `/${relative}` : `${absolute}/${relative}`;

/** Whether names that differ only by case are the same to the disk. */
function foldsCase(absolute: string): boolean {
  const name = basename(absolute);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (other === name) return process.platform === 'darwin';
  const here = fs.lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  const there = fs.lstatSync(join(dirname(absolute), other), { bigint: true, throwIfNoEntry: false });
  return here !== undefined && there?.ino === here.ino && there.dev === here.dev;
}

/** The real path of an entry of which only the upper part may exist. */
export function realOrGiven(path: string): string {
  const given = resolve(path);
  try {
    return fs.realpathSync.native(given);
  } catch {
    const parent = dirname(given);
    return parent === given ? given : join(realOrGiven(parent), basename(given));
  }
}

let procFd: boolean | undefined;
const hasProcFd = (): boolean => (procFd ??= process.platform === 'linux' && tryOr(triesProcFd, false));

const triesProcFd = (): boolean =>
  withOpen(
    fs.openSync('/', FOLDER_FLAGS),
    fd => fs.readlinkSync(fdPath(fd)) === '/' && fs.statSync(`${fdPath(fd)}/.`).isDirectory(),
  );
