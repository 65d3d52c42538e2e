import { z } from 'zod';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { type Effect, reads, writes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { otherNames } from '../text/other-names.ts';
import { sayCount, sayList, withNotes } from '../text/say.ts';
import { deletesEntry, missingFolders, sayWhatIsAt } from './below.ts';
import { applyHunks, type PatchFile, parsePatch } from './provisional-patch.ts';
import { notAFile } from './source.ts';

const EXAMPLE = '"*** Begin Patch\\n*** Update File: a.ts\\n@@\\n-old\\n+new\\n*** End Patch"';

const returns = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      operation: z.enum(['add', 'update', 'delete', 'move']),
      movedTo: z.string().optional(),
    }),
  ),
});

/** Changes several files, all or none. */
export const applyPatch = define('apply_patch', {
  description: 'Change several files at once, all or nothing, by a "*** Begin Patch" envelope or a unified diff.',
  parameters: z.object({ patch: z.string().min(1).describe(`The patch, for example ${EXAMPLE}`) }),
  returns,
  permissions: { required: ['read', 'write'] },
  effects: async ({ patch }, ctx) => (await Promise.all(parsePatch(patch).map(file => effectsOf(file, ctx)))).flat(),
  danger: 'moderate',
  approval: async ({ patch }, ctx) => {
    const deleted = parsePatch(patch).filter(file => file.kind === 'delete');
    if (deleted.length === 0) return false;
    return `deletes ${sayList(await Promise.all(deleted.map(file => sayWhatIsAt(file.path, ctx))))}`;
  },
  idempotent: false,
  staged: true,
  parameterNames: otherNames({ patch: ['input', 'diff', 'patch_text', 'patch_content', 'content', 'text'] }),
  execute: async ({ patch }, ctx) => {
    const files = parsePatch(patch);
    const done = [];
    for (const file of files) {
      ctx.abort.throwIfAborted();
      done.push(await applyFile(file, ctx));
    }
    const paths = done.map(({ value }) => value.movedTo ?? value.path);
    return {
      title: `Patched ${sayList(paths, 3)}`,
      output: withNotes(
        done.map(({ text }) => text).join('\n'),
        done.flatMap(({ notes }) => notes),
      ),
      value: { files: done.map(({ value }) => value) },
      metadata: { files: paths },
    };
  },
}) as Info;

async function effectsOf(file: PatchFile, ctx: CallContext): Promise<readonly Effect[]> {
  const { path } = file;
  if (file.kind === 'delete') return [deletesEntry(path)];
  if (file.kind === 'add') return [...(await missingFolders(path, ctx)), path].map(writes);
  const own = [reads(path), writes(path)];
  if (file.moveTo === undefined) return own;
  return [...own, deletesEntry(path), ...[...(await missingFolders(file.moveTo, ctx)), file.moveTo].map(writes)];
}

type Operation = z.infer<typeof returns>['files'][number];

interface Done {
  readonly value: Operation;
  readonly text: string;
  readonly notes: readonly string[];
}

async function applyFile(file: PatchFile, ctx: Context): Promise<Done> {
  const { path } = file;
  if (file.kind === 'add') {
    await ctx.files
      .write(path, Buffer.from(file.content), { createDirs: true, mustNotExist: true })
      .catch(alreadyThere);
    return { value: { path, operation: 'add' }, text: `Added ${path}.`, notes: [] };
  }
  if (file.kind === 'delete') {
    const stat = await ctx.files.stat(path);
    if (stat && stat.kind !== 'file') throw notAFile(path, stat.kind);
    await ctx.files.delete(path);
    return { value: { path, operation: 'delete' }, text: `Deleted ${path}.`, notes: [] };
  }
  return update(file, ctx);
}

async function update(file: PatchFile & { kind: 'update' }, ctx: Context): Promise<Done> {
  const { path, hunks, moveTo } = file;
  let applied: ReturnType<typeof applyHunks> | undefined;
  if (hunks.length > 0 || moveTo === undefined) {
    await ctx.files.edit(path, content => {
      const made = applyHunks(content, hunks, { path });
      applied ??= made;
      return made.bytes;
    });
  }
  if (moveTo !== undefined) await ctx.files.move(path, moveTo, { createDirs: true });
  const repaired = applied?.statuses.flatMap(({ how }, index) =>
    how === 'exact' ? [] : [`${path}: hunk ${index + 1} did not match exactly; it was read so: ${how}.`],
  );
  const places = sayCount(hunks.length, 'hunk');
  const said = moveTo === undefined ? `Updated ${path} (${places}).` : `Moved ${path} to ${moveTo} (${places}).`;
  return {
    value: moveTo === undefined ? { path, operation: 'update' } : { path, operation: 'move', movedTo: moveTo },
    text: applied?.excerpt ? `${said}\n${applied.excerpt}` : said,
    notes: [...(repaired ?? []), ...(applied?.warnings ?? [])],
  };
}

function alreadyThere(error: unknown): never {
  if (!(error instanceof ToolError) || error.code !== 'FILE_EXISTS') throw error;
  throw new ToolError('FILE_EXISTS', error.message, {
    suggestion: 'To change a file that exists, use "*** Update File", or --- and +++ with its path.',
    details: error.details,
    cause: error,
  });
}
