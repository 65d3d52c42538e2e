import { z } from 'zod';
import type { Toolgate } from '../gate/toolgate.ts';
import type { HistoryQuery, RecordedSet } from '../tool/history.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ChangeList, SettledWaiting } from './api.ts';
import { type People, personOf } from './people.ts';
import { paged, person } from './read-request.ts';
import { ApiRefusal, resourceNotFound } from './refusal.ts';

export const changeQuery = z.strictObject({ path: z.string().min(1).max(4096).optional(), ...paged(200, 50) });

export async function listChanges(gate: Toolgate, query: z.output<typeof changeQuery>): Promise<ChangeList> {
  const { path, before, limit } = query;
  const { journal, workspace } = gate;
  const wanted: HistoryQuery = { path: path === undefined ? undefined : workspace.resolve(path).relative };
  const found = await journal.list({ ...wanted, before, limit: limit + 1 });
  const ids = await waitingIDs(gate);
  const waiting = await Promise.all(ids.map(id => journal.list({ ...wanted, id })));
  const shown = found.slice(0, limit);
  return {
    sets: shown.filter(isSettled),
    pending: waiting.flat().filter(set => ids.includes(set.id)),
    next: found.length > limit ? shown.at(-1)?.id : undefined,
    redoable: await redoable(journal),
  };
}

/** The number of newest sets in which the undo is looked for that a redo would take back. */
const MOST_LOOKED_AT = 100;

async function redoable(journal: Toolgate['journal']): Promise<string | undefined> {
  const newest = await journal.list({ limit: MOST_LOOKED_AT });
  return newest.find(({ action, undone, status }) => action === 'undo' && status === 'committed' && !undone)?.id;
}

/** Sets that wait for a person: those that met someone else's change, then planned ones; the newest first. */
async function waitingIDs({ store: { journal } }: Toolgate): Promise<readonly string[]> {
  const waiting = await Promise.all([journal.sets({ status: 'pending' }), journal.sets({ status: 'planned' })]);
  return waiting.flat().map(({ id }) => id);
}

const isSettled = ({ status }: RecordedSet): boolean => status !== 'pending' && status !== 'planned';

/** One set with its diffs. */
export async function recordedSet({ journal }: Toolgate, id: string): Promise<RecordedSet | undefined> {
  const [set] = await journal.list({ id, diffs: true });
  return set?.id === id ? set : undefined;
}

export async function showChange(gate: Toolgate, id: string): Promise<RecordedSet> {
  const set = await recordedSet(gate, id);
  if (!set) throw resourceNotFound('change set', id);
  return set;
}

const force = z.boolean().default(false);
const path = z.string().min(1).max(4096);
const id = z.string().min(1).max(200).optional();
const turn = z.number().int().min(0).optional();

export const undoBody = z.strictObject({ set: id, path: path.optional(), turn, session: id, force, ...person });

/** Makes the undo, a call like any other. Its question was asked on the page: to force is a choice of its own there. */
export function requestUndo(people: People, body: z.output<typeof undoBody>): Promise<Outcome> {
  const { set, path, turn, session, by, force: forced } = body;
  const said = [set !== undefined, path !== undefined, turn !== undefined || session !== undefined];
  if (said.filter(Boolean).length > 1 || (turn === undefined) !== (session === undefined))
    throw new ApiRefusal(400, 'INVALID_ARGUMENTS', { message: 'Say a set, a path, or a turn with its session' });
  const which = set === undefined ? (turn === undefined ? {} : { turn, session }) : { set };
  const name = path === undefined ? 'undo_turn' : 'undo_file';
  const args = { ...(path === undefined ? which : { path }), ...forcing(forced) };
  return people.call({ name, args }, { by, sure: true });
}

export const redoBody = z.strictObject({ force, ...person });

export const requestRedo = (people: People, { by, force: forced }: z.output<typeof redoBody>): Promise<Outcome> =>
  people.call({ name: 'redo', args: forcing(forced) }, { by, sure: true });

const forcing = (forced: boolean) => (forced ? { force: true } : {});

const MOST_PATHS = 10_000;

export const settleBody = z.strictObject({ paths: z.array(path).min(1).max(MOST_PATHS).optional(), ...person });

/** Writes or forgets work that waits: a set, or some of its paths with those that go along with them. */
export async function settleWaiting(
  gate: Toolgate,
  id: string,
  action: 'apply' | 'drop',
  { paths, by }: z.output<typeof settleBody>,
): Promise<SettledWaiting> {
  const { plan } = gate;
  if (!(await waitingIDs(gate)).includes(id)) throw resourceNotFound('waiting change set', id);
  const selection = { id, paths, by: personOf(by) };
  if (action === 'apply') return { changes: (await plan.apply(selection)).flatMap(({ changes }) => changes) };
  const dropped = await plan.select('drop', selection);
  await plan.drop(selection);
  return { changes: dropped.map(path => ({ path })) };
}
