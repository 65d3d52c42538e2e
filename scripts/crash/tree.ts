import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export type Entry =
  | { readonly kind: 'file'; readonly mode: number; readonly sha: string }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string };

/** Everything below a folder by its relative path, in order. */
export type Tree = ReadonlyMap<string, Entry>;

export function treeOf(folder: string): Tree {
  const tree = new Map<string, Entry>();
  const walk = (below: string) => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below ? `${below}/${name}` : name;
      const absolute = join(folder, path);
      const stats = lstatSync(absolute);
      const mode = stats.mode & 0o7777;
      if (stats.isSymbolicLink()) tree.set(path, { kind: 'symlink', target: readlinkSync(absolute) });
      else if (stats.isDirectory()) {
        tree.set(path, { kind: 'directory', mode });
        walk(path);
      } else tree.set(path, { kind: 'file', mode, sha: shaOf(readFileSync(absolute)) });
    }
  };
  walk('');
  return tree;
}

/** Where two trees differ, in words; nothing when they are the same. */
export function differences(tree: Tree, expected: Tree): string[] {
  const paths = new Set([...tree.keys(), ...expected.keys()]);
  return [...paths].sort().flatMap(path => {
    const [is, should] = [say(tree.get(path)), say(expected.get(path))];
    return is === should ? [] : [`${path} is ${is}, expected ${should}`];
  });
}

export const temporaryFiles = (tree: Tree): string[] =>
  [...tree.keys()].filter(path => /(^|\/)\.toolgate-[^/]*$/.test(path));

export function say(entry: Entry | undefined): string {
  if (!entry) return 'absent';
  if (entry.kind === 'symlink') return `a link to ${entry.target}`;
  if (entry.kind === 'directory') return `a folder ${entry.mode.toString(8)}`;
  return `a file ${entry.mode.toString(8)} ${entry.sha.slice(0, 8)}`;
}

const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
