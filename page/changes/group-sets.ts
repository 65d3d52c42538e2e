import type { RecordedSet } from '../../src/tool/history.ts';

export interface Turn {
  readonly key: string;
  readonly sessionID: string;
  readonly turn: number;
  readonly agent: string;
  readonly sets: readonly RecordedSet[];
}

/** Newest first, as the sets are; what one turn of one session did stands together. */
export function byTurn(sets: readonly RecordedSet[]): readonly Turn[] {
  const turns = new Map<string, Turn & { sets: RecordedSet[] }>();
  for (const set of sets) {
    const { sessionID, turn, agent } = set;
    const key = `${sessionID} ${turn}`;
    const known = turns.get(key);
    if (known) known.sets.push(set);
    else turns.set(key, { key, sessionID, turn, agent, sets: [set] });
  }
  return [...turns.values()];
}

/** The sets that touched each file. */
export function byFile(
  sets: readonly RecordedSet[],
): readonly { readonly path: string; readonly sets: readonly RecordedSet[] }[] {
  const files = new Map<string, RecordedSet[]>();
  for (const set of sets) {
    for (const { path } of set.changes) files.set(path, [...(files.get(path) ?? []), set]);
  }
  return [...files].map(([path, all]) => ({ path, sets: [...new Set(all)] }));
}

/** There is something in it to take back. */
export const canUndo = (set: RecordedSet): boolean => set.status === 'committed' && !set.undone;

/** It waits for a person, and nothing of it is written. */
export const isWaiting = ({ status }: RecordedSet): boolean => status === 'planned' || status === 'pending';

/** An undo that could be taken back itself. A redo is named like an undo, but what it names is one. */
export function canRedo(sets: readonly RecordedSet[]): boolean {
  const undos = new Set(sets.filter(set => set.undoes !== undefined).map(({ id }) => id));
  return sets.some(set => canUndo(set) && set.undoes !== undefined && !undos.has(set.undoes));
}
