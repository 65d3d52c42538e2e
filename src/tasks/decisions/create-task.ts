import type { TaskOutline } from '../../store/port.ts';
import { checkCount, checkDependencies, checkLabel, checkTaskText, checkTitle, TASK_LIMITS } from '../limits.ts';
import { cycle, labelTaken, onlyOrchestrators } from '../refusals.ts';
import { type DecisionInput, openOf, taskOf } from './decision-input.ts';

export interface TaskSpec {
  readonly title: string;
  readonly description?: string;
  /** The label; left out: a label that no task has. */
  readonly label?: string;
  /** Ids or labels of tasks that are to be done before. */
  readonly dependsOn?: readonly string[];
  readonly maxAttempts?: number;
}

/** Checks a spec; gives the same spec, or throws for a mistake in it. */
export function checkSpec(spec: TaskSpec): TaskSpec {
  checkTitle(spec.title);
  checkTaskText('description', spec.description);
  if (spec.label !== undefined) checkLabel(spec.label);
  checkCount('max_attempts', spec.maxAttempts, TASK_LIMITS.attempts);
  return { ...spec, dependsOn: checkDependencies(spec.dependsOn) };
}

export function createTask(deciding: DecisionInput, id: string, spec: TaskSpec): TaskOutline {
  const { seen, draft, by } = deciding;
  if (by.role !== 'orchestrator') throw onlyOrchestrators('the list');
  const label = spec.label ?? seen.label;
  const other = seen.find(label);
  if (other) throw labelTaken(label, other);
  if (spec.dependsOn?.includes(label)) throw cycle([label, label]);
  const dependsOn = [...new Set(spec.dependsOn?.map(ref => taskOf(deciding, ref).id))];
  const waits = openOf(deciding, { dependsOn }).length > 0;
  return draft.create({
    id,
    label,
    title: spec.title,
    status: waits ? 'pending' : 'ready',
    dependsOn,
    attempt: 0,
    ...(spec.maxAttempts === undefined ? {} : { maxAttempts: spec.maxAttempts }),
    ...(spec.description === undefined ? {} : { description: spec.description }),
  });
}
