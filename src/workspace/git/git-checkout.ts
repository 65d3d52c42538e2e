import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { toNameBytes } from '../../tool/text/name-bytes.ts';
import type { Base, BaseNode } from '../change/base.ts';
import { lstatQuietly } from '../disk/identity.ts';
import type { JobHold } from '../port.ts';
import { gitFolderOf } from './folder.ts';
import { hashInGitIndex } from './git-index.ts';

/** The most bytes of an index; larger ones are not read. */
const LARGEST = 64 * 1024 * 1024;

export type GitCheckout = ReturnType<typeof createGitCheckout>;

/** Tells files that git has put there: its index, which the job cannot write, lists them with just this content. */
export function createGitCheckout(root: string, holding: JobHold | undefined) {
  function has(path: string, node: BaseNode, disk: Base): boolean {
    if (node.kind !== 'file' && node.kind !== 'symlink') return false;
    const found = repositoryOf(path);
    if (!found) return false;
    const target = node.kind === 'symlink' ? toNameBytes(node.target) : undefined;
    const content = target === undefined ? disk.read(path) : Buffer.from(target as string);
    const listed = hashInGitIndex(found.index, relative(found.at, join(root, path)));
    return listed !== undefined && listed === blobHash(content, listed.length === 40 ? 'sha1' : 'sha256');
  }

  /** Whether git is at work in a repository of these paths: what it writes is in its index when it is done. */
  function isUnderWay(paths: Iterable<string>): boolean {
    return [...paths].some(path => {
      const folder = folderOf(path)?.folder;
      return folder !== undefined && existsSync(join(folder, 'index.lock'));
    });
  }

  function repositoryOf(path: string): { readonly at: string; readonly index: Buffer } | undefined {
    const found = folderOf(path);
    if (!found) return undefined;
    const file = join(found.folder, 'index');
    const stats = lstatQuietly(file);
    const index = stats?.isFile() && stats.size <= LARGEST ? tryOr(() => readFileSync(file), undefined) : undefined;
    return index && { at: found.at, index };
  }

  /** The nearest repository, if the job cannot write to it. */
  function folderOf(path: string): { readonly at: string; readonly folder: string } | undefined {
    if (!holding || holding.by === 'nothing') return undefined;
    for (let at = dirname(join(root, path)); ; at = dirname(at)) {
      const folder = gitFolderOf(at);
      if (folder !== undefined) return isOutOfReach(join(at, '.git'), folder) ? { at, folder } : undefined;
      if (at === dirname(at)) return undefined;
    }
  }

  function isOutOfReach(...paths: readonly string[]): boolean {
    const { readOnly } = holding!.held;
    return paths.every(path => !isBelow(path, root) || readOnly.some(held => isBelow(path, held)));
  }

  return { has, isUnderWay };
}

const blobHash = (content: Uint8Array, kind: 'sha1' | 'sha256'): string =>
  createHash(kind).update(`blob ${content.length}\0`).update(content).digest('hex');
