import { z } from 'zod';
import type { TaskUpdate } from '../../tasks/decisions/update-task.ts';
import { otherNames } from '../../text/other-names.ts';
import { previewTitle } from '../../text/previews.ts';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { allTasks, someTasks } from './effects.ts';
import { isForRole } from './roles.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import {
  attemptParameter,
  id,
  rev,
  sayTask,
  status,
  TASK_ID,
  type TaskValue,
  taskValue,
  toValue,
} from './task-value.ts';

const others = z.array(z.string().min(1).max(200)).max(1000);

const parameters = z.object({
  id: id.optional().describe('Id or label; left out with status "in_progress", the next ready task is taken'),
  status: status.exclude(['pending']).optional().describe('Where it goes; "in_progress" takes it or keeps it longer'),
  result: z.string().min(1).max(100_000).optional().describe('With status "submitted"'),
  reason: z.string().min(1).max(10_000).optional().describe('With "ready", "deferred" or "failed"'),
  attempt: attemptParameter,
  lease_seconds: z.number().int().min(1).max(86_400).default(900).describe('With "in_progress": held for so long'),
  title: z.string().min(1).max(300).optional().describe('A new one'),
  description: z.string().max(20_000).optional().describe('A new one; replaces the old one as a whole'),
  add_dependencies: others.optional().describe('Ids or labels that must be done before it'),
  remove_dependencies: others.optional().describe('Ids or labels that it no longer waits for'),
  max_attempts: z.number().int().min(1).max(1000).optional().describe('Failed after so many attempts'),
  rev,
});

const CHANGES = ['status', 'title', 'description', 'add_dependencies', 'remove_dependencies', 'max_attempts'] as const;

/** Moves a task along the legal ways of the caller's role; orchestrators also change the task itself. */
export const taskUpdateTool = ({ tasks }: TasklistServices): Info =>
  define('task_update', {
    description: 'Take, renew, give back, submit or fail a task by its status; orchestrators also edit it.',
    parameters,
    returns: z.object({ task: taskValue.optional() }),
    permissions: { required: ['read'] },
    effects: ({ id: ref, add_dependencies = [], remove_dependencies = [] }, ctx) =>
      ref === undefined
        ? allTasks('task_update', ctx)
        : someTasks('task_update', ctx, { tasks, refs: [ref, ...add_dependencies, ...remove_dependencies] }),
    danger: 'safe',
    readOnly: false,
    idempotent: false,
    parameterNames: otherNames({
      id: TASK_ID,
      status: ['state'],
      result: ['output'],
      reason: ['comment', 'message', 'feedback'],
      attempt: ['token', 'attempt_number'],
      lease_seconds: ['lease', 'seconds'],
      title: ['subject'],
      add_dependencies: ['add_depends_on', 'add_blocked_by'],
      remove_dependencies: ['remove_depends_on', 'remove_blocked_by'],
      rev: ['revision'],
    }),
    preview: previewTitle,
    execute: async (args, ctx) => {
      const by = taskActorOf(ctx);
      if (args.id === undefined) {
        if (args.status !== 'in_progress')
          throw new ToolError('INVALID_ARGUMENTS', 'id is missing. Nothing was changed.', { suggestion: NEEDS_ID });
        const next = await tasks.takeNext({ lease: args.lease_seconds * 1000 }, by);
        return next ? said(await toValue(tasks, next), ctx) : nothingReady();
      }
      if (!CHANGES.some(key => args[key] !== undefined))
        throw new ToolError('INVALID_ARGUMENTS', 'Nothing to change was given. Nothing was changed.', {
          suggestion: `Give at least one of: ${CHANGES.join(', ')}.`,
        });
      return said(await toValue(tasks, await tasks.update(args.id, toUpdate(args), by)), ctx);
    },
  }) as Info;

const toUpdate = ({ id: _, lease_seconds, ...args }: z.infer<typeof parameters>): TaskUpdate => ({
  ...args,
  maxAttempts: args.max_attempts,
  addDependencies: args.add_dependencies,
  removeDependencies: args.remove_dependencies,
  lease: lease_seconds * 1000,
});

const said = (task: TaskValue, ctx: CallContext) => ({
  title: `${task.label}: ${task.status}`,
  output: [sayTask(task), ...(task.status === 'in_progress' ? [sayNext(task, ctx)] : [])].join('\n'),
  value: { task },
  metadata: { label: task.label, status: task.status, rev: task.rev },
});

function sayNext({ label, attempt: number }: TaskValue, { role }: CallContext): string {
  const submit = isForRole('submit_result', role) ? 'submit_result' : 'task_update with status "submitted"';
  return `[It is yours: read it with get_task, then ${submit}, with id ${JSON.stringify(label)} and attempt ${number}.]`;
}

const nothingReady = () => ({
  title: 'No task is ready',
  output: 'No task is ready. See list_tasks for what is under way.',
  value: {},
  metadata: { label: '', status: '', rev: 0 },
});

const NEEDS_ID =
  'Give the id or label of a task; only status "in_progress" goes without, and takes the next ready one.';
