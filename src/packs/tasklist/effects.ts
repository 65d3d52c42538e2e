import type { Tasks } from '../../tasks/create-tasks.ts';
import type { CallContext } from '../../tool/context.ts';
import { changesState, type Effect } from '../../tool/effect.ts';
import { checkRole } from './roles.ts';

/** The resource of new tasks: made one after the other, they get the order and labels of their calls. */
const NEW = 'new';

/** The effects of a call that looks at all tasks, or at whichever comes next. */
export function allTasks(tool: string, ctx: CallContext): readonly Effect[] {
  checkRole(tool, ctx);
  return [changesState('tasks')];
}

/** Ids or labels of tasks, and whether the call makes one more. */
type NamedTasks = Readonly<{ tasks: Tasks; refs: readonly string[]; makes?: boolean }>;

/**
 * The effects of a call that is about these tasks alone. Tasks that they depend on count too: those tell whether they
 * are ready. A name that no task has yet may be that of a task which another call is making, so then the call is about
 * all tasks.
 */
export async function someTasks(tool: string, ctx: CallContext, { tasks, refs, makes }: NamedTasks) {
  checkRole(tool, ctx);
  const parts = new Set(makes ? [NEW] : []);
  for (const ref of refs) {
    const task = await tasks.get(ref).catch(() => undefined);
    if (!task) return [changesState('tasks')];
    for (const id of [task.id, ...task.dependsOn]) parts.add(id);
  }
  return [changesState('tasks', [...parts])];
}
