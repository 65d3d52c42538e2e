import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayCount, sayNumber, withNotes } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { allTasks } from './effects.ts';
import type { TasklistServices } from './services.ts';
import { sayCounts, sayTask, status, taskValue, toValues } from './task-value.ts';

const parameters = z.object({
  status: z.array(status).optional().describe('Only those that are in one of these states'),
  limit: z.number().int().min(1).max(200).default(50).describe('Tasks at most'),
  after: z.string().min(1).max(200).optional().describe('Only those made after this one, to page on; an id or label'),
});

const returns = z.object({ tasks: z.array(taskValue), total: z.number(), counts: z.record(status, z.number()) });

export const listTasksTool = ({ tasks }: TasklistServices): Info =>
  define('list_tasks', {
    description: 'List the shared tasks, oldest first, with their states and what they wait for.',
    parameters,
    returns,
    permissions: { required: ['read'] },
    effects: (_, ctx) => allTasks('list_tasks', ctx),
    danger: 'safe',
    idempotent: true,
    aliases: [{ name: 'task_list' }],
    parameterNames: otherNames({
      status: ['statuses', 'state', 'states', 'filter'],
      limit: ['max_results'],
      after: ['cursor'],
    }),
    preview: previewHead,
    execute: async ({ status: wanted, limit, after }) => {
      const found = await tasks.list({
        status: wanted?.length ? wanted : undefined,
        after: after === undefined ? undefined : (await tasks.get(after)).id,
        limit: limit + 1,
      });
      const counts = await tasks.counts();
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const shown = await toValues(tasks, found.slice(0, limit));
      const more = found.length > limit;
      return {
        title: sayCount(shown.length, 'task'),
        output: withNotes(shown.map(sayTask).join('\n'), [
          shown.length === 0 && total > 0 && `None of ${sayCount(total, 'task')} fits.`,
          total === 0 ? 'There are no tasks yet.' : `${sayNumber(total)} in all: ${sayCounts(counts)}.`,
          more && `There are more: after=${JSON.stringify(shown.at(-1)!.label)}.`,
        ]),
        value: { tasks: shown, total, counts },
        metadata: { tasks: shown.length, total, more },
      };
    },
  }) as Info;
