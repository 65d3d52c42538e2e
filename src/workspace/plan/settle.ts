import type { ChangeSetRow, SettledChanges } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';
import { withDisk } from '../change/base.ts';
import { type ChangeMarks, observedEffects } from '../change/staging.ts';
import { commitSet } from '../commit/commit.ts';
import { survivingFolder } from '../commit/kept-aside.ts';
import { forgetMarks, recallMarks } from '../commit/marks.ts';
import { needsOwner } from '../disk/as-owner.ts';
import { withFolders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import type { WaitingSelection } from '../port.ts';
import { standingOf } from '../recover/standing.ts';
import { netChanges } from './net-changes.ts';
import { Waiting, type WaitingChange } from './waiting.ts';

/** The waiting sets with these rows, the oldest first. */
export async function loadWaiting(ground: Ground, sets: readonly ChangeSetRow[]): Promise<Waiting> {
  const loaded = sets.map(async set => ({ set, rows: await ground.store.journal.changes(set.id) }));
  return new Waiting(await Promise.all(loaded));
}

/** The changes that are settled together, and the sets that they belong to. */
interface ChosenChanges {
  readonly sets: readonly ChangeSetRow[];
  readonly changes: readonly WaitingChange[];
}

/** The changes that a person has chosen, with those that go along with them. */
export function chooseWaiting(waiting: Waiting, action: 'apply' | 'drop', { id, paths }: WaitingSelection) {
  const within = id === undefined ? waiting.all : waiting.all.filter(({ set }) => set.id === id);
  const known = new Set(within.map(({ row }) => row.path));
  const unknown = paths?.find(path => !known.has(path));
  if (unknown !== undefined) {
    const [near] = nearest(unknown, [...known], 1);
    const suggestion = near === undefined ? 'What waits is shown by: toolgate plan' : `Did you mean ${near}?`;
    throw new ToolError('INVALID_ARGUMENTS', `No change of ${unknown} waits there`, { suggestion });
  }
  const wanted = paths && new Set(paths);
  const chosen = wanted ? within.filter(({ row }) => wanted.has(row.path)) : within;
  const changes = waiting.settledWith(chosen, action);
  const touched = new Set(changes.map(({ set }) => set));
  // A set without changes is an undo that had nothing left to change.
  const sets = waiting.sets.filter(set => touched.has(set) || (!paths && (id ?? set.id) === set.id));
  return { sets, changes };
}

/** Writes changes that waited as one change set; undefined when the disk holds all of them already. */
export async function applyWaiting(ground: Ground, { sets, changes: chosen }: ChosenChanges, maxImage: number) {
  const last = sets.at(-1);
  if (!last) return undefined;
  const settles = settledIn({ sets, changes: chosen });
  const rows = chosen.map(({ row }) => row);
  if (sets.length === 1 && rows.length > 0 && isApplied(ground, rows)) return settled(ground, settles);
  const over = last.status === 'pending';
  const changes = await withDisk(ground, disk => netChanges(ground, chosen, { disk, over }));
  const observed = observedEffects(ground.root.absolute, changes);
  for (const set of sets) {
    // Each set is judged by the changes that it had a part in.
    const own = new Set(chosen.flatMap(change => (change.set === set ? [change.row.path] : [])));
    const among = changes.filter(({ path }) => own.has(path));
    await ground.judge?.(set, observedEffects(ground.root.absolute, among));
  }
  const { callID, sessionID, agent, turn } = last;
  const paths = changes.length === 1 ? 'path' : 'paths';
  const written = await commitSet(ground, {
    call: { callID, sessionID, agent, turn },
    title: sets.length === 1 ? last.title : `Planned changes of ${changes.length} ${paths}`,
    changes,
    marks: await marksOf(ground, sets),
    settles,
    observed: () => observed,
    approve: () => {},
    claims: [],
    maxImage,
    asOwner: over || needsOwner(rows),
  });
  if (!written) return settled(ground, settles);
  await forgetSettled(ground, settles);
  return written;
}

/** Forgets changes that waited; the disk is not touched. */
export async function dropWaiting(ground: Ground, chosen: ChosenChanges): Promise<readonly string[]> {
  const settles = settledIn(chosen);
  await settled(ground, settles);
  return settles.map(({ setID }) => setID);
}

async function settled(ground: Ground, settles: readonly SettledChanges[]): Promise<undefined> {
  await ground.store.journal.settle(settles);
  await forgetSettled(ground, settles);
}

async function forgetSettled({ store }: Ground, settles: readonly SettledChanges[]): Promise<void> {
  for (const { setID } of settles) if (!(await store.journal.set(setID))) await forgetMarks(store.state, setID);
}

const settledIn = ({ sets, changes }: ChosenChanges): readonly SettledChanges[] => {
  const bySet = new Map<string, string[]>(sets.map(({ id }) => [id, []]));
  for (const { row } of changes) bySet.get(row.setID)?.push(row.id);
  return [...bySet].map(([setID, ids]) => ({ setID, changes: ids }));
};

/** The marks of a planned undo. It and the changes that it stands on are two things: together they have no way back. */
async function marksOf(ground: Ground, sets: readonly ChangeSetRow[]): Promise<ChangeMarks | undefined> {
  const undoing = sets.find(({ action }) => action !== undefined);
  if (!undoing) return undefined;
  if (sets.length > 1) {
    const message = `“${undoing.title}” stands on other planned changes. Nothing was changed.`;
    const suggestion = 'Apply those first, or the whole plan: toolgate plan apply';
    throw new ToolError('ILLEGAL_TRANSITION', message, { suggestion, details: { setID: undoing.id } });
  }
  return (await recallMarks(ground.store.state, undoing.id)) as ChangeMarks | undefined;
}

/** Whether all changes are on the disk already, by hand or by someone who could not say so any more. */
const isApplied = ({ root }: Ground, rows: readonly WaitingChange['row'][]): boolean =>
  withFolders(root, { asOwner: true }, folders => {
    const surviving = survivingFolder(rows);
    return rows.every(row => standingOf(folders, row, surviving) === 'applied');
  });
