import { z } from 'zod';
import { define, type Info } from '../../tool/define.ts';
import { deletes, type Effect, reads, writes } from '../../tool/effect.ts';
import { otherNames } from '../text/other-names.ts';
import { applyHunks, type PatchFile, parsePatch } from './provisional-patch.ts';

/** Several files, all or none. */
export const applyPatch = define('apply_patch', {
  description: 'Change several files at once by a patch: "*** Begin Patch" envelope or unified diff; all or nothing.',
  parameters: z.object({ patch: z.string().min(1).describe('The patch text') }),
  returns: z.object({ files: z.array(z.object({ path: z.string(), operation: z.string() })) }),
  permissions: { required: ['read', 'write'] },
  effects: ({ patch }) => parsePatch(patch).flatMap(effectsOf),
  danger: 'moderate',
  staged: true,
  parameterNames: otherNames({ patch: ['input', 'diff', 'patch_text', 'patchText', 'content'] }),
  execute: async ({ patch }, ctx) => {
    const files = parsePatch(patch);
    for (const file of files) {
      if (file.kind === 'add')
        await ctx.files.write(file.path, new TextEncoder().encode(file.content), {
          createDirs: true,
          mustNotExist: true,
        });
      else if (file.kind === 'delete') await ctx.files.delete(file.path);
      else {
        await ctx.files.edit(file.path, content => applyHunks(content, file.hunks, { path: file.path }).bytes);
        if (file.moveTo !== undefined) await ctx.files.move(file.path, file.moveTo, { createDirs: true });
      }
    }
    const done = files.map(file => ({ path: file.path, operation: file.kind }));
    return {
      title: `Patched ${files.length} files`,
      output: done.map(file => `${file.operation} ${file.path}`).join('\n'),
      value: { files: done },
      metadata: { files: done.length },
    };
  },
}) as Info;

function effectsOf(file: PatchFile): Effect[] {
  if (file.kind === 'add') return [writes(file.path)];
  if (file.kind === 'delete') return [deletes(file.path)];
  const own = [reads(file.path), writes(file.path)];
  return file.moveTo === undefined ? own : [...own, deletes(file.path), writes(file.moveTo)];
}
