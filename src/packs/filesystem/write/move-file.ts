import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { previewTitle } from '../../../text/previews.ts';
import { sayCount } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { deletes, type Effect, reads, readsTree, writes } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { deletesEntry, entryPath, lookBelow, missingFolders, sayWhatIsAt } from './below.ts';
import { leaveUnasked, refuseUnasked } from './existing.ts';

const parameters = z.object({
  from: z.string().min(1).describe('File or folder to move'),
  to: z.string().min(1).describe('The new path itself, not the folder to put it in'),
  overwrite: z.boolean().default(false).describe('Replace a file that is at the new path'),
  createDirs: z.boolean().default(false).describe('Create missing parent folders'),
});

const returns = z.object({ from: z.string(), to: z.string(), overwritten: z.boolean() });

export const moveFile = define('move_file', {
  description: 'Move or rename a file or folder. `to` is the full new path; an existing one needs overwrite.',
  parameters,
  returns,
  permissions: { required: ['read', 'write'] },
  effects: async ({ from, to, createDirs }, ctx) => {
    const { inside, complete, link } = await lookBelow(from, ctx);
    const folders = createDirs ? (await missingFolders(to, ctx)).map(writes) : [];
    if (!complete) return [readsTree(from), deletes(from), { ...writes(to), tree: true }, ...folders];
    const base = entryPath(from, ctx).length + 1;
    const moved = inside.flatMap(entry => effectsOf(entry.path, `${to}/${entry.path.slice(base)}`, entry.link));
    return [...effectsOf(from, to, link), ...moved, ...folders];
  },
  danger: 'moderate',
  approval: async ({ from, to, overwrite }, ctx) => {
    if (!overwrite) return false;
    if (!(await isTaken(from, to, ctx))) return leaveUnasked(to, ctx);
    return `overwrites ${await sayWhatIsAt(to, ctx)}`;
  },
  idempotent: false,
  staged: true,
  parameterNames: otherNames({
    from: ['source', 'src', 'source_path', 'old_path', 'from_path', 'path', 'file_path'],
    to: ['destination', 'dest', 'dst', 'target', 'destination_path', 'new_path', 'to_path'],
    createDirs: ['create_directories', 'create_parents', 'mkdirs', 'parents'],
  }),
  preview: previewTitle,
  execute: async ({ from, to, overwrite, createDirs }, ctx) => {
    const source = await lookBelow(from, ctx);
    const overwritten = overwrite && (await isTaken(from, to, ctx));
    if (overwritten) refuseUnasked(to, ctx);
    const [old, name] = [entryPath(from, ctx), entryPath(to, ctx)];
    await ctx.files.move(from, to, { overwrite, createDirs }).catch(async error => {
      throw await sayTaken(error, to, ctx);
    });
    const what =
      source.stat?.kind === 'directory' && !source.link ? ` (a folder with ${sayCount(source.files, 'file')})` : '';
    return {
      title: `Moved ${old} to ${name}`,
      output: `Moved ${old} to ${name}${what}.${overwritten ? ' What was there was overwritten.' : ''}`,
      value: { from: old, to: name, overwritten },
      metadata: { from: old, to: name },
    };
  },
}) as Info;

/** Effects of a move. A read-deny on a file denies it: the new name could be read. A link's target is not touched. */
const effectsOf = (from: string, to: string, link: boolean): readonly Effect[] => [
  ...(link ? [] : [reads(from)]),
  deletesEntry(from),
  writes(to),
];

/** The error for a new path that is taken: a file there can be overwritten; a folder cannot, and has its own words. */
async function sayTaken(error: unknown, to: string, ctx: CallContext): Promise<unknown> {
  if (!(error instanceof ToolError) || error.code !== 'FILE_EXISTS') return error;
  if ((await ctx.files.stat(to))?.kind === 'directory') return error;
  const suggestion = `Choose another path, or call again with overwrite: true, which replaces ${to}.`;
  return new ToolError(error.code, error.message, { ...error, suggestion });
}

/** Whether another file is at the new path; the same file under another spelling of its name does not count. */
async function isTaken(from: string, to: string, ctx: CallContext): Promise<boolean> {
  return entryPath(from, ctx) !== entryPath(to, ctx) && (await ctx.files.stat(to)) !== undefined;
}
