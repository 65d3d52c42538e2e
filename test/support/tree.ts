import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** All that is below a folder: kinds, modes, contents, targets; times aside. Also what is closed to its owner. */
export function treeOf(root: string, at = '.'): Record<string, string> {
  const all: Record<string, string> = {};
  const names = readOpen(join(root, at), 0o500, place => readdirSync(place).sort());
  for (const name of names) {
    const path = at === '.' ? name : `${at}/${name}`;
    readOpen(join(root, at), 0o500, () => Object.assign(all, nodeOf(root, path)));
  }
  return all;
}

function nodeOf(root: string, path: string): Record<string, string> {
  const place = join(root, path);
  const stats = lstatSync(place);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return { [path]: `link ${readlinkSync(place)}` };
  if (stats.isDirectory()) return { [path]: `folder ${mode}`, ...treeOf(root, path) };
  if (!stats.isFile()) return { [path]: `other ${mode}` };
  return { [path]: `file ${mode} ${readOpen(place, 0o400, () => readFileSync(place, 'base64'))}` };
}

/** Opened for the moment of the look. */
function readOpen<T>(place: string, rights: number, look: (place: string) => T): T {
  const mode = lstatSync(place).mode & 0o7777;
  if (process.getuid?.() === 0 || (mode & rights) === rights) return look(place);
  chmodSync(place, mode | rights);
  try {
    return look(place);
  } finally {
    chmodSync(place, mode);
  }
}
