import { z } from 'zod';
import { previewHead } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { affectedEffects, force, forceReason, takenResult, takenValue } from './taking-back.ts';

/** Brings back what the last undo took. */
export const redoTool = define('redo', {
  description: 'Bring back what the last undo took back.',
  parameters: z.object({ force }),
  returns: takenValue,
  permissions: { required: ['write'] },
  effects: (_, ctx) => affectedEffects({ kind: 'redo' }, ctx),
  danger: 'moderate',
  approval: ({ force }, ctx) => force && forceReason({ kind: 'redo' }, ctx),
  idempotent: false,
  staged: true,
  preview: previewHead,
  execute: async ({ force }, ctx) => takenResult(await ctx.history.redo({ force }), 'Brought back'),
}) as Info;
