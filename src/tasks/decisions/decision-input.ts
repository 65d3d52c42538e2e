import type { TaskOutline, TaskSight, TaskStatus } from '../../store/port.ts';
import { MOVES } from '../machine.ts';
import { changedSince, illegalMove, notForRole, UnknownTask } from '../refusals.ts';
import type { Draft, TaskActor } from './draft.ts';

/** The input of a decision. Every change goes into the draft; a refusal is thrown, and drops the draft. */
export interface DecisionInput {
  readonly seen: TaskSight;
  readonly draft: Draft;
  readonly by: TaskActor;
  readonly now: number;
}

export function taskOf({ seen }: DecisionInput, ref: string, rev?: number): TaskOutline {
  const task = seen.find(ref);
  if (!task) throw new UnknownTask(ref);
  if (rev !== undefined && rev !== task.rev) throw changedSince(task, rev);
  return task;
}

/** Dependencies of a task that are not done. */
export const openOf = ({ seen }: DecisionInput, { dependsOn }: Pick<TaskOutline, 'dependsOn'>) =>
  dependsOn.flatMap(id => seen.find(id) ?? []).filter(({ status }) => status !== 'done');

export function checkMove({ by }: DecisionInput, task: TaskOutline, to: TaskStatus): void {
  const roles = MOVES[task.status][to];
  if (!roles) throw illegalMove(task, to, by.role);
  if (!roles.includes(by.role)) throw notForRole(task, to, by.role);
}

export const isSpent = ({ attempt, maxAttempts }: TaskOutline): boolean =>
  maxAttempts !== undefined && attempt >= maxAttempts;

/** Fields of a task that nobody holds any more. */
export const FREE = { holder: undefined, expiresAt: undefined } as const;
