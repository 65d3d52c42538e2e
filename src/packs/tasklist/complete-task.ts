import { z } from 'zod';
import { previewTitle } from '../../text/previews.ts';
import { sayList } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { someTasks } from './effects.ts';
import { type TasklistServices, taskActorOf } from './services.ts';
import { id, idNames, rev, taskValue, toValue } from './task-value.ts';

const returns = z.object({ task: taskValue, now_ready: z.array(z.string()) });

/** Tasks that are looked at for those that are ready now. */
const MOST = 1000;

/** A submission is accepted, and what waited for it alone can be taken. */
export const completeTaskTool = ({ tasks }: TasklistServices): Info =>
  define('complete_task', {
    description: 'Accept a submitted task as done; what waited for it becomes ready.',
    parameters: z.object({ id, rev }),
    returns,
    permissions: { required: ['write'] },
    effects: ({ id: ref }, ctx) => someTasks('complete_task', ctx, { tasks, refs: [ref] }),
    danger: 'safe',
    approval: false,
    idempotent: false,
    parameterNames: { ...idNames, revision: 'rev' },
    preview: previewTitle,
    execute: async ({ id: ref, rev: expected }, ctx) => {
      const update = { status: 'done', ...(expected === undefined ? {} : { rev: expected }) } as const;
      const done = await tasks.update(ref, update, taskActorOf(ctx));
      const task = await toValue(tasks, done);
      const below = await tasks.dependents(done.id, MOST);
      const ready = below.filter(({ status }) => status === 'ready').map(({ label }) => label);
      return {
        title: `Completed ${task.label}`,
        output: `${task.label} (${task.title}) is done.${ready.length > 0 ? ` Ready now: ${sayList(ready, 20)}.` : ''}`,
        value: { task, now_ready: ready },
        metadata: { status: task.status, rev: task.rev },
      };
    },
  }) as Info;
