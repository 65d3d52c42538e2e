import type { TaskStatus } from '../store/port.ts';
import type { AgentRole } from '../tool/context.ts';

const BOTH = ['worker', 'orchestrator'] as const;
const ORCHESTRATOR = ['orchestrator'] as const;

/**
 * Moves of a task: where it may be sent from where, and by whom. Some steps happen by themselves: `pending` becomes
 * `ready` when all that it depends on is done, `ready` becomes `pending` when it comes to depend on something that is
 * not, and what would be ready or deferred after its last attempt is `failed`.
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
