import { z } from 'zod';
import { FOLDER, otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayHidden, sayNumber, saySize, withNotes } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { seesTree } from '../../../tool/effect.ts';
import type { FileStat } from '../../../tool/files.ts';
import { showName } from '../../../tool/text/unseen.ts';
import { sayMissing } from '../missing.ts';

const parameters = z.object({
  path: z.string().default('.').describe('Folder relative to the workspace'),
  recursive: z.boolean().default(false).describe('With all that is below, except what .gitignore names'),
  includeHidden: z.boolean().default(false).describe('With names that begin with a dot'),
  pattern: z.string().min(1).optional().describe('Glob that names must match: "*.ts"'),
  limit: z.number().int().min(1).max(5_000).default(500).describe('Entries at most'),
});

const entry = z.object({
  name: z.string().describe('Relative to path'),
  type: z.enum(['file', 'directory', 'symlink', 'fifo', 'socket', 'device']),
  size: z.number(),
  modified: z.string(),
  target: z.string().optional().describe('Where a symbolic link points'),
});
const returns = z.object({ entries: z.array(entry), total: z.number() });

type Args = z.infer<typeof parameters>;
type ListedFile = FileStat & { readonly name: string; readonly target?: string };

export const listDirectory = define('list_directory', {
  description: 'List a folder: names, sizes and times of its entries, or of everything below it with recursive.',
  parameters,
  returns,
  permissions: { required: ['read'] },
  effects: ({ path }) => [seesTree(path)],
  danger: 'safe',
  approval: false,
  idempotent: true,
  parameterNames: otherNames({
    path: FOLDER,
    includeHidden: ['show_hidden', 'hidden', 'all'],
    pattern: ['glob', 'filter'],
    limit: ['max_entries', 'max_results'],
  }),
  aliases: [{ name: 'list' }, { name: 'list_files' }],
  preview: previewHead,
  execute: async (args, ctx) => {
    const stat = await ctx.files.stat(args.path);
    if (!stat) throw await sayMissing(args.path, ctx, 'folder');
    const name = ctx.files.resolve(args.path).relative;
    const isFolder = stat.kind === 'directory';
    const { listed, total, dotted } = isFolder
      ? await listFolder(args, ctx)
      : { listed: [{ ...stat, name: baseName(name) }], total: 1, dotted: 0 };
    const truncated = total > listed.length;
    const output = withNotes(listed.map(sayEntry).join('\n'), [
      !isFolder && `${name} is no folder; use read_file to read it.`,
      total === 0 && sayNothing(args),
      truncated &&
        `${sayNumber(listed.length)} of ${sayNumber(total)} entries; for more: limit=${Math.min(5_000, total)}, or a pattern.`,
      total > 0 && dotted > 0 && `${sayCount(dotted, 'name')} with a leading dot left out (includeHidden).`,
      args.recursive && total > 0 && 'What .gitignore names was left out.',
      sayHidden(ctx.files.hidden),
    ]);
    return {
      title: `Listed ${name} (${sayCount(total, 'entry', 'entries')})`,
      output,
      value: { entries: listed.map(entryOf), total },
      metadata: { path: name, entries: listed.length, total, truncated },
    };
  },
}) as Info;

interface Listing {
  readonly listed: readonly ListedFile[];
  readonly total: number;
  /** The number of names with a leading dot that were left out, where they were counted. */
  readonly dotted: number;
}

async function listFolder(args: Args, ctx: CallContext): Promise<Listing> {
  const { path, pattern, recursive, includeHidden, limit } = args;
  if (recursive) return listTree(args, ctx);
  const entries = pattern === undefined ? await ctx.files.list(path) : await listMatching(path, pattern, ctx);
  const shown = entries.filter(({ name }) => includeHidden || !name.startsWith('.'));
  return { listed: shown.slice(0, limit), total: shown.length, dotted: entries.length - shown.length };
}

async function listMatching(path: string, glob: string, ctx: CallContext): Promise<readonly ListedFile[]> {
  const query = { path, globs: [glob], hidden: true, ignored: true, directories: true, maxDepth: 1 };
  const { entries } = await ctx.files.find({ ...query, sort: 'path' });
  return entries.map(entry => ({ ...entry, name: baseName(entry.path) }));
}

async function listTree({ path, pattern, includeHidden, limit }: Args, ctx: CallContext): Promise<Listing> {
  const base = ctx.files.resolve(path).relative;
  const globs = pattern === undefined ? undefined : [pattern.includes('/') ? pattern : `**/${pattern}`];
  const query = { path, globs, hidden: includeHidden, directories: true, limit };
  const { entries, total } = await ctx.files.find({ ...query, sort: 'path' });
  const nameOf = (inside: string) => (base === '.' ? inside : inside.slice(base.length + 1));
  return { listed: entries.map(entry => ({ ...entry, name: nameOf(entry.path) })), total, dotted: 0 };
}

const baseName = (path: string): string => path.split('/').at(-1)!;

function sayEntry({ name: own, kind, size, target }: ListedFile): string {
  const name = showName(own);
  if (kind === 'directory') return `${name}/`;
  if (kind === 'symlink') return `${name} -> ${showName(target ?? '?')}`;
  return kind === 'file' ? `${name}  ${saySize(size)}` : `${name}  (${kind})`;
}

const entryOf = ({ name, kind, size, modified, target }: ListedFile) => ({
  name,
  type: kind,
  size,
  modified: new Date(modified).toISOString(),
  ...(target === undefined ? {} : { target }),
});

function sayNothing({ pattern, includeHidden, recursive }: Args): string {
  const filters = [
    pattern !== undefined && `pattern ${JSON.stringify(pattern)}`,
    !includeHidden && 'names that begin with a dot left out',
    recursive && '.gitignore respected',
  ].filter(each => each !== false);
  return filters.length > 0 ? `Nothing to list (${filters.join('; ')}).` : 'The folder is empty.';
}
