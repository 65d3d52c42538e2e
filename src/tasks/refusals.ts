import type { TaskOutline, TaskStatus, TaskStore } from '../store/port.ts';
import type { AgentRole } from '../tool/context.ts';
import { ToolError } from '../tool/error.ts';
import { nearest } from '../tool/text/nearest.ts';
import { movesFrom } from './machine.ts';

const MOST_NAMED = 10;

function sayLabels(tasks: readonly Pick<TaskOutline, 'label'>[]): string {
  const named = tasks.slice(0, MOST_NAMED).map(({ label }) => label);
  const rest = tasks.length - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const factsOf = ({ id, label, status, rev }: TaskOutline) => ({ id, label, status, rev });

/** An error for an unknown task; a caller that can look for near ones adds them. */
export class UnknownTask extends Error {
  readonly ref: string;
  constructor(ref: string) {
    super('unknown task');
    this.ref = ref;
  }
}

/** The most tasks that are looked through for near ones. */
const MOST = 2_000;

/** Explains which tasks are near in label or title. */
export async function explainUnknown(store: TaskStore, ref: string): Promise<ToolError> {
  const tasks = await store.list({ limit: MOST });
  const shown = JSON.stringify(ref.length > 80 ? `${ref.slice(0, 80)}…` : ref);
  const labels = new Map<string, string>();
  for (const { label, title } of tasks) labels.set(title, label);
  for (const { label } of tasks) labels.set(label, label);
  const near = [...new Set(nearest(ref, labels.keys()).map(name => labels.get(name)!))];
  const titles = new Map(tasks.map(({ label, title }) => [label, title]));
  return new ToolError('INVALID_ARGUMENTS', `No task has the id or label ${shown}. Nothing was changed.`, {
    suggestion:
      near.length > 0
        ? `Did you mean ${near.map(label => `${label} (${titles.get(label)})`).join(', ')}?`
        : tasks.length > 0
          ? 'See list_tasks.'
          : 'There are no tasks yet.',
    details: { nearest: near },
  });
}

const NEXT: Readonly<Record<AgentRole, Readonly<Record<TaskStatus, string>>>> = {
  worker: {
    pending: 'It becomes ready by itself when all that it depends on is done.',
    ready: 'Take it: task_update with status "in_progress".',
    in_progress: 'Whoever has it submits it: submit_result.',
    submitted: 'An orchestrator completes or rejects it.',
    deferred: 'Make it ready again: task_update with status "ready".',
    done: 'It is over; take another one.',
    failed: 'Only an orchestrator can make it ready again.',
  },
  orchestrator: {
    pending: 'It becomes ready by itself when all that it depends on is done.',
    ready: 'A worker takes it and submits a result; or do so yourself: task_update with status "submitted".',
    in_progress: 'Wait until it is submitted; or take it away: task_update with status "ready".',
    submitted: 'Look at its result with get_task, then complete_task or reject_task.',
    deferred: 'Make it ready again: task_update with status "ready".',
    done: 'It is over; create another task for what is left to do.',
    failed: 'Make it ready again: task_update with status "ready".',
  },
};

export function illegalMove(task: TaskOutline, to: TaskStatus, role: AgentRole): ToolError {
  const legal = movesFrom(task.status, role);
  const is = task.status === to ? `already ${to}` : `${task.status} and cannot become ${to}`;
  const details = { ...factsOf(task), to, legal };
  return illegal(`Task ${task.label} is ${is}. Nothing was changed.`, NEXT[role][task.status], details);
}

const illegal = (why: string, suggestion: string, details: Readonly<Record<string, unknown>>): ToolError =>
  new ToolError('ILLEGAL_TRANSITION', why, { suggestion, details });

export const notForRole = (task: TaskOutline, to: TaskStatus, role: AgentRole): ToolError =>
  new ToolError('PERMISSION_DENIED', `A ${role} may not make task ${task.label} ${to}. Nothing was changed.`, {
    suggestion: NEXT[role][task.status],
    details: { ...factsOf(task), to, role, legal: movesFrom(task.status, role) },
  });

export const waitsFor = (task: TaskOutline, open: readonly TaskOutline[], to: TaskStatus): ToolError =>
  illegal(
    `Task ${task.label} cannot become ${to}: it depends on ${sayLabels(open)}, not done yet. Nothing was changed.`,
    'Complete those first.',
    { ...factsOf(task), waitsFor: open.map(({ label }) => label) },
  );

export function heldByOther(task: TaskOutline, attempt: number | undefined): ToolError {
  const { holder, expiresAt } = task;
  const until = expiresAt === undefined ? '' : ` until ${new Date(expiresAt).toISOString()}`;
  const old =
    attempt !== undefined && attempt !== task.attempt
      ? ` Attempt ${attempt} is over, ${task.attempt} is the one that counts.`
      : '';
  const why = `Task ${task.label} is held by ${holder?.agent ?? 'another one'}${until}.${old} Nothing was changed.`;
  return new ToolError('CLAIMED', why, {
    suggestion: 'Take another one that is ready (list_tasks), or wait until it is given back.',
    details: { ...factsOf(task), attempt: task.attempt, holder: holder?.agent, expiresAt },
  });
}

export const oldAttempt = (task: TaskOutline, attempt: number): ToolError =>
  illegal(
    `Attempt ${attempt} of task ${task.label} is over: it is ${task.status}, after ${task.attempt} attempts. Nothing was changed.`,
    'Read it again with get_task.',
    { ...factsOf(task), attempt: task.attempt },
  );

export const changedSince = (task: TaskOutline, rev: number): ToolError =>
  illegal(
    `Task ${task.label} has changed: its rev is ${task.rev}, not ${rev}. Nothing was changed.`,
    'Read it again with get_task and decide anew.',
    factsOf(task),
  );

export const tooManyAttempts = (task: TaskOutline): ToolError =>
  illegal(
    `Task ${task.label} has failed: it was taken ${task.attempt} times, and ${task.maxAttempts} are allowed.`,
    'An orchestrator can allow more: task_update with max_attempts and status "ready".',
    { ...factsOf(task), attempt: task.attempt, maxAttempts: task.maxAttempts },
  );

export const labelTaken = (label: string, task: TaskOutline): ToolError =>
  new ToolError(
    'INVALID_ARGUMENTS',
    `A task has the label ${label} already: ${JSON.stringify(task.title)}. Nothing was created.`,
    { suggestion: 'Use that one, or leave the label out.', details: factsOf(task) },
  );

export const cycle = (labels: readonly string[]): ToolError =>
  new ToolError(
    'CYCLE',
    `That would be a circle: ${sayPath(labels)}. A task cannot depend on itself. Nothing was changed.`,
    { suggestion: 'Leave out the dependency that closes it.', details: { cycle: labels.slice(0, 100) } },
  );

function sayPath(labels: readonly string[]): string {
  const shown = labels.length > MOST_NAMED ? [...labels.slice(0, 5), '…', ...labels.slice(-4)] : labels;
  return shown.join(' → ');
}

export const onlyOrchestrators = (what: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `A worker may not change ${what} of a task. Nothing was changed.`, {
    suggestion: 'A worker takes tasks (status "in_progress"), gives them back ("ready"), submits or fails them.',
  });
