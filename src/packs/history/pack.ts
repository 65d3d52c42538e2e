import type { Info } from '../../tool/define.ts';
import { listChangesTool } from './list-changes.ts';
import { redoTool } from './redo.ts';
import { undoFileTool } from './undo-file.ts';
import { undoTurnTool } from './undo-turn.ts';

export function historyPack(): readonly Info[] {
  return [undoFileTool, undoTurnTool, redoTool, listChangesTool];
}
