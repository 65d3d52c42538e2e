import type { ChangeRow, ChangeSetRow, JournalStore } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import type { ChangeMarks } from '../change/staging.ts';

/** The changes to take back, the newest first, and the marks that this will set. */
export interface UndoSelection {
  /** The sets of calls that the undo is about. */
  readonly sets: readonly string[];
  readonly changes: readonly ChangeRow[];
  readonly marks: ChangeMarks;
}

/** The agent of changes that no call made and that were found: they may be a person's, and no turn takes them back. */
export const SOMEONE_ELSE = 'someone else';

const PAGE = 50;

/** Selects the file's last change that is in force; for a move both halves. */
export async function selectFile(journal: JournalStore, path: string): Promise<UndoSelection> {
  for (const limit of [20, undefined]) {
    for (const row of await journal.changesOf(path, limit)) {
      if (row.undoneBy !== undefined || row.set.action) continue;
      const { set, ...change } = row;
      const other = change.movedFrom ?? change.movedTo;
      const partner =
        other === undefined ? [] : (await journal.changes(set.id)).filter(half => half.path === other && inForce(half));
      return undoOf([set], [change, ...partner].sort(lastFirst));
    }
  }
  throw nothing(`${path} has no recorded change that is still in force`);
}

/** Selects a turn of a session, or the last turn of the workspace that changed something and is not wholly undone. */
export async function selectTurn(journal: JournalStore, { sessionID, turn }: { sessionID: string; turn?: number }) {
  if (turn !== undefined) {
    const chosen = await turnOf(journal, { sessionID, turn });
    if (chosen.changes.length > 0) return chosen;
    throw nothing(`turn ${turn} changed nothing that is still in force`);
  }
  for await (const set of newestSets(journal, 'committed')) {
    const rows = set.action || set.agent === SOMEONE_ELSE ? [] : await journal.changes(set.id);
    if (rows.some(inForce)) return turnOf(journal, { sessionID: set.sessionID, turn: set.turn }, { id: set.id, rows });
  }
  throw nothing('no recorded change is in force');
}

/** The selection of a turn; `known` is a set whose changes are read already; there may be very many. */
async function turnOf(journal: JournalStore, query: { sessionID: string; turn: number }, known?: KnownSet) {
  const sets = (await journal.sets({ ...query, status: 'committed' })).filter(set => !set.action);
  return undoOf(sets, await inForceOf(journal, sets, known));
}

type KnownSet = { readonly id: string; readonly rows: readonly ChangeRow[] };

/** Selects one set. An undo taken back is a redo; a redo taken back undoes again what it had brought. */
export async function selectSet(journal: JournalStore, id: string): Promise<UndoSelection> {
  const set = await journal.set(id);
  if (set?.status !== 'committed') throw nothing(`there is no committed change set ${id}`);
  if (set.action === 'undo') {
    const again = await redoOf(journal, set);
    if (again) return again;
    throw nothing(`the undo ${id} was already taken back`);
  }
  const selection =
    set.action === 'redo' ? await undoOfRedo(journal, set) : undoOf([set], await inForceOf(journal, [set]));
  if (selection.changes.length === 0) throw nothing(`the change set ${id} is already undone`);
  return selection;
}

/**
 * Selects the changes that a redo had brought. While all of them are in force, the redo's own changes are reversed:
 * they alone know what it replaced, which a person may have written before they forced it.
 */
async function undoOfRedo(journal: JournalStore, redo: ChangeSetRow): Promise<UndoSelection> {
  const own = await journal.changes(redo.id);
  const paths = new Set(own.map(change => change.path));
  const undos = await Promise.all((redo.undoes ?? []).map(id => journal.set(id)));
  const found = await Promise.all(undos.flatMap(undo => undo?.undoes ?? []).map(id => journal.set(id)));
  const sets = found.filter(set => set !== undefined);
  const rows = await Promise.all(sets.map(({ id }) => journal.changes(id)));
  const brought = rows.flatMap(changes => changes.filter(({ path }) => paths.has(path)).sort(lastFirst));
  const selection = undoOf(sets, brought.filter(inForce));
  return brought.every(inForce) ? { ...selection, changes: own.toSorted(lastFirst) } : selection;
}

/** Selects the last undo that still holds something back. */
export async function selectRedo(journal: JournalStore): Promise<UndoSelection> {
  for await (const set of newestSets(journal, 'committed')) {
    const again = set.action === 'undo' ? await redoOf(journal, set) : undefined;
    if (again) return again;
  }
  throw nothing('no undo is there to be taken back', 'redo');
}

async function redoOf(journal: JournalStore, undo: ChangeSetRow): Promise<UndoSelection | undefined> {
  const bringsBack: string[] = [];
  // The sets are read one after the other: there may be very many changes, and only their ids are kept.
  for (const id of undo.undoes ?? [])
    for (const row of await journal.changes(id)) if (row.undoneBy === undo.id) bringsBack.push(row.id);
  if (bringsBack.length === 0) return undefined;
  const changes = [...(await journal.changes(undo.id))].reverse();
  const takesBack = changes.map(change => change.id);
  const sets = undo.undoes ?? [];
  return { sets, changes, marks: { action: 'redo', undoes: [undo.id], takesBack, bringsBack } };
}

/** The sets of the journal, the newest first, as far as somebody asks for them. */
export async function* newestSets(
  journal: JournalStore,
  status?: ChangeSetRow['status'],
): AsyncGenerator<ChangeSetRow> {
  for (let before: string | undefined; ; ) {
    const page = await journal.sets({ status, limit: PAGE, before });
    yield* page;
    before = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

/** Changes in force, of sets that come the newest first. */
async function inForceOf(journal: JournalStore, sets: readonly ChangeSetRow[], known?: KnownSet): Promise<ChangeRow[]> {
  const all = await Promise.all(sets.map(({ id }) => (id === known?.id ? known.rows : journal.changes(id))));
  return all.flatMap(rows => rows.filter(inForce).sort(lastFirst));
}

const inForce = (change: ChangeRow): boolean => change.undoneBy === undefined;

const lastFirst = (a: ChangeRow, b: ChangeRow): number => b.ord - a.ord;

function undoOf(sets: readonly ChangeSetRow[], changes: readonly ChangeRow[]): UndoSelection {
  const touched = new Set(changes.map(change => change.setID));
  const undoes = sets.map(set => set.id).filter(id => touched.has(id));
  const takesBack = changes.map(change => change.id);
  return { sets: undoes, changes, marks: { action: 'undo', undoes, takesBack, bringsBack: [] } };
}

const nothing = (why: string, what: 'undo' | 'redo' = 'undo'): ToolError =>
  new ToolError('ILLEGAL_TRANSITION', `Nothing to ${what}: ${why}. Nothing was touched.`, {
    suggestion: 'list_changes shows what was changed and what is undone.',
    details: { reason: 'nothing' },
  });
