import type { TaskStatus } from '../store/port.ts';
import type { AgentRole } from '../tool/context.ts';

const BOTH = ['worker', 'orchestrator'] as const;
const ORCHESTRATOR = ['orchestrator'] as const;

/**
 * Moves of a task: from which status to which, and by whom. Some moves happen by themselves: `pending` becomes `ready`
 * when all dependencies are done, `ready` becomes `pending` when the task comes to depend on one that is not, and a
 * task that would be ready or deferred after its last attempt is `failed`.
 */
export const MOVES: Readonly<Record<TaskStatus, Readonly<Partial<Record<TaskStatus, readonly AgentRole[]>>>>> = {
  pending: { failed: ORCHESTRATOR },
  ready: { in_progress: BOTH, failed: ORCHESTRATOR },
  in_progress: { submitted: BOTH, ready: BOTH, failed: BOTH },
  submitted: { done: ORCHESTRATOR, deferred: ORCHESTRATOR, failed: ORCHESTRATOR },
  deferred: { ready: BOTH, failed: ORCHESTRATOR },
  done: {},
  failed: { ready: ORCHESTRATOR },
};

export const STATUSES = Object.keys(MOVES) as readonly TaskStatus[];

export const movesFrom = (from: TaskStatus, role: AgentRole): readonly TaskStatus[] =>
  STATUSES.filter(to => MOVES[from][to]?.includes(role));
