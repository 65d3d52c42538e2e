import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewTitle } from '../../text/previews.ts';
import { sayList } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { someTasks } from './effects.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { taskValue, toValue } from './task-value.ts';

const parameters = z.object({
  title: z.string().min(1).max(300).describe('One line'),
  description: z.string().max(20_000).optional().describe('All that a worker needs to know'),
  label: z.string().min(1).max(64).optional().describe('A short unique name: "parser"; left out, one is given'),
  depends_on: z
    .array(z.string().min(1).max(200))
    .max(1000)
    .default([])
    .describe('Ids or labels of tasks that must be done before: ["parser", "t2"]'),
  max_attempts: z.number().int().min(1).max(1000).optional().describe('Failed after so many attempts'),
});

export const createTaskTool = ({ tasks }: TasklistServices): Info =>
  define('create_task', {
    description: 'Create a shared task; depends_on names existing tasks that must be done before it.',
    parameters,
    returns: z.object({ task: taskValue }),
    permissions: { required: ['write'] },
    effects: ({ depends_on }, ctx) => someTasks('create_task', ctx, { tasks, refs: depends_on, makes: true }),
    danger: 'safe',
    idempotent: false,
    aliases: [{ name: 'task_create' }],
    parameterNames: otherNames({
      title: ['subject', 'summary'],
      description: ['details', 'body', 'instructions', 'prompt', 'content'],
      label: ['id', 'task_id', 'key'],
      depends_on: ['dependencies', 'deps', 'depends', 'blocked_by', 'after'],
      max_attempts: ['attempts', 'retries'],
    }),
    preview: previewTitle,
    execute: async ({ title, description, label, depends_on, max_attempts }, ctx) => {
      const spec = { title, dependsOn: depends_on, description, label, maxAttempts: max_attempts };
      const task = await toValue(tasks, await tasks.create(spec, taskActorOf(ctx)));
      const waits = task.waits_for.length > 0 ? ` It waits for ${sayList(task.waits_for)}.` : '';
      return {
        title: `Created ${task.label}`,
        output: `Created ${task.label} (${task.title}): ${task.status}.${waits}`,
        value: { task },
        metadata: { id: task.id, label: task.label, status: task.status },
      };
    },
  }) as Info;
