import type { CallContext } from '../../tool/context.ts';
import type { FileStat } from '../../tool/files.ts';
import { sayCount, saySize } from '../text/say.ts';
import { lookAt, sayExtent } from './existing.ts';

/** More paths below a folder are not named one by one; the folder's own effect still covers them. */
const MOST = 2_000;

/** What a path holds, all the way down. */
export interface Below {
  readonly stat: FileStat | undefined;
  /** Workspace-relative, the path itself left out; at most `MOST`. */
  readonly paths: readonly string[];
  readonly files: number;
  /** All entries, also beyond those named. */
  readonly total: number;
  readonly bytes: number;
}

export async function lookBelow(path: string, ctx: CallContext): Promise<Below> {
  const stat = await ctx.files.stat(path);
  if (stat?.kind !== 'directory') return { stat, paths: [], files: stat ? 1 : 0, total: 0, bytes: stat?.size ?? 0 };
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
    files: files.length + (total - entries.length),
    total,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
  };
}

/** For a person who is asked: `the folder src/old with 12 files (34 KB)`. */
export async function sayWhatIsAt(path: string, ctx: CallContext): Promise<string> {
  const { stat, files, total, bytes, paths } = await lookBelow(path, ctx);
  if (!stat) return `${path} (nothing is there now)`;
  if (stat.kind === 'directory') {
    if (total === 0) return `the empty folder ${path}`;
    const least = total > paths.length ? 'at least ' : '';
    return `the folder ${path} with ${sayCount(files, 'file')} (${least}${saySize(bytes)})`;
  }
  const existing = await lookAt(path, ctx);
  return `${path} (${existing ? sayExtent(existing) : saySize(stat.size)})`;
}
