import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { define, type Info } from '../../tool/define.ts';
import { decidesOnTask } from './decides-on-task.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { attemptParameter, id, TASK_ID, taskValue, toValue } from './task-value.ts';

const parameters = z.object({
  id,
  result: z.string().min(1).max(100_000).describe('What was done, and where it is to be found'),
  attempt: attemptParameter,
});

/** A worker hands in its work; an orchestrator completes or rejects it. */
export const submitResultTool = (services: TasklistServices): Info =>
  define('submit_result', {
    description: 'Submit the result of a task that you have taken or that is ready; an orchestrator decides on it.',
    parameters,
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
      return {
        title: `Submitted ${task.label}`,
        output: `Submitted ${task.label} (${task.title}). An orchestrator completes or rejects it.`,
        value: { task },
        metadata: { status: task.status, rev: task.rev },
      };
    },
  }) as Info;
