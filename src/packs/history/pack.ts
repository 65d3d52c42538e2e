import type { Info } from '../../tool/define.ts';
import { listChangesTool } from './list-changes.ts';
import manifest from './manifest.json' with { type: 'json' };
import { redoTool } from './redo.ts';
import { undoFileTool } from './undo-file.ts';
import { undoTurnTool } from './undo-turn.ts';

export function historyPack(): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [undoFileTool, undoTurnTool, redoTool, listChangesTool] };
}
