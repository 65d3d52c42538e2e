import { sayCount, saySize } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { deletes, type Effect, writes } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { lookAt, sayExtent } from './existing.ts';

/** The most paths below a folder that are named one by one. */
const MOST = 5_000;

/**
 * An entry with all that lies below it; a link is an entry of its own, and its target is not meant. Where the list is
 * not complete, an effect on the whole folder must stand for it.
 */
export async function lookBelow(path: string, ctx: CallContext) {
  const link = isLink(path, ctx);
  const stat = await ctx.files.stat(path).catch(error => {
    if (link) return undefined;
    throw error;
  });
  if (link || stat?.kind !== 'directory') {
    const files = link || stat ? 1 : 0;
    return { stat, link, inside: [], complete: true, files, total: 0, bytes: link ? 0 : (stat?.size ?? 0) };
  }
  const query = { path, hidden: true, ignored: true, directories: true, limit: MOST };
  const { entries, total } = await ctx.files.find(query);
  const files = entries.filter(entry => entry.kind !== 'directory');
  return {
    stat,
    link,
    inside: entries.map(entry => ({ path: entry.path, link: entry.kind === 'symlink' })),
    complete: total <= entries.length && ctx.files.hidden === 0,
    files: files.length + (total - entries.length),
    total,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
  };
}

/** The workspace-relative path of an entry itself, where it may be a link that leads elsewhere. */
export function entryPath(path: string, { files }: CallContext): string {
  const at = path.lastIndexOf('/');
  const name = path.slice(at + 1);
  if (name === '' || name === '.' || name === '..') return files.resolve(path).relative;
  const folder = files.resolve(at < 0 ? '.' : path.slice(0, at) || '/').relative;
  return folder === '.' ? name : `${folder}/${name}`;
}

function isLink(path: string, ctx: CallContext): boolean {
  const entry = entryPath(path, ctx);
  try {
    return ctx.files.resolve(path).via.includes(`${ctx.files.root}/${entry}`);
  } catch (error) {
    // The folder is inside and the entry leads out or in a circle, so the entry is a link.
    if (error instanceof ToolError && error.code === 'INVALID_PATH') return true;
    throw error;
  }
}

/** An entry in words, for a person who is asked: `the folder src/old with 12 files (34 KB)`. */
export async function sayWhatIsAt(path: string, ctx: CallContext): Promise<string> {
  const { stat, link, files, total, bytes, complete } = await lookBelow(path, ctx);
  if (link) return `the symbolic link ${path}, not what it points to`;
  if (!stat) return `${path} (nothing is there now)`;
  if (stat.kind === 'directory' && total === 0) return `the empty folder ${path}`;
  if (stat.kind === 'directory')
    return `the folder ${path} with ${sayCount(files, 'file')} (${complete ? '' : 'at least '}${saySize(bytes)})`;
  const existing = await lookAt(path, ctx);
  return `${path} (${existing ? sayExtent(existing) : saySize(stat.size)})`;
}

export const deletesEntry = (path: string): Effect => ({ ...deletes(path), tree: false });

/** A write with the folders that it makes. */
export const writesWithFolders = async (path: string, ctx: CallContext): Promise<readonly Effect[]> =>
  [...(await missingFolders(path, ctx)), path].map(writes);

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
