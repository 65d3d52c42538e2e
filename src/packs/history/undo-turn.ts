import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { define, type Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import type { UndoAction } from '../../tool/history.ts';
import { affectedEffects, force, forceReason, TAKES_BACK, takenResult } from './taking-back.ts';

export const undoTurnTool = define('undo_turn', {
  ...TAKES_BACK,
  description: 'Take back all file changes of a turn, by default the last turn that changed something.',
  parameters: z.object({
    turn: z.number().int().min(0).optional().describe('Number of a turn of this session; see list_changes'),
    session: z.string().min(1).optional().describe('Id of the session that the turn is of, where it is another one'),
    set: z.string().min(1).optional().describe('Id of one change set, instead of a turn'),
    force,
  }),
  effects: (args, ctx) => affectedEffects(actionOf(args), ctx),
  approval: (args, ctx) => args.force && forceReason(actionOf(args), ctx),
  takesBack: true,
  parameterNames: otherNames({ turn: ['turn_number', 'turn_id'] }),
  execute: async (args, { history }) => {
    const action = actionOf(args);
    const { force } = args;
    const taken =
      action.kind === 'set'
        ? await history.undoSet(action.id, { force })
        : await history.undoTurn(action.turn, { force, sessionID: action.sessionID });
    return takenResult(taken, 'Took back');
  },
}) as Info;

type TurnChoice = Readonly<{ turn?: number | undefined; session?: string | undefined; set?: string | undefined }>;

function actionOf({ turn, session, set }: TurnChoice): Extract<UndoAction, { kind: 'turn' | 'set' }> {
  if (set !== undefined && (turn !== undefined || session !== undefined))
    throw new ToolError('INVALID_ARGUMENTS', 'undo_turn takes either a set or a turn', {
      suggestion: 'Leave out turn and session to take back the one set.',
    });
  if (session !== undefined && turn === undefined)
    throw new ToolError('INVALID_ARGUMENTS', 'undo_turn needs the turn of that session', {
      suggestion: 'list_changes shows turns; or leave out session to take back the last turn.',
    });
  if (set !== undefined) return { kind: 'set', id: set };
  return { kind: 'turn', turn, sessionID: session };
}
