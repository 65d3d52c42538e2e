import type { CallContext } from '../../tool/context.ts';
import type { FileStat } from '../../tool/files.ts';
import { sayCount, saySize } from '../text/say.ts';
import { lookAt, sayExtent } from './existing.ts';

/** More paths below a folder are not named one by one. */
const MOST = 5_000;

/** What a path holds, all the way down. */
export interface Below {
  readonly stat: FileStat | undefined;
  /** Workspace-relative, the path itself left out. */
  readonly paths: readonly string[];
  /** Whether `paths` are all there are; otherwise an effect on the whole folder must stand for them. */
  readonly complete: boolean;
  readonly files: number;
  readonly total: number;
  readonly bytes: number;
}

export async function lookBelow(path: string, ctx: CallContext): Promise<Below> {
  const stat = await ctx.files.stat(path);
  if (stat?.kind !== 'directory') {
    return { stat, paths: [], complete: true, files: stat ? 1 : 0, total: 0, bytes: stat?.size ?? 0 };
  }
  const { entries, total } = await ctx.files.find({
    path,
    hidden: true,
    ignored: true,
    directories: true,
    limit: MOST,
  });
  const files = entries.filter(entry => entry.kind !== 'directory');
  return {
    stat,
    paths: entries.map(entry => entry.path),
    complete: total <= entries.length && ctx.files.hidden === 0,
    files: files.length + (total - entries.length),
    total,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
  };
}

/** For a person who is asked: `the folder src/old with 12 files (34 KB)`. */
export async function sayWhatIsAt(path: string, ctx: CallContext): Promise<string> {
  const { stat, files, total, bytes, complete } = await lookBelow(path, ctx);
  if (!stat) return `${path} (nothing is there now)`;
  if (stat.kind === 'directory') {
    if (total === 0) return `the empty folder ${path}`;
    return `the folder ${path} with ${sayCount(files, 'file')} (${complete ? '' : 'at least '}${saySize(bytes)})`;
  }
  const existing = await lookAt(path, ctx);
  return `${path} (${existing ? sayExtent(existing) : saySize(stat.size)})`;
}

/** The folders on the way to a path that do not exist yet, outermost first. */
export async function missingFolders(path: string, ctx: CallContext): Promise<readonly string[]> {
  const parts = ctx.files.resolve(path).relative.split('/').slice(0, -1);
  const missing: string[] = [];
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join('/');
    if (await ctx.files.stat(folder)) break;
    missing.unshift(folder);
  }
  return missing;
}
