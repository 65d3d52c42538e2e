import { z } from 'zod';
import { FILE, otherNames } from '../../text/other-names.ts';
import { define, type Info } from '../../tool/define.ts';
import { affectedEffects, force, forceReason, TAKES_BACK, takenResult } from './taking-back.ts';

export const undoFileTool = define('undo_file', {
  ...TAKES_BACK,
  description:
    'Take back the last recorded change of a file, keeping what others changed since; again goes further back.',
  parameters: z.object({ path: z.string().min(1).describe('Path relative to the workspace'), force }),
  effects: ({ path }, ctx) => affectedEffects({ kind: 'file', path }, ctx),
  approval: ({ path, force }, ctx) => force && forceReason({ kind: 'file', path }, ctx),
  takesBack: true,
  parameterNames: otherNames({ path: FILE }),
  execute: async ({ path, force }, ctx) => takenResult(await ctx.history.undoFile(path, { force }), 'Took back'),
}) as Info;
