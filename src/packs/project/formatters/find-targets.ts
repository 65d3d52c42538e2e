import { posix } from 'node:path';
import { ToolError } from '../../../tool/error.ts';
import type { Files } from '../../../tool/files.ts';
import { type Family, familyOf } from './detect-formatters.ts';

/** A file that is left alone, with the reason. */
export type LeftFile = Readonly<{ path: string; why: string }>;

const MOST_FILES = 5_000;
const LARGEST = 1024 * 1024;
const MADE = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|composer\.lock)$/;
const MINIFIED = /\.min\.(?:[cm]?js|css)$|\.map$/;

/** The files that are meant: those named, and those below named folders that git does not ignore. */
export async function findTargets(files: Files, paths: readonly string[]) {
  const targets = new Map<string, { readonly path: string; readonly family: Family }>();
  const left = new Map<string, string>();
  for (const given of paths) {
    const { relative } = files.resolve(given);
    const stat = await files.stat(relative);
    if (!stat) throw notThere(relative);
    const isFolder = stat.kind === 'directory';
    const entries = isFolder ? await below(files, relative) : [{ path: relative, size: stat.size }];
    for (const { path, size } of entries) {
      const family = familyOf(path);
      const why = reasonToLeave(path, size, family);
      if (why !== undefined || family === undefined) {
        // Of a folder, only files that a person would expect to be formatted are worth a word.
        if (!isFolder || family !== undefined) left.set(path, why ?? 'no formatter knows this kind of file');
      } else targets.set(path, { path, family });
    }
  }
  return { targets: [...targets.values()], left: [...left].map(([path, why]) => ({ path, why })) };
}

async function below(files: Files, path: string): Promise<readonly { path: string; size: number }[]> {
  const { entries, total } = await files.find({ path, sort: 'path', limit: MOST_FILES });
  if (total > MOST_FILES)
    throw new ToolError('TOO_LARGE', `There are ${total} files below ${path}, and ${MOST_FILES} is the most at once`, {
      suggestion: 'Give paths of smaller folders, or of files.',
    });
  return entries.filter(entry => entry.kind === 'file' && !/(?:^|\/)(?:node_modules|\.git)\//.test(entry.path));
}

function reasonToLeave(path: string, size: number, family: Family | undefined): string | undefined {
  if (family === undefined) return undefined;
  if (size > LARGEST) return 'larger than 1 MB';
  if (MADE.test(path)) return 'made by a package manager';
  return MINIFIED.test(posix.basename(path)) ? 'minified' : undefined;
}

const notThere = (path: string): ToolError =>
  new ToolError('FILE_NOT_FOUND', `${path} is not there; nothing was formatted`, {
    suggestion: 'Find files with glob, or give a folder.',
  });
