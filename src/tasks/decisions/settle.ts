import type { TaskOutline, TaskStatus } from '../../store/port.ts';
import { tooManyAttempts, waitsFor } from '../refusals.ts';
import { checkMove, type DecisionInput, FREE, isSpent, openOf } from './decision-input.ts';
import { because, giveBack, mustHold, type TaskHold, take } from './hold.ts';

interface Move extends TaskHold {
  readonly result?: string;
  readonly reason?: string;
}

type Mover = (deciding: DecisionInput, task: TaskOutline, with_: Move) => TaskOutline;

const MOVERS: Readonly<Partial<Record<TaskStatus, Mover>>> = {
  in_progress: take,
  submitted: submit,
  done: complete,
  deferred: (deciding, task, { reason }) => reject(deciding, task, reason),
  ready: makeReady,
};

/** Sends a task to a status, where the caller's role may do so. */
export function move(deciding: DecisionInput, task: TaskOutline, to: TaskStatus, with_: Move): TaskOutline {
  return MOVERS[to]?.(deciding, task, with_) ?? end(deciding, task, to, with_);
}

/** Submits a task; a ready task is taken and submitted at once. */
function submit(deciding: DecisionInput, task: TaskOutline, { result, ...hold }: Move): TaskOutline {
  const taken = task.status === 'ready' ? take(deciding, task, hold) : task;
  if (taken.status === 'failed') return taken;
  checkMove(deciding, taken, 'submitted');
  if (task.status !== 'ready') mustHold(deciding, taken, hold.attempt);
  const submitted = { ...FREE, status: 'submitted', submittedBy: deciding.by.agent } as const;
  return deciding.draft.change(taken, { ...submitted, ...(result === undefined ? {} : { result }) });
}

/** Completes a task; tasks that waited for this one alone are ready then. */
function complete(deciding: DecisionInput, task: TaskOutline): TaskOutline {
  checkMove(deciding, task, 'done');
  const open = openOf(deciding, task);
  if (open.length > 0) throw waitsFor(task, open, 'done');
  const done = deciding.draft.change(task, { status: 'done' });
  for (const { task: below, open: count } of deciding.seen.below) {
    if (count === 1) deciding.draft.change(below, { status: 'ready' });
  }
  return done;
}

export function reject(deciding: DecisionInput, task: TaskOutline, reason?: string): TaskOutline {
  checkMove(deciding, task, 'deferred');
  return deciding.draft.change(task, { ...because(reason), status: isSpent(task) ? 'failed' : 'deferred' });
}

/** Makes a task ready again for others to take: from its holder, or after a rejection or a failure. */
export function makeReady(deciding: DecisionInput, task: TaskOutline, how: Omit<Move, 'lease'>): TaskOutline {
  const { attempt, reason } = how;
  checkMove(deciding, task, 'ready');
  if (task.status !== 'in_progress') {
    if (isSpent(task)) throw tooManyAttempts(task);
    const waits = openOf(deciding, task).length > 0;
    return deciding.draft.change(task, { ...because(reason), status: waits ? 'pending' : 'ready' });
  }
  if (deciding.by.role === 'worker') mustHold(deciding, task, attempt);
  return giveBack(deciding, task, reason);
}

function end(deciding: DecisionInput, task: TaskOutline, to: TaskStatus, { attempt, reason }: Move): TaskOutline {
  checkMove(deciding, task, to);
  if (deciding.by.role === 'worker') mustHold(deciding, task, attempt);
  return deciding.draft.change(task, { ...FREE, ...because(reason), status: to });
}
