import { z } from 'zod';
import { previewHead } from '../../text/previews.ts';
import { sayCount } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { someTasks } from './effects.ts';
import type { TasklistServices } from './services.ts';
import { id, idNames, status, type TaskValue, taskValue, toValues } from './task-value.ts';

const other = z.object({ id: z.string(), label: z.string(), title: z.string(), status });
type OtherTask = z.infer<typeof other>;

const others = z.array(other);
const returns = taskValue.extend({ dependencies: others, dependents: others, more_dependents: z.boolean() });

/** The most tasks in the answer that depend on the task. */
const DEPENDENTS = 100;

export const getTaskTool = ({ tasks }: TasklistServices): Info =>
  define('get_task', {
    description: 'Show one task: its text, state, result, what it depends on and what depends on it.',
    parameters: z.object({ id }),
    returns,
    permissions: { required: ['read'] },
    effects: ({ id: ref }, ctx) => someTasks('get_task', ctx, { tasks, refs: [ref] }),
    danger: 'safe',
    idempotent: true,
    aliases: [{ name: 'task_get' }],
    parameterNames: idNames,
    preview: previewHead,
    execute: async ({ id: ref }) => {
      const row = await tasks.get(ref);
      const [task] = (await toValues(tasks, [row])) as [TaskValue];
      const above = await tasks.outlines(row.dependsOn);
      const below = await tasks.dependents(row.id, DEPENDENTS + 1);
      const dependencies = above.map(toOther);
      const dependents = below.slice(0, DEPENDENTS).map(toOther);
      const more = below.length > DEPENDENTS;
      return {
        title: `${task.label}: ${task.status}`,
        output: sayWhole(task, dependencies, dependents, more),
        value: { ...task, dependencies, dependents, more_dependents: more },
        metadata: { status: task.status, rev: task.rev },
      };
    },
  }) as Info;

const toOther = ({ id, label, title, status }: OtherTask): OtherTask => ({ id, label, title, status });

function sayWhole(task: TaskValue, above: readonly OtherTask[], below: readonly OtherTask[], more: boolean): string {
  const most = task.max_attempts === undefined ? '' : ` of ${task.max_attempts}`;
  const lines = [
    `${task.label}: ${task.title}`,
    `status: ${task.status}, rev ${task.rev}, attempt ${task.attempt}${most}`,
    `id: ${task.id}, made by ${task.created_by} at ${task.created_at}, changed at ${task.changed_at}`,
    ...(task.holder === undefined ? [] : [`held by ${task.holder} until ${task.held_until}`]),
    ...(task.submitted_by === undefined ? [] : [`submitted by ${task.submitted_by}`]),
    ...sayOthers('depends on', above),
    ...sayOthers(`needed by${more ? ` more than ${sayCount(below.length, 'task')}` : ''}`, below),
    ...(task.reason === undefined ? [] : ['reason:', task.reason]),
    ...(task.description === undefined ? [] : ['description:', task.description]),
    ...(task.result === undefined ? [] : ['result:', task.result]),
  ];
  return lines.join('\n');
}

const sayOthers = (head: string, others: readonly OtherTask[]): readonly string[] =>
  others.length === 0
    ? []
    : [`${head}:`, ...others.map(({ label, title, status: is }) => `  ${label}  ${is}  ${title}`)];
