import type { TaskEdge, TaskOutline } from '../../store/port.ts';
import { checkDependencies } from '../limits.ts';
import { cycle, illegalMove } from '../refusals.ts';
import { type DecisionInput, openOf, taskOf } from './decision-input.ts';

/** Makes a task depend on some tasks, and on others no longer. */
export function depend(
  deciding: DecisionInput,
  task: TaskOutline,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): TaskOutline {
  if (task.status === 'done') throw illegalMove(task, 'pending', deciding.by.role);
  const gone = new Set(remove.map(ref => taskOf(deciding, ref).id));
  const kept = task.dependsOn.filter(id => !gone.has(id));
  const added = add.map(ref => taskOf(deciding, ref));
  for (const other of added) refuseCycle(deciding, task, other);
  const dependsOn = checkDependencies([...kept, ...added.map(({ id }) => id)]);
  if (dependsOn.length === task.dependsOn.length && dependsOn.every((id, at) => id === task.dependsOn[at])) return task;
  const open = openOf(deciding, { dependsOn }).length > 0;
  // A task in work stays with its worker; it cannot be completed before the others.
  const status = task.status === 'ready' || task.status === 'pending' ? (open ? 'pending' : 'ready') : task.status;
  return deciding.draft.change(task, { dependsOn, status });
}

function refuseCycle({ seen }: DecisionInput, task: TaskOutline, other: TaskOutline): void {
  const path = findPath(seen.edges, other.id, task.id);
  if (!path) return;
  const ids = [task.id, ...path];
  const known = ids.map(id => (id === task.id ? task.label : (seen.find(id)?.label ?? id)));
  throw cycle(known);
}

/** The shortest way along dependencies, both ends included; undefined where there is no way. */
function findPath(edges: readonly TaskEdge[], from: string, to: string): readonly string[] | undefined {
  const above = Map.groupBy(edges, ({ taskID }) => taskID);
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const at of cameFrom.keys()) {
    if (at === to) return wayTo(cameFrom, to);
    for (const { dependsOn } of above.get(at) ?? []) if (!cameFrom.has(dependsOn)) cameFrom.set(dependsOn, at);
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string | undefined>, to: string): readonly string[] {
  const way = [to];
  for (let at = cameFrom.get(to); at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}
