import { z } from 'zod';
import { sayList } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { decidesOnTask } from './decides-on-task.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { id, idNames, rev, taskValue, toValue } from './task-value.ts';

const returns = z.object({ task: taskValue, now_ready: z.array(z.string()) });

/** The most tasks that are searched for those that are ready now. */
const MOST = 1000;

export const completeTaskTool = (services: TasklistServices): Info =>
  define('complete_task', {
    description: 'Accept a submitted task as done; what waited for it becomes ready.',
    parameters: z.object({ id, rev }),
    returns,
    permissions: { required: ['write'] },
    ...decidesOnTask('complete_task', services),
    parameterNames: { ...idNames, revision: 'rev' },
    execute: async ({ id: ref, rev: expected }, ctx) => {
      const done = await services.tasks.update(ref, { status: 'done', rev: expected }, taskActorOf(ctx));
      const task = await toValue(services.tasks, done);
      const below = await services.tasks.dependents(done.id, MOST);
      const ready = below.filter(({ status }) => status === 'ready').map(({ label }) => label);
      return {
        title: `Completed ${task.label}`,
        output: `${task.label} (${task.title}) is done.${ready.length > 0 ? ` Ready now: ${sayList(ready, 20)}.` : ''}`,
        value: { task, now_ready: ready },
        metadata: { status: task.status, rev: task.rev },
      };
    },
  }) as Info;
