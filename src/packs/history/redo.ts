import { z } from 'zod';
import { define, type Info } from '../../tool/define.ts';
import { affectedEffects, force, forceReason, TAKES_BACK, takenResult } from './taking-back.ts';

export const redoTool = define('redo', {
  ...TAKES_BACK,
  description: 'Bring back what the last undo took back.',
  parameters: z.object({ force }),
  effects: (_, ctx) => affectedEffects({ kind: 'redo' }, ctx),
  approval: ({ force }, ctx) => force && forceReason({ kind: 'redo' }, ctx),
  execute: async ({ force }, ctx) => takenResult(await ctx.history.redo({ force }), 'Brought back'),
}) as Info;
