import { relative } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import { diskBase } from '../change/base.ts';
import type { Staging } from '../change/staging.ts';
import { begin, type CommitInput, commitSet, committed, setRow } from '../commit/commit.ts';
import { keepingAll, prepareChanges } from '../commit/prepare.ts';
import { withFolders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import type { CommittedSet, PendingChanges, Plan } from '../port.ts';
import { commitPlanned } from './plan.ts';
import type { PlanLayer } from './planned-sets.ts';

/** Writes a call's staged changes, plans them, or keeps them waiting; `rest` is what a command left beside them. */
export async function commitStaged(
  ground: Ground,
  rest: Staging['rest'],
  { plan, ...input }: CommitInput & { readonly plan?: PlanLayer },
): Promise<CommittedSet | undefined> {
  const write = () => {
    if (plan) return commitPlanned(ground, plan, input);
    return rest ? keepPending(ground, { ...input, outside: rest.outside }, rest.foreign) : commitSet(ground, input);
  };
  if (rest?.waits) return storePending(ground, input, rest.foreign);
  const putBack = await rest?.makeWay?.();
  return write().catch(async error => {
    await putBack?.();
    throw error;
  });
}

/** Commits the work of a job; a set that meets someone else's work is kept, and nothing is lost. */
async function keepPending(ground: Ground, input: CommitInput, foreign: readonly string[]) {
  if (foreign.length > 0)
    throw await kept(ground, input, { why: `${foreign.join(', ')} was changed by someone else meanwhile`, foreign });
  try {
    return await commitSet(ground, input);
  } catch (error) {
    if (!(error instanceof ToolError) || (error.code !== 'STALE_FILE' && error.code !== 'CLAIMED')) throw error;
    throw await kept(ground, input, { why: error.message, foreign: [], cause: error });
  }
}

/** Stores the set, and says how it can be written after all; `foreign`: paths that others changed since it was begun. */
async function kept(
  ground: Ground,
  input: CommitInput,
  { why, foreign, cause }: { why: string; foreign: readonly string[]; cause?: ToolError },
): Promise<ToolError> {
  input.approve(input.observed());
  const id = (await storePending(ground, input, foreign))?.id;
  // All that the set did is there by now, whoever did it.
  if (id === undefined) return new ToolError('STALE_FILE', why, { cause });
  // Folders that are left out of undo are not kept either: their content can be made anew.
  const effects = input.observed();
  const folders = effects === 'everything' ? [] : effects.filter(({ tree }) => tree);
  const left = folders.map(({ resource }) => relative(ground.root.absolute, resource)).join(', ');
  const message = `${why.replace(/\.$/, '')}. What this call did is not written; it is kept as ${id}${left && `, but for ${left}`}.`;
  return new ToolError(cause?.code ?? 'STALE_FILE', message, {
    suggestion: 'Look at the files, then run it again; or leave it to a person, who can have it written over them.',
    details: { ...cause?.details, pending: id },
    cause,
  });
}

/** Stores a set with its content; it is written only when a person says so. Undefined: it changes nothing. */
const storePending = (ground: Ground, input: CommitInput, foreign: readonly string[]) =>
  withFolders(ground.root, {}, async folders => {
    const id = ground.newID();
    const base = diskBase(folders, ground.identityOf);
    const prepared = await prepareChanges(input.changes, keepingAll(ground, id, { base, maxImage: input.maxImage }));
    if (prepared.changes.length === 0) return undefined;
    const marks = foreign.length > 0 ? { foreign } : undefined;
    await begin(ground, setRow(ground, input, { id, status: 'pending' }), { prepared, marks });
    return committed(id, prepared, true);
  });

/** Pending sets as wholes; parts of them are settled like parts of the plan. */
export const createPending = ({ store: { journal } }: Ground, plan: Plan): PendingChanges => ({
  async list() {
    return (await journal.sets({ status: 'pending' })).map(set => set.id);
  },
  async apply(id) {
    return (await plan.apply({ id }))[0];
  },
  async drop(id) {
    return (await this.list()).includes(id) && (await plan.drop({ id })).length > 0;
  },
});
