import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { tryOr } from '../../system/try-or.ts';
import { type IgnoreRules, rulesAt } from './ignore-rules.ts';

/** Folders that are looked at before the event loop gets its turn. */
const AT_ONCE = 40;
export const MAX_FILES = 200_000;

const SKIPPED = new Set(['node_modules', '__pycache__', 'bower_components', 'jspm_packages', 'site-packages']);
const DATA =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|svgz?|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|class|o|a|so|dylib|dll|exe|bin|wasm|node|pyc|pyo|woff2?|ttf|otf|eot|mp[34]|m4a|ogg|wav|flac|mov|avi|mkv|webm|sqlite3?|db|map|snap|lockb|min\.js|min\.css|parquet|npy|npz|onnx|pt|pkl)$/i;
const LOCKS =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|poetry\.lock|composer\.lock|go\.sum)$/i;

export interface WalkResult {
  readonly files: string[];
  /** The folders that were looked into, `''` for the root. */
  readonly folders: string[];
  /** Whether there are more files than are kept. */
  readonly cut: boolean;
}

interface TreeWalkOptions {
  readonly enter?: (folder: string) => void;
  readonly stopped?: () => boolean;
  readonly maxFiles?: number;
}

/** The files of a workspace that people write: no links, nothing ignored, hidden or made of data. */
export async function walk(
  root: string,
  { enter = () => {}, stopped = () => false, maxFiles = MAX_FILES }: TreeWalkOptions = {},
): Promise<WalkResult> {
  const files: string[] = [];
  const folders: string[] = [];
  const waiting: { folder: string; rules: IgnoreRules }[] = [{ folder: '', rules: rulesAt(root) }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { folder, rules } = at;
    if (folders.length % AT_ONCE === AT_ONCE - 1) await turn();
    if (stopped() || files.length >= maxFiles) return { files: files.slice(0, maxFiles), folders, cut: true };
    enter(folder);
    folders.push(folder);
    for (const entry of tryOr(() => readdirSync(join(root, folder), { withFileTypes: true }), [])) {
      const { name } = entry;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(name) && !rules.ignores(name, true)) waiting.push({ folder: path, rules: rules.below(name) });
      } else if (entry.isFile() && isText(path) && !rules.ignores(name, false)) files.push(path);
    }
  }
  return { files: files.slice(0, maxFiles), folders, cut: files.length > maxFiles };
}

/** Whether a path names a text that can be told: one that is not UTF-8 or holds control characters cannot. */
const isText = (path: string): boolean => !DATA.test(path) && !LOCKS.test(path) && !/[\u0000-\u001f\ufffd]/.test(path);

/** Whether the walk would come by a path: for one file or folder that has just appeared. */
export function isWanted(root: string, path: string, isFolder: boolean): boolean {
  const parts = path.split('/');
  let rules = rulesAt(root);
  for (const [index, name] of parts.entries()) {
    const folder = isFolder || index < parts.length - 1;
    if (name.startsWith('.') || (folder && SKIPPED.has(name)) || rules.ignores(name, folder)) return false;
    if (folder) rules = rules.below(name);
  }
  return isFolder || isText(path);
}
