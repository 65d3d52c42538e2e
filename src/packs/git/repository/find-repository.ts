import { posix } from 'node:path';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import type { FileStat } from '../../../tool/files.ts';

/** Workspace-relative: the files, git's own data of them, and what it shares with other worktrees (objects, branches). */
export type RepositoryPlace = Readonly<{ top: string; gitDir: string; commonDir: string }>;

/** Files that git reads whatever it is asked. */
const READ: ReadonlySet<string> = new Set(['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'shallow']);

/** The most bytes of a small file that says where something else is. */
const POINTER = 16 * 1024;

/**
 * Looks for `.git` from a folder upwards, and no further than the workspace: folders above are not ours to read. Git's
 * own search is not used, for a repository's config can send it elsewhere.
 */
export async function findRepository(ctx: CallContext, directory: string | undefined): Promise<RepositoryPlace> {
  const begin = directory === undefined ? ctx.cwd : ctx.files.resolve(directory).relative;
  for (let top = begin; ; top = posix.dirname(top)) {
    const place = await repositoryAt(ctx, top);
    if (place) return place;
    if (top === '.' || top === '/') throw noRepository(begin);
  }
}

async function repositoryAt(ctx: CallContext, top: string): Promise<RepositoryPlace | undefined> {
  const entry = posix.join(top, '.git');
  const stat = await lookAt(ctx, entry);
  if (!stat) return undefined;
  const gitDir = stat.kind === 'file' ? await pointedTo(ctx, entry, /^gitdir: (.+?)\n*$/s) : entry;
  if (!gitDir || !(await lookAt(ctx, posix.join(gitDir, 'HEAD'), true))) return undefined;
  const common = posix.join(gitDir, 'commondir');
  const commonDir = (await lookAt(ctx, common)) ? await pointedTo(ctx, common, /^(.+?)\n*$/s) : gitDir;
  if (!commonDir) return undefined;
  for (const folder of new Set([gitDir, commonDir])) await checkPlain(ctx, folder);
  return { top, gitDir, commonDir };
}

/** Refuses entries that are not plain: git would wait for ever for what a pipe has to say. */
async function checkPlain(ctx: CallContext, folder: string): Promise<void> {
  const entries = await ctx.files.list(folder);
  const odd = entries.find(({ name, kind }) => READ.has(name) && !['file', 'symlink'].includes(kind));
  if (!odd) return;
  throw new ToolError('EXECUTION_ERROR', `${posix.join(folder, odd.name)} is no file (${odd.kind})`, {
    suggestion: 'The repository is broken, or a trap. Have a person look at it.',
  });
}

/** The path that a pointer names, workspace-relative. */
async function pointedTo(ctx: CallContext, file: string, shape: RegExp): Promise<string | undefined> {
  const { bytes } = await ctx.files.read(file, { maxBytes: POINTER });
  const target = shape.exec(Buffer.from(bytes).toString('utf8'))?.[1];
  if (target === undefined) return undefined;
  const { root } = ctx.files;
  const absolute = posix.resolve(root, posix.dirname(file), target);
  if (!absolute.startsWith(`${root}/`)) throw liesOutside(file, absolute);
  return ctx.files.resolve(posix.relative(root, absolute)).relative;
}

/** The entry at a path. HEAD may be a link to a branch that does not exist yet. */
async function lookAt(ctx: CallContext, path: string, orLink = false): Promise<FileStat | undefined> {
  try {
    const stat = await ctx.files.stat(path);
    if (stat || !orLink) return stat;
    const entries = await ctx.files.list(posix.dirname(path));
    return entries.find(({ name }) => name === posix.basename(path));
  } catch (error) {
    if (error instanceof ToolError && error.code === 'INVALID_PATH') throw liesOutside(path);
    throw error;
  }
}

const noRepository = (begin: string): ToolError =>
  new ToolError(
    'FILE_NOT_FOUND',
    `${begin === '.' ? 'The workspace' : begin} is not in a git repository: there is no .git from there up to the workspace's root`,
    {
      suggestion:
        'A repository whose root lies above the workspace is not used: open the workspace at its root. Give `directory` ' +
        'for one below, or make one with bash: git init',
    },
  );

const liesOutside = (from: string, to?: string): ToolError =>
  new ToolError('INVALID_PATH', `${from} leads out of the workspace${to ? `, to ${to}` : ''}; it is not followed`, {
    suggestion:
      'Open the workspace where the repository itself lies; for a worktree or submodule that is the main one.',
  });
