import type { AgentRole, CallContext } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';

/** The tools that belong to one role; other tools belong to both. */
const ONLY: ReadonlyMap<string, AgentRole> = new Map([
  ['submit_result', 'worker'],
  ['create_task', 'orchestrator'],
  ['complete_task', 'orchestrator'],
  ['reject_task', 'orchestrator'],
]);

/** Whether the role gets a tool. It gets all tools that have nothing to do with tasks. */
export const isForRole = (tool: string, role: AgentRole): boolean => (ONLY.get(tool) ?? role) === role;

const INSTEAD: Readonly<Record<AgentRole, string>> = {
  worker: 'A worker hands in its work with submit_result; an orchestrator makes, completes and rejects tasks.',
  orchestrator:
    'An orchestrator uses complete_task and reject_task; to hand in work of its own, task_update with status "submitted".',
};

/** Refuses a tool that the role may not use; checked before anything else of a call. */
export function checkRole(tool: string, { role }: CallContext): void {
  if (isForRole(tool, role)) return;
  throw new ToolError('PERMISSION_DENIED', `${tool} is a tool of ${ONLY.get(tool)}s, and your role is ${role}`, {
    suggestion: INSTEAD[role],
    details: { tool, role },
  });
}
