import type { Staging } from './change/staging.ts';
import { type CommitInput, commitSet } from './commit/commit.ts';
import type { Ground } from './ground.ts';
import { keepPending, storePending } from './plan/pending.ts';
import { commitPlanned } from './plan/plan.ts';
import type { PlannedSets } from './plan/planned-sets.ts';
import type { CommittedSet } from './port.ts';

interface StagedCommit extends CommitInput {
  /** The plan that the set goes to instead of being written. */
  readonly plan?: PlannedSets;
}

/** Writes a call's staged changes, plans them, or keeps them waiting; `rest` is what a command left beside them. */
export async function commitStaged(
  ground: Ground,
  rest: Staging['rest'],
  { plan, ...input }: StagedCommit,
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
