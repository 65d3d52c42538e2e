import { relative } from 'node:path';
import { ToolError } from '../../tool/error.ts';
import { diskBase } from '../change/base.ts';
import { begin, type CommitInput, commitSet, setRow } from '../commit/commit.ts';
import { forgetMarks } from '../commit/marks.ts';
import { prepareChanges } from '../commit/prepare.ts';
import { Folders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import type { CommittedSet, PendingChanges } from '../port.ts';
import { applySet } from './plan.ts';

/** Commits what a job has done; where that meets someone else's work it is kept, and nothing is lost. */
export async function keepPending(
  ground: Ground,
  input: CommitInput,
  foreign: readonly string[],
): Promise<CommittedSet | undefined> {
  if (foreign.length > 0)
    throw await kept(ground, input, `${foreign.join(', ')} was changed by someone else meanwhile`);
  try {
    return await commitSet(ground, input);
  } catch (error) {
    if (!(error instanceof ToolError) || (error.code !== 'STALE_FILE' && error.code !== 'CLAIMED')) throw error;
    throw await kept(ground, input, error.message, error);
  }
}

/** Stores the set with all its content, and says how it can be written after all. */
async function kept(ground: Ground, input: CommitInput, why: string, cause?: ToolError): Promise<ToolError> {
  input.approve(input.observed());
  const id = ground.newID();
  const folders = new Folders(ground.root);
  try {
    const prepared = await prepareChanges(input.changes, {
      base: diskBase(folders, ground.identityOf),
      setID: id,
      newID: ground.newID,
      maxImage: input.maxImage,
      planned: true,
    });
    await begin(ground, setRow(ground, input, { id, status: 'pending' }), { prepared });
  } finally {
    folders.close();
  }
  const left = leftOut(ground, input);
  const message = `${why.replace(/\.$/, '')}. What this call did is not written; it is kept as ${id}${left && `, but for ${left}`}.`;
  return new ToolError(cause?.code ?? 'STALE_FILE', message, {
    suggestion: 'Look at the files, then run it again; or leave it to a person, who can have it written over them.',
    details: { ...cause?.details, pending: id },
    cause,
  });
}

/** A note on folders that are left out of undo, and so not kept either: what is in them can be made anew. */
function leftOut({ root }: Ground, input: CommitInput): string {
  const observed = input.observed();
  if (observed === 'everything') return '';
  const folders = observed.filter(({ tree }) => tree).map(({ resource }) => relative(root.absolute, resource));
  return folders.join(', ');
}

export function createPending(ground: Ground, maxImage: number): PendingChanges {
  const { journal, state } = ground.store;
  const find = async (id: string) => (await journal.sets({ status: 'pending' })).find(set => set.id === id);
  const forget = async (id: string) => {
    await journal.drop(id);
    await forgetMarks(state, id);
  };
  return {
    async list() {
      return (await journal.sets({ status: 'pending' })).map(set => set.id);
    },
    async apply(id) {
      const set = await find(id);
      if (!set) throw unknown(id);
      const written = await applySet(ground, set, maxImage);
      await forget(id);
      return written;
    },
    async drop(id) {
      const set = await find(id);
      if (set) await forget(id);
      return set !== undefined;
    },
  };
}

const unknown = (id: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `No change set ${id} is waiting`, {
    suggestion: 'Those that wait are shown by: toolgate changes',
  });
