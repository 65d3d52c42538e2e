import type { Info } from '../../tool/define.ts';
import { listChanges } from './list-changes.ts';
import manifest from './manifest.json' with { type: 'json' };
import { redo } from './redo.ts';
import { undoFile } from './undo-file.ts';
import { undoTurn } from './undo-turn.ts';

export function historyPack(): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [undoFile, undoTurn, redo, listChanges] };
}
