import type { ChangeRow, ChangeSetRow, FileState } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import type { History, RecordedChange, RecordedSet, UndoAction, UndoneFile, UndoReport } from '../../tool/history.ts';
import { type Base, lookOrAbsent, seenState } from '../change/base.ts';
import { type DiffSide, diffOf } from '../change/diff.ts';
import type { Staging } from '../change/staging.ts';
import { closeWaiting } from '../commit/unclosed.ts';
import { shaOf } from '../disk/disk.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import { createPace, type Report } from '../pace.ts';
import type { CallIdentity, VisibilityTest } from '../port.ts';
import { selectFile, selectRedo, selectSet, selectTurn, type UndoSelection } from './select.ts';
import { type Conflict, NOT_KEPT, type Reversal, reverseChanges, sideAt } from './undo.ts';

interface HistoryOptions {
  readonly call: CallIdentity;
  readonly visible: VisibilityTest;
  readonly staging: Staging;
  readonly report?: Report;
  /** The workspace-relative real path of a path that a model wrote. */
  readonly relative: (path: string) => string;
  /** Works on the files as the call sees them. */
  readonly withBase: <T>(work: (base: Base) => Promise<T>) => Promise<T>;
}

const DEFAULT_LIMIT = 50;
/** The most characters of all diffs of one undo; further changes are named without one. */
const MOST_DIFFED = 4 * 1024 * 1024;

export function createHistory(ground: Ground, options: HistoryOptions): History {
  const { call, staging } = options;
  const { journal } = ground.store;
  const sees = (path: string) => options.visible(joinBelow(ground.root.absolute, path));

  const select = async (action: UndoAction): Promise<UndoSelection> => {
    await closeWaiting(journal);
    if (action.kind === 'file') return selectFile(journal, options.relative(action.path));
    if (action.kind === 'set') return selectSet(journal, action.id);
    if (action.kind === 'redo') return selectRedo(journal);
    return selectTurn(journal, { sessionID: action.sessionID ?? call.sessionID, turn: action.turn });
  };
  /** The result of the undo, without the rows of the journal: of very many changes nobody holds both. */
  const reverse = async (action: UndoAction, base: Base, force: boolean) => {
    const { changes, sets, marks } = await select(action);
    const { report } = options;
    const reversal = await reverseChanges(changes, { base, force, blob: sha => journal.blob(sha), report });
    return { reversal, sets, marks };
  };

  const take = (action: UndoAction, force = false): Promise<UndoReport> =>
    options.withBase(async base => {
      const { reversal, sets, marks } = await reverse(action, base, force);
      const { notKept } = reversal;
      const lost = reversal.nodes.size > 0 ? [] : notKept.map(path => ({ path, reason: NOT_KEPT, since: '' }));
      const conflicts = [...reversal.conflicts, ...lost];
      if (conflicts.length > 0) throw conflictError(conflicts, sees);
      const files: UndoneFile[] = [];
      const pace = createPace('compared', reversal.nodes.size, options.report);
      let room = MOST_DIFFED;
      for (const [path, node] of reversal.nodes) {
        await pace();
        const shown = room > 0 && sees(path);
        const sides = shown && { before: await sideAt(base, path), after: await sideAt(reversal.base, path) };
        const diff = sides ? diffOf({ path, ...sides }).text : '';
        room -= diff.length;
        files.push({ path, how: reversal.how.get(path) ?? (node ? 'whole' : 'deleted'), diff });
      }
      await stageReversal(staging, reversal, { base, report: options.report });
      staging.marks = marks;
      return { sets, files, notKept };
    });

  return {
    undoFile: (path, { force } = {}) => take({ kind: 'file', path }, force),
    undoTurn: (turn, { force, sessionID } = {}) => take({ kind: 'turn', turn, sessionID }, force),
    undoSet: (id, { force } = {}) => take({ kind: 'set', id }, force),
    redo: ({ force } = {}) => take({ kind: 'redo' }, force),
    async affected(action) {
      // Reversed with force, so that every path that may be written is named; conflicts show when it is done.
      return options.withBase(async base => [...(await reverse(action, base, true)).reversal.nodes.keys()]);
    },
    async list(query = {}) {
      await closeWaiting(journal);
      const path = query.path === undefined ? undefined : options.relative(query.path);
      const { id, sessionID, sessions, turn, before, limit = DEFAULT_LIMIT } = query;
      const among = { path, sessionID, sessions, turn, before, limit };
      const found = id === undefined ? await journal.sets(among) : [await journal.set(id)];
      const sets = found.filter(set => set !== undefined);
      const listed = await Promise.all(sets.map(set => recordedSet(ground, set, { diffs: query.diffs, sees })));
      const shown = listed.filter(set => set !== undefined);
      if (id === undefined || path === undefined) return shown;
      return shown.filter(({ changes }) => changes.some(change => change.path === path));
    },
  };
}

