import type { TaskOutline, TaskStatus } from '../../store/port.ts';
import { checkCount, checkDependencies, checkTaskText, checkTitle, LEASE, TASK_LIMITS } from '../limits.ts';
import { illegalMove, onlyOrchestrators } from '../refusals.ts';
import { type DecisionInput, taskOf } from './decision-input.ts';
import { depend } from './depend.ts';
import { move } from './settle.ts';

export interface TaskUpdate {
  readonly status?: TaskStatus;
  readonly title?: string;
  readonly description?: string;
  readonly maxAttempts?: number;
  readonly addDependencies?: readonly string[];
  readonly removeDependencies?: readonly string[];
  readonly result?: string;
  readonly reason?: string;
  /** Milliseconds for which the task is taken. */
  readonly lease?: number;
  /** The number that the holder got when it took the task. */
  readonly attempt?: number;
  /** The rev that the task must still have. */
  readonly rev?: number;
}

/** Checks an update; gives the same update, or throws for a mistake in it. */
export function checkUpdate(update: TaskUpdate): TaskUpdate {
  if (update.title !== undefined) checkTitle(update.title);
  for (const name of ['description', 'result', 'reason'] as const) checkTaskText(name, update[name]);
  checkCount('max_attempts', update.maxAttempts, TASK_LIMITS.attempts);
  checkCount('lease', update.lease, TASK_LIMITS.lease * 1000);
  checkDependencies(update.addDependencies);
  checkDependencies(update.removeDependencies);
  return update;
}

/** Updates all fields or none: the task's own, then its dependencies, then its status. */
export function updateTask(deciding: DecisionInput, ref: string, update: TaskUpdate): TaskOutline {
  let task = taskOf(deciding, ref, update.rev);
  task = edit(deciding, task, update);
  const { addDependencies: add = [], removeDependencies: remove = [], status } = update;
  if (add.length + remove.length > 0) {
    if (deciding.by.role === 'worker') throw onlyOrchestrators('the dependencies');
    task = depend(deciding, task, { add, remove });
  }
  if (status === undefined) return task;
  const { result, reason, attempt, lease = LEASE } = update;
  return move(deciding, task, status, { lease, result, reason, attempt });
}

function edit(deciding: DecisionInput, task: TaskOutline, update: TaskUpdate): TaskOutline {
  const { title, description, maxAttempts } = update;
  const fields = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  };
  const [first] = Object.keys(fields);
  if (first === undefined) return task;
  if (deciding.by.role === 'worker') throw onlyOrchestrators(`the ${first}`);
  if (task.status === 'done') throw illegalMove(task, 'done', deciding.by.role);
  return deciding.draft.change(task, fields);
}
