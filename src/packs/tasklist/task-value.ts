import { z } from 'zod';
import type { TaskOutline, TaskRow, TaskStatus, Tasks } from '../../tasks/create-tasks.ts';
import { otherNames } from '../../text/other-names.ts';
import { sayList } from '../../text/say.ts';

export const status = z.enum(['pending', 'ready', 'in_progress', 'submitted', 'done', 'deferred', 'failed']);

/** Names that models give to the id of a task. */
export const TASK_ID = ['task_id', 'task', 'label', 'key', 'task_label'] as const;
export const idNames = otherNames({ id: TASK_ID });

export const id = z.string().min(1).max(200).describe('Id or label of the task');
export const rev = z.number().int().min(1).optional().describe('Only if its rev is still this one');
export const attemptParameter = z.int().min(1).optional().describe('The attempt number you got when taking it');

/** One task, as results have it. Other tasks are named by their labels. */
export const taskValue = z.object({
  id: z.string(),
  label: z.string(),
  title: z.string(),
  status,
  rev: z.number(),
  depends_on: z.array(z.string()),
  waits_for: z.array(z.string()),
  attempt: z.number(),
  max_attempts: z.number().optional(),
  holder: z.string().optional(),
  held_until: z.string().optional(),
  submitted_by: z.string().optional(),
  created_by: z.string(),
  created_at: z.string(),
  changed_at: z.string(),
  description: z.string().optional(),
  result: z.string().optional(),
  reason: z.string().optional(),
});

export type TaskValue = z.infer<typeof taskValue>;

/** Tasks with the labels of the tasks that they depend on. */
export async function toValues(tasks: Tasks, rows: readonly (TaskOutline & Partial<TaskRow>)[]): Promise<TaskValue[]> {
  const ids = new Set(rows.flatMap(({ dependsOn }) => dependsOn));
  const others = new Map((await tasks.outlines([...ids])).map(task => [task.id, task]));
  return rows.map(row => {
    const above = row.dependsOn.map(other => others.get(other)).filter(task => task !== undefined);
    return {
      id: row.id,
      label: row.label,
      title: row.title,
      status: row.status,
      rev: row.rev,
      depends_on: above.map(({ label }) => label),
      waits_for: above.filter(task => task.status !== 'done').map(({ label }) => label),
      attempt: row.attempt,
      max_attempts: row.maxAttempts,
      holder: row.holder?.agent,
      held_until: row.expiresAt === undefined ? undefined : toTime(row.expiresAt),
      submitted_by: row.submittedBy,
      created_by: row.createdBy,
      created_at: toTime(row.createdAt),
      changed_at: toTime(row.changedAt),
      description: row.description,
      result: row.result,
      reason: row.reason,
    };
  });
}

export const toValue = async (tasks: Tasks, row: TaskOutline): Promise<TaskValue> => (await toValues(tasks, [row]))[0]!;

const toTime = (at: number): string => new Date(at).toISOString();

/** A task as a line of a list. */
export function sayTask({ label, title, status: is, waits_for, holder, held_until, attempt }: TaskValue): string {
  const notes = [
    ...(waits_for.length > 0 && is !== 'done' ? [`waits for ${sayList(waits_for)}`] : []),
    ...(holder === undefined ? [] : [`${holder} until ${held_until}, attempt ${attempt}`]),
  ];
  return [`${label}  ${is}  ${title}`, ...notes].join(' · ');
}

/** The number of tasks of each status that occurs. */
export function sayCounts(counts: Readonly<Record<TaskStatus, number>>): string {
  const there = status.options.filter(each => counts[each] > 0);
  return there.map(each => `${counts[each]} ${each}`).join(', ');
}
