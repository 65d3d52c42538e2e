import { z } from 'zod';
import { FILE, otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { affectedEffects, force, forceReason, takenResult, takenValue } from './taking-back.ts';

/** Takes back the last change of one file, by whichever tool. */
export const undoFileTool = define('undo_file', {
  description:
    'Take back the last recorded change of a file, keeping what others changed since; again goes further back.',
  parameters: z.object({ path: z.string().min(1).describe('Path relative to the workspace'), force }),
  returns: takenValue,
  permissions: { required: ['write'] },
  effects: ({ path }, ctx) => affectedEffects({ kind: 'file', path }, ctx),
  danger: 'moderate',
  approval: ({ path, force }, ctx) => force && forceReason({ kind: 'file', path }, ctx),
  idempotent: false,
  staged: true,
  takesBack: true,
  parameterNames: otherNames({ path: FILE }),
  preview: previewHead,
  execute: async ({ path, force }, ctx) => takenResult(await ctx.history.undoFile(path, { force }), 'Took back'),
}) as Info;
