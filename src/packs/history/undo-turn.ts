import { z } from 'zod';
import { define, type Info } from '../../tool/define.ts';
import { otherNames } from '../text/other-names.ts';
import { affectedEffects, force, forceReason, takenResult, takenValue } from './taking-back.ts';

/** Takes back all that one turn changed. */
export const undoTurn = define('undo_turn', {
  description: 'Take back all file changes of a turn, by default the last turn that changed something.',
  parameters: z.object({
    turn: z.number().int().min(0).optional().describe('Number of a turn of this session; see list_changes'),
    force,
  }),
  returns: takenValue,
  permissions: { required: ['write'] },
  effects: ({ turn }, ctx) => affectedEffects({ kind: 'turn', turn }, ctx),
  danger: 'moderate',
  approval: ({ turn, force }, ctx) => force && forceReason({ kind: 'turn', turn }, ctx),
  idempotent: false,
  staged: true,
  parameterNames: otherNames({ turn: ['turn_number', 'turn_id'] }),
  execute: async ({ turn, force }, ctx) => takenResult(await ctx.history.undoTurn(turn, { force }), 'Took back'),
}) as Info;
