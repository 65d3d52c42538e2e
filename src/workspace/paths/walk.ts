import fs from 'node:fs';
import { posix } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import type { ResolvedPath } from '../../tool/files.ts';
import type { StagedNode } from '../change/staging.ts';
import type { DirHandle, RootHandle } from '../disk/dir-handle.ts';
import { lstatQuietly } from '../disk/identity.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { explainLookup, isClosed, openDirOr, readlinkOr, tailInside } from './lookup.ts';
import { invalidPath, parsePath, showPath } from './parse-path.ts';

export interface PathWalkOptions {
  /** A layer's word on a workspace-relative path: a node, null when deleted there, undefined when nothing. */
  readonly overlay?: (relative: string) => StagedNode | null | undefined;
  /** Whether to stop at a link in the last component instead of following it: to delete or move the link itself. */
  readonly keepLast?: boolean;
}

/** The end of a path's way. `dir` is open: `close` it. */
export interface Walk {
  readonly resolved: ResolvedPath;
  /** The deepest folder on the way that exists on the disk; undefined where that folder is only in a layer. */
  readonly dir: DirHandle | undefined;
  /** The entry of `dir`; empty for the root itself. */
  readonly name: string;
  /** The entry on the disk, unless a layer says otherwise. */
  readonly stats: fs.BigIntStats | undefined;
  /** The entry that a layer puts there. */
  readonly node: StagedNode | undefined;
  /** Components below `name`, none of which exists. */
  readonly missing: readonly string[];
  /** Whether `name` exists and is no folder, though there are components below it. */
  readonly blocked: boolean;
  /** Whether the path ends with a slash or a dot: only a folder will do. */
  readonly wantsFolder: boolean;
  close(): void;
}

const MAX_LINKS = 40;

/**
 * Walks a path component by component through open folders, following links by hand, as the kernel would: `..` is taken
 * after links. On the way a path may pass above the root; it must end inside. A part that does not exist is taken as
 * written, but no `..` may come after it.
 */
export function walkPath(root: RootHandle, path: string, options: PathWalkOptions = {}): Walk {
  root.renew();
  const walker = new Walker(root, path, options);
  try {
    return walker.run();
  } catch (error) {
    walker.close();
    throw explainLookup(error, path, root);
  }
}

class Walker {
  readonly #root: RootHandle;
  readonly #path: string;
  readonly #options: PathWalkOptions;
  /** Names on the way from the root to where the walk is. */
  readonly #names: string[] = [];
  #dir: DirHandle | undefined;
  #risen = false;
  /** Components that are left, the last one first. */
  readonly #todo: string[] = [];
  readonly #via: string[] = [];
  #links = 0;
  /** The real path while the walk is outside. */
  #outside: string | undefined;
  #wantsFolder = false;

  constructor(root: RootHandle, path: string, options: PathWalkOptions) {
    this.#root = root;
    this.#path = path;
    this.#options = options;
    this.#dir = root;
  }

  run(): Walk {
    const { absolute, parts } = parsePath(this.#path, this.#root.absolute);
    if (absolute) this.#goTop();
    this.#push(parts);
    for (let name = this.#todo.pop(); name !== undefined; name = this.#todo.pop()) {
      if (name === '' || name === '.') this.#wantsFolder = this.#todo.length === 0;
      else if (this.#outside !== undefined) this.#stepOutside(name);
      else if (name === '..') {
        this.#wantsFolder = true;
        this.#rise();
      } else {
        this.#wantsFolder = false;
        const end = this.#stepInside(name);
        if (end) return end;
      }
    }
    if (this.#outside !== undefined) throw this.#leaves();
    return this.#here();
  }

  #push(parts: readonly string[]): void {
    for (const part of parts.toReversed()) this.#todo.push(part);
  }

  close(): void {
    if (this.#dir !== this.#root) this.#dir?.close();
    this.#dir = undefined;
  }

  #enter(name: string, dir: DirHandle | undefined): void {
    this.close();
    this.#names.push(name);
    this.#dir = dir;
    this.#risen = false;
  }

  #goTop(): void {
    this.#names.length = 0;
    this.close();
    this.#dir = this.#root;
    this.#risen = false;
    this.#outside = this.#root.absolute === '/' ? undefined : '/';
  }

  #rise(): void {
    if (this.#names.pop() !== undefined) {
      this.close();
      this.#risen = true;
    } else if (this.#root.absolute !== '/') this.#outside = posix.dirname(this.#root.absolute);
  }

  /** The folder; after `..` it is opened by its real path, once needed: the way down was through real folders. */
  #folder(): DirHandle | undefined {
    if (!this.#risen) return this.#dir;
    this.#risen = false;
    const relative = this.#names.join('/');
    try {
      this.#dir = relative === '' ? this.#root : this.#root.openBelow(relative);
    } catch (error) {
      if (!this.#options.overlay?.(relative)) throw error;
    }
    return this.#dir;
  }

  /** Steps outside, where nothing is opened, and an absent or closed part is taken as written: no path tells more. */
  #stepOutside(name: string): void {
    const here = this.#outside as string;
    if (name === '..') {
      this.#outside = posix.dirname(here);
      return;
    }
    const next = joinBelow(here, name);
    const stats = lstatQuietly(next);
    if (next === this.#root.absolute || (stats?.ino === this.#root.ino && stats.dev === this.#root.dev)) {
      this.#outside = undefined;
    } else if (stats?.isSymbolicLink()) this.#follow(fs.readlinkSync(next));
    else this.#outside = next;
  }

  #stepInside(name: string): Walk | undefined {
    const relative = this.#relative(name);
    const last = this.#todo.every(part => part === '' || part === '.');
    const node = this.#options.overlay?.(relative);
    if (node === null) return this.#absent(name, false);
    if (node) return this.#stepLayer(name, node, last);
    const dir = this.#folder();
    if (!dir) return this.#absent(name, false);
    for (;;) {
      const child = last ? undefined : openDirOr(dir, name);
      if (child) {
        this.#enter(this.#spelling(dir, name), child);
        return undefined;
      }
      const stats = dir.lstat(name);
      if (!stats) return this.#absent(name, false);
      if (stats.isSymbolicLink() && !(last && this.#options.keepLast)) {
        const target = readlinkOr(dir, name);
        if (target !== undefined) {
          this.#via.push(joinBelow(this.#root.absolute, relative));
          this.#follow(target);
          return undefined;
        }
      } else if (last) return this.#end({ name: this.#spelling(dir, name), stats });
      else if (!stats.isDirectory()) return this.#absent(name, true);
      // The link was swapped between two looks: look again, but not for ever.
      this.#countLink();
    }
  }

  #stepLayer(name: string, node: StagedNode, last: boolean): Walk | undefined {
    if (node.kind === 'symlink' && !(last && this.#options.keepLast)) {
      this.#via.push(joinBelow(this.#root.absolute, this.#relative(name)));
      this.#follow(node.target);
      return undefined;
    }
    if (last) return this.#end({ name, node });
    if (node.kind !== 'directory') return this.#absent(name, true);
    const dir = this.#folder();
    this.#enter(name, dir && openDirOr(dir, name));
    return undefined;
  }

  #follow(target: string): void {
    this.#countLink();
    const absolute = target.startsWith('/');
    if (absolute) this.#goTop();
    this.#push((absolute ? target.slice(1) : target).split('/'));
  }

