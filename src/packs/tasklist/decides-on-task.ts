import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewTitle } from '../../text/previews.ts';
import { sayList } from '../../text/say.ts';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { someTasks } from './effects.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { attemptParameter, id, idNames, rev, TASK_ID, type TaskValue, taskValue, toValue } from './task-value.ts';

/** The parts that all tools which move one task on have in common. */
const decidesOnTask = (tool: string, { tasks }: TasklistServices) =>
  ({
    effects: ({ id }: { readonly id: string }, ctx: CallContext) => someTasks(tool, ctx, { tasks, refs: [id] }),
    danger: 'safe',
    idempotent: false,
    preview: previewTitle,
  }) as const;

const decided = (task: TaskValue, what: string, output: string) => ({
  title: `${what} ${task.label}`,
  output,
  value: { task },
  metadata: { status: task.status, rev: task.rev },
});

/** The most tasks that are searched for those that are ready now. */
const MOST = 1000;

export const completeTaskTool = (services: TasklistServices): Info =>
  define('complete_task', {
    description: 'Accept a submitted task as done; what waited for it becomes ready.',
    parameters: z.object({ id, rev }),
    returns: z.object({ task: taskValue, now_ready: z.array(z.string()) }),
    permissions: { required: ['write'] },
    ...decidesOnTask('complete_task', services),
    parameterNames: { ...idNames, revision: 'rev' },
    execute: async ({ id: ref, rev: expected }, ctx) => {
      const done = await services.tasks.update(ref, { status: 'done', rev: expected }, taskActorOf(ctx));
      const task = await toValue(services.tasks, done);
      const below = await services.tasks.dependents(done.id, MOST);
      const ready = below.filter(({ status }) => status === 'ready').map(({ label }) => label);
      const next = ready.length > 0 ? ` Ready now: ${sayList(ready, 20)}.` : '';
      const result = decided(task, 'Completed', `${task.label} (${task.title}) is done.${next}`);
      return { ...result, value: { task, now_ready: ready } };
    },
  }) as Info;

export const rejectTaskTool = (services: TasklistServices): Info =>
  define('reject_task', {
    description: 'Reject a submitted task: it is deferred, or with ready=true ready for another attempt.',
    parameters: z.object({
      id,
      reason: z.string().min(1).max(10_000).optional().describe('What is wrong with the result, for the next worker'),
      ready: z.boolean().default(false).describe('Make it ready again at once'),
      rev,
    }),
    returns: z.object({ task: taskValue }),
    permissions: { required: ['write'] },
    ...decidesOnTask('reject_task', services),
    parameterNames: otherNames({
      id: TASK_ID,
      reason: ['feedback', 'comment', 'message', 'why'],
      ready: ['retry', 'reopen'],
      rev: ['revision'],
    }),
    execute: async ({ id: ref, reason, ready, rev: expected }, ctx) => {
      const how = { ready, reason, rev: expected };
      const task = await toValue(services.tasks, await services.tasks.reject(ref, how, taskActorOf(ctx)));
      const next = task.status === 'deferred' ? ' Make it ready again: task_update with status "ready".' : '';
      return decided(task, 'Rejected', `Rejected ${task.label} (${task.title}): it is ${task.status}.${next}`);
    },
  }) as Info;

/** A worker hands in its work; an orchestrator completes or rejects it. */
export const submitResultTool = (services: TasklistServices): Info =>
  define('submit_result', {
    description: 'Submit the result of a task that you have taken or that is ready; an orchestrator decides on it.',
    parameters: z.object({
      id,
      result: z.string().min(1).max(100_000).describe('What was done, and where it is to be found'),
      attempt: attemptParameter,
    }),
    returns: z.object({ task: taskValue }),
    permissions: { required: ['read'] },
    ...decidesOnTask('submit_result', services),
    parameterNames: otherNames({
      id: TASK_ID,
      result: ['output', 'content', 'summary', 'text', 'answer'],
      attempt: ['token', 'attempt_number'],
    }),
    execute: async ({ id: ref, result, attempt }, ctx) => {
      const update = { status: 'submitted', result, attempt } as const;
      const task = await toValue(services.tasks, await services.tasks.update(ref, update, taskActorOf(ctx)));
      const output = `Submitted ${task.label} (${task.title}). An orchestrator completes or rejects it.`;
      return decided(task, 'Submitted', output);
    },
  }) as Info;
