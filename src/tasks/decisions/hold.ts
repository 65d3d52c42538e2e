import type { TaskHolder, TaskOutline } from '../../store/port.ts';
import { heldByOther, oldAttempt } from '../refusals.ts';
import { checkMove, type DecisionInput, FREE, isSpent, openOf } from './decision-input.ts';
import type { TaskActor } from './draft.ts';

export interface TaskHold {
  /** Milliseconds of the lease from now on. */
  readonly lease: number;
  /** The number that the holder got when it took the task. */
  readonly attempt?: number;
}

/**
 * Whether the actor has the task. The number proves it, also in another process that goes on with the same work;
 * without the number only the very process and session that took the task have it.
 */
function isHeldBy({ holder, attempt }: TaskOutline, by: TaskActor, given?: number): boolean {
  if (!holder || holder.agent !== by.agent) return false;
  if (given !== undefined) return given === attempt;
  return holder.sessionID === by.sessionID && holder.processID === by.processID;
}

export const isHoldExpired = (task: TaskOutline, now: number): boolean =>
  task.status === 'in_progress' && (task.expiresAt ?? 0) <= now;

/**
 * Takes a task, or renews the lease of its holder. A task whose lease ran out is given back first; where that was its
 * last attempt, or it has come to wait for another task, it is not in progress afterwards.
 */
export function take(deciding: DecisionInput, task: TaskOutline, { lease, attempt }: TaskHold): TaskOutline {
  const { draft, by, now } = deciding;
  const held = { holder: holderOf(by), expiresAt: now + lease };
  if (task.status === 'in_progress') {
    if (isHeldBy(task, by, attempt)) return draft.change(task, held);
    if (!isHoldExpired(task, now) || attempt !== undefined) throw heldByOther(task, attempt);
    const back = giveBack(deciding, task);
    return back.status === 'ready' ? take(deciding, back, { lease }) : back;
  }
  checkMove(deciding, task, 'in_progress');
  // A number is used up when a result was submitted with it, also where the result was rejected.
  const over = attempt !== task.attempt || task.submittedBy !== undefined;
  if (attempt !== undefined && over) throw oldAttempt(task, attempt);
  if (isSpent(task)) return draft.change(task, { status: 'failed' });
  const fresh = task.submittedBy === undefined ? {} : { submittedBy: undefined };
  return draft.change(task, { ...held, ...fresh, status: 'in_progress', attempt: task.attempt + 1 });
}

/** Gives a task back for the next holder, unless that was the last attempt. */
export function giveBack(deciding: DecisionInput, task: TaskOutline, reason?: string): TaskOutline {
  const free = openOf(deciding, task).length > 0 ? 'pending' : 'ready';
  return deciding.draft.change(task, { ...FREE, ...because(reason), status: isSpent(task) ? 'failed' : free });
}

export const because = (reason: string | undefined) => (reason === undefined ? {} : { reason });

const holderOf = ({ agent, sessionID, processID }: TaskActor): TaskHolder => ({ agent, sessionID, processID });

export function mustHold({ by }: DecisionInput, task: TaskOutline, attempt?: number): void {
  if (!isHeldBy(task, by, attempt)) throw heldByOther(task, attempt);
}
