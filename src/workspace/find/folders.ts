import { posix } from 'node:path';
import type { StagedNode } from '../change/staging.ts';
import { entriesBelow } from '../disk/entries-at.ts';
import { createPace } from '../pace.ts';
import type { Sight } from '../view/look.ts';
import { isDotted } from './files.ts';
import { layeredFiles } from './layered.ts';

/** Folders and links below a folder: those with files that were found, those without files, those of layers. */
export function findFolders(
  sight: Sight,
  folder: string,
  { hidden, files }: { hidden: boolean; files: readonly string[] },
): string[] {
  const kept = foldersAbove(files, folder);
  const found = new Set(kept);
  const visit = (relative: string, empty: boolean): void => {
    for (const entry of entriesBelow(sight.root, relative)) {
      const path = posix.join(relative, entry.name);
      if (entry.name === '.git' || (!hidden && entry.name.startsWith('.'))) continue;
      if (sight.layers.at(path) !== undefined) continue;
      if (entry.isSymbolicLink()) found.add(path);
      if (!entry.isDirectory()) continue;
      const bare = empty || (!kept.has(path) && !holdsFile(sight, path));
      if (!bare && !kept.has(path)) continue;
      found.add(path);
      visit(path, bare);
    }
  };
  visit(folder, false);
  addLayered(sight, folder, found, hidden);
  return [...found];
}

/** Finds every entry below a folder, whatever its kind, whatever rules ignore it. */
export async function findEverything(sight: Sight, folder: string, maxDepth = Number.POSITIVE_INFINITY) {
  const found = new Set<string>();
  const pace = createPace('found', undefined, sight.report);
  const visit = async (relative: string, depth: number): Promise<void> => {
    for (const entry of entriesBelow(sight.root, relative)) {
      const path = posix.join(relative, entry.name);
      const node = sight.layers.at(path);
      if (node === null) continue;
      found.add(path);
      await pace();
      if (depth < maxDepth && (node ? node.kind === 'directory' : entry.isDirectory())) await visit(path, depth + 1);
    }
  };
  await visit(folder, 1);
  for (const [path, node] of layersBelow(sight, folder)) if (node) found.add(path);
  return [...found];
}

/** Adds entries that only layers have; of folders those without a layered file: others were found with their files. */
function addLayered(sight: Sight, folder: string, found: Set<string>, hidden: boolean): void {
  const files = layeredFiles(sight, folder);
  for (const [path, node] of layersBelow(sight, folder)) {
    if (!node) found.delete(path);
    const bare = node?.kind === 'directory' && !files.some(file => file.startsWith(`${path}/`));
    if ((bare || node?.kind === 'symlink') && (hidden || !isDotted(path, folder))) found.add(path);
  }
}

function layersBelow({ layers }: Sight, folder: string): [string, StagedNode | null][] {
  if (layers.empty) return [];
  return [...layers.all()].filter(([path]) => folder === '.' || path.startsWith(`${folder}/`));
}

function foldersAbove(files: readonly string[], folder: string): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let above = posix.dirname(file); above !== folder && above !== '.'; above = posix.dirname(above)) {
      if (folders.has(above)) break;
      folders.add(above);
    }
  }
  return folders;
}

/** Whether a folder holds a file; stops at the first, which most folders have near the top. */
function holdsFile(sight: Sight, folder: string): boolean {
  const entries = entriesBelow(sight.root, folder);
  if (entries.some(entry => !entry.isDirectory())) return true;
  return entries.some(entry => holdsFile(sight, posix.join(folder, entry.name)));
}
