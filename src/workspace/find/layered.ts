import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isShown, layerBytes, type Sight } from '../view/look.ts';
import { readRegularFile } from '../view/read-file.ts';
import { COPIES, SEARCH_IGNORE_FILES } from './scope.ts';

/** Workspace-relative paths of the files below a folder that only a layer has, or has with another content. */
export function layeredFiles(sight: Sight, folder: string): string[] {
  if (sight.layers.empty) return [];
  const prefix = folder === '.' ? '' : `${folder}/`;
  return [...sight.layers.all()]
    .filter(([path, node]) => path.startsWith(prefix) && node && node.kind !== 'directory' && node.kind !== 'symlink')
    .map(([path]) => path);
}

/**
 * A private folder outside the workspace with the layered files, and the ignore files above them, so that the same
 * rules hold there. The folder is to be removed after use.
 */
export async function copyLayered(sight: Sight, paths: readonly string[], { content }: { content: boolean }) {
  const top = mkdtempSync(join(tmpdir(), COPIES));
  const remove = () => rmSync(top, { recursive: true, force: true });
  try {
    const root = join(top, 'w');
    // The folder gets a repository of its own: rules from above it are not the workspace's.
    mkdirSync(join(root, '.git'), { recursive: true });
    const write = (path: string, bytes: Uint8Array) => {
      mkdirSync(join(root, dirname(path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(root, path), bytes, { mode: 0o600 });
    };
    const shown = paths.filter(path => isShown(sight, path));
    for (const path of shown) write(path, content ? await layerBytes(sight, path) : new Uint8Array());
    for (const path of ignoreFilesAbove(shown)) {
      const bytes = await rulesAt(sight, path).catch(() => undefined);
      if (bytes) write(path, bytes);
    }
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function ignoreFilesAbove(paths: readonly string[]): Set<string> {
  const files = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      for (const name of SEARCH_IGNORE_FILES) files.add(folder === '.' ? name : `${folder}/${name}`);
      if (folder === '.') break;
    }
  }
  return files;
}

async function rulesAt(sight: Sight, path: string): Promise<Uint8Array> {
  if (sight.layers.at(path) !== undefined) return layerBytes(sight, path);
  return (await readRegularFile(sight.root, path, { near: () => [] })).bytes;
}
