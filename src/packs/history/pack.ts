import type { Info } from '../../tool/define.ts';
import { listChangesTool } from './list-changes.ts';
import { redoTool, undoFileTool, undoTurnTool } from './taking-back.ts';

export const historyPack = (): readonly Info[] => [undoFileTool, undoTurnTool, redoTool, listChangesTool];