  #countLink(): void {
    this.#links += 1;
    if (this.#links <= MAX_LINKS) return;
    throw this.#invalid(`crosses more than ${MAX_LINKS} symbolic links, most likely in a circle`);
  }

  #absent(name: string, blocked: boolean): Walk {
    const rest = this.#todo.splice(0).reverse();
    const missing: string[] = [];
    let depth = this.#names.length + 1;
    let rises = false;
    for (const part of rest) {
      if (part === '' || part === '.') continue;
      rises ||= part === '..';
      depth += part === '..' ? -1 : 1;
      if (depth < 0) throw this.#leaves();
      missing.push(part);
    }
    if (rises) {
      const where = `${showPath(this.#relative(name))} ${blocked ? 'is not a folder' : 'does not exist'}`;
      const message = `The path ${showPath(this.#path)} leads nowhere: ${where} in the workspace ${this.#root.absolute}.`;
      throw new ToolError('FILE_NOT_FOUND', message, { suggestion: 'Give the path without "..".' });
    }
    const tail = rest.at(-1);
    this.#wantsFolder = tail === '' || tail === '.';
    return this.#end({ name, missing, blocked });
  }

  /** The end on a folder that was entered: by one dot, by two, or at the target of a link. */
  #here(): Walk {
    const name = this.#names.at(-1);
    if (name === undefined) return this.#end({ name: '' });
    this.#rise();
    const node = this.#options.overlay?.(this.#relative(name)) ?? undefined;
    const stats = node ? undefined : this.#folder()?.lstat(name);
    this.#wantsFolder = true;
    return this.#end({ name, stats, node });
  }

  #end(found: Partial<Pick<Walk, 'stats' | 'node' | 'missing' | 'blocked'>> & { name: string }): Walk {
    if (this.#todo.length > 0) this.#wantsFolder = true;
    const { name, stats, node, missing = [], blocked = false } = found;
    const relative = [...this.#names, name, ...missing].filter(part => part !== '').join('/') || '.';
    const absolute = joinBelow(this.#root.absolute, relative);
    if (isClosed(this.#root, absolute))
      throw this.#invalid('lies where Toolgate keeps its own state, which no tool may touch');
    return {
      resolved: { absolute, relative, via: this.#via },
      dir: this.#folder(),
      name,
      node,
      missing,
      blocked,
      stats: name === '' ? fs.statSync(this.#root.place, { bigint: true }) : stats,
      wantsFolder: this.#wantsFolder,
      close: () => this.close(),
    };
  }

  #relative(name: string): string {
    return [...this.#names, name].join('/');
  }

  /** The name as it stands on the disk, where other spellings are the same to the disk. */
  #spelling(dir: DirHandle, name: string): string {
    if (!this.#root.folds) return name;
    const names = dir.names();
    if (names.includes(name)) return name;
    const fold = (text: string) => text.normalize('NFD').toLowerCase();
    return names.find(other => fold(other) === fold(name)) ?? name;
  }

  #leaves(): ToolError {
    const crossed = this.#via.length > 0 ? ' through a symbolic link' : '';
    const tail = tailInside(this.#root, this.#path);
    const suggestion = tail && `Paths are relative to the workspace: did you mean ${showPath(tail)}?`;
    return this.#invalid(`leads outside the workspace${crossed}`, suggestion);
  }

  #invalid(reason: string, suggestion?: string): ToolError {
    return invalidPath(this.#path, this.#root.absolute, reason, suggestion);
  }
}
