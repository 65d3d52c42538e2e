import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewTitle } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { someTasks } from './effects.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { attemptParameter, id, TASK_ID, taskValue, toValue } from './task-value.ts';

const parameters = z.object({
  id,
  result: z.string().min(1).max(100_000).describe('What was done, and where it is to be found'),
  attempt: attemptParameter,
});

/** A worker hands in its work; an orchestrator completes or rejects it. */
export const submitResultTool = ({ tasks }: TasklistServices): Info =>
  define('submit_result', {
    description: 'Submit the result of a task that you have taken or that is ready; an orchestrator decides on it.',
    parameters,
    returns: z.object({ task: taskValue }),
    permissions: { required: ['read'] },
    effects: ({ id: ref }, ctx) => someTasks('submit_result', ctx, { tasks, refs: [ref] }),
    danger: 'safe',
    approval: false,
    idempotent: false,
    parameterNames: otherNames({
      id: TASK_ID,
      result: ['output', 'content', 'summary', 'text', 'answer'],
      attempt: ['token', 'attempt_number'],
    }),
    preview: previewTitle,
    execute: async ({ id: ref, result, attempt: number }, ctx) => {
      const update = { status: 'submitted', result, ...(number === undefined ? {} : { attempt: number }) } as const;
      const task = await toValue(tasks, await tasks.update(ref, update, taskActorOf(ctx)));
      return {
        title: `Submitted ${task.label}`,
        output: `Submitted ${task.label} (${task.title}). An orchestrator completes or rejects it.`,
        value: { task },
        metadata: { status: task.status, rev: task.rev },
      };
    },
  }) as Info;
