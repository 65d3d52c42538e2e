import { z } from 'zod';
import type { Toolgate } from '../gate/toolgate.ts';
import type { HistoryQuery, RecordedSet } from '../tool/history.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ChangeList } from './api.ts';
import type { People } from './people.ts';
import { paged, person } from './read-request.ts';
import { ApiRefusal, quoteBeginning, resourceNotFound } from './refusal.ts';

export const changeQuery = z.strictObject({ path: z.string().min(1).max(4096).optional(), ...paged(200, 50) });

export async function listChanges(
  { journal, workspace }: Toolgate,
  { path, before, limit }: z.output<typeof changeQuery>,
): Promise<ChangeList> {
  const wanted: HistoryQuery = path === undefined ? {} : { path: workspace.resolve(path).relative };
  const found = await journal.list({ ...wanted, before, limit: limit + 1 });
  const ids = await workspace.pending.list();
  const waiting = await Promise.all(ids.map(id => journal.list({ ...wanted, id })));
  const shown = found.slice(0, limit);
  return {
    sets: shown.filter(set => set.status !== 'pending'),
    pending: waiting.flat().filter(set => ids.includes(set.id)),
    next: found.length > limit ? shown.at(-1)?.id : undefined,
  };
}

/** One set with its diffs. */
export async function recordedSet({ journal }: Toolgate, id: string): Promise<RecordedSet | undefined> {
  const [set] = await journal.list({ id, diffs: true });
  return set?.id === id ? set : undefined;
}

export async function showChange(gate: Toolgate, id: string): Promise<RecordedSet> {
  const set = await recordedSet(gate, id);
  if (!set) throw resourceNotFound(`change set ${quoteBeginning(id)}`);
  return set;
}

const force = z.boolean().default(false);

export const undoBody = z.strictObject({
  set: z.string().min(1).max(200).optional(),
  path: z.string().min(1).max(4096).optional(),
  turn: z.number().int().min(0).optional(),
  session: z.string().min(1).max(200).optional(),
  force,
  ...person,
});

/** A call like any other. What it would ask was asked on the page: to force is a choice of its own there. */
export function requestUndo(people: People, body: z.output<typeof undoBody>): Promise<Outcome> {
  const { set, path, turn, session, by, force: forced } = body;
  const said = [set !== undefined, path !== undefined, turn !== undefined || session !== undefined];
  if (said.filter(Boolean).length > 1 || (turn === undefined) !== (session === undefined))
    throw new ApiRefusal(400, 'INVALID_ARGUMENTS', { message: 'Say a set, a path, or a turn with its session' });
  const which = set === undefined ? (turn === undefined ? {} : { turn, session }) : { set };
  const call =
    path === undefined
      ? { name: 'undo_turn', args: { ...which, force: forced } }
      : { name: 'undo_file', args: { path, force: forced } };
  return people.call(call, { by, sure: true });
}

export const redoBody = z.strictObject({ force, ...person });

export const requestRedo = (people: People, { by, force: forced }: z.output<typeof redoBody>): Promise<Outcome> =>
  people.call({ name: 'redo', args: { force: forced } }, { by, sure: true });

/** Writes what is pending over what is there now, or forgets it. */
export async function settlePending(
  { workspace: { pending } }: Toolgate,
  id: string,
  action: 'apply' | 'drop',
): Promise<{ readonly changes: readonly unknown[] }> {
  if (!(await pending.list()).includes(id)) throw resourceNotFound(`pending change set ${quoteBeginning(id)}`);
  if (action === 'apply') return { changes: (await pending.apply(id))?.changes ?? [] };
  if (!(await pending.drop(id))) throw resourceNotFound(`pending change set ${quoteBeginning(id)}`);
  return { changes: [] };
}
