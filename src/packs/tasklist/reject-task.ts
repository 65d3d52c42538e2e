import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { define, type Info } from '../../tool/define.ts';
import { decidesOnTask } from './decides-on-task.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { id, rev, TASK_ID, taskValue, toValue } from './task-value.ts';

const parameters = z.object({
  id,
  reason: z.string().min(1).max(10_000).optional().describe('What is wrong with the result, for the next worker'),
  ready: z.boolean().default(false).describe('Make it ready again at once'),
  rev,
});

export const rejectTaskTool = (services: TasklistServices): Info =>
  define('reject_task', {
    description: 'Reject a submitted task: it is deferred, or with ready=true ready for another attempt.',
    parameters,
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
      return {
        title: `Rejected ${task.label}`,
        output: `Rejected ${task.label} (${task.title}): it is ${task.status}.${next}`,
        value: { task },
        metadata: { status: task.status, rev: task.rev },
      };
    },
  }) as Info;