interface Listing {
  readonly diffs: boolean | undefined;
  readonly sees: (path: string) => boolean;
}

/** A set of the history; undefined when nothing in it may be seen. */
async function recordedSet(ground: Ground, set: ChangeSetRow, listing: Listing): Promise<RecordedSet | undefined> {
  const all = await ground.store.journal.changes(set.id);
  const rows = all.filter(row => listing.sees(row.path));
  if (rows.length === 0 && all.length > 0) return undefined;
  const { id, callID, label, sessionID, agent, turn, at, status } = set;
  // A title may name any of the paths.
  const title = rows.length === all.length ? set.title : 'Changed files, some of which are hidden';
  const [undoes] = set.undoes ?? [];
  const takers = new Set(all.map(row => row.undoneBy));
  const [undoneBy] = takers.size === 1 ? takers : [];
  return {
    id,
    callID,
    label,
    sessionID,
    agent,
    turn,
    title,
    at,
    status,
    undone: all.length > 0 && all.every(row => row.undoneBy !== undefined),
    undoes,
    action: set.action,
    undoneBy,
    changes: await Promise.all(rows.map(row => recordedChange(ground, row, { rows, ...listing }))),
  };
}

/** A change of the history; `rows` are the rows of its set that may be seen, for a move has two of them. */
async function recordedChange(
  ground: Ground,
  row: ChangeRow,
  { rows, diffs, sees }: Listing & { readonly rows: readonly ChangeRow[] },
): Promise<RecordedChange> {
  const { path, operation, added, removed } = row;
  const movedFrom = row.movedFrom !== undefined && sees(row.movedFrom) ? row.movedFrom : undefined;
  const diff = diffs ? await recordedDiff(ground, row, rows) : undefined;
  const undone = row.undoneBy !== undefined;
  return { path, operation, added, removed, undone, movedFrom, diff };
}

async function recordedDiff(ground: Ground, row: ChangeRow, set: readonly ChangeRow[]): Promise<string> {
  const { path, before, after, movedFrom, movedTo } = row;
  if (movedTo !== undefined && !after) return '';
  const side = async (state: FileState | undefined): Promise<DiffSide | undefined> => {
    const bytes = state?.sha === undefined ? undefined : await ground.store.journal.blob(state.sha);
    return state && { ...state, bytes };
  };
  const source = before ? undefined : set.find(other => other.path === movedFrom && other.before);
  const [old, fresh] = await Promise.all([side(before ?? source?.before), side(after)]);
  return diffOf({ path, before: old, after: fresh, from: source?.path }).text;
}

const MOST_SHOWN = 3000;

function conflictError(conflicts: readonly Conflict[], sees: (path: string) => boolean): ToolError {
  const shown = conflicts.map(({ path, reason, since }) => ({ path, reason, diff: sees(path) ? cut(since) : '' }));
  const lines = shown.map(({ path, reason }) => `${path}: ${reason}`).join('; ');
  const diffs = cut(shown.map(({ diff }) => diff).join(''));
  const since = diffs ? `\nChanged since:\n${diffs}` : '';
  return new ToolError('UNDO_CONFLICT', `Undo would destroy later work (${lines}). Nothing was touched.${since}`, {
    suggestion: 'Take the later change back first, or use force: what it overwrites is kept, and redo brings it back.',
    details: { reason: 'changed', conflicts: shown },
  });
}

const cut = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…\n` : text);

/** The most bytes of a file that is hashed; larger ones are told by their identity alone. */
const LARGEST_HASHED = 64 * 1024 * 1024;

/** Puts the result of an undo into the call's staging, so that the ordinary commit writes it. */
async function stageReversal(
  staging: Staging,
  { nodes }: Reversal,
  { base, report }: { readonly base: Base; readonly report?: Report },
): Promise<void> {
  const movedTo = new Map<string, string>();
  for (const [path, node] of nodes) {
    if (node?.kind === 'moved' && nodes.has(node.from) && !nodes.get(node.from)) movedTo.set(node.from, path);
  }
  const pace = createPace('compared', nodes.size, report);
  for (const [path, node] of nodes) {
    await pace();
    const movedFrom = node?.kind === 'moved' ? node.from : undefined;
    const now = lookOrAbsent(base, path);
    const isLarge = now.kind === 'file' && now.size > LARGEST_HASHED;
    const before = seenState(now, () => (isLarge ? undefined : shaOf(base.read(path))));
    staging.put({ path, before, after: node, movedFrom, movedTo: movedTo.get(path) });
  }
}
