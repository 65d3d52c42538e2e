import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { type Todo, type TodoServices, todo, todoEffects, todoResult, todoValue } from './todo.ts';

const parameters = z.object({
  todos: z
    .array(
      todo.extend({
        id: z.string().optional().describe('Its id, to keep it'),
        content: z.string().min(1).describe('What is to be done'),
        status: todo.shape.status.default('pending').describe('How far it is'),
      }),
    )
    .max(200)
    .describe('The whole list: [{"content": "Write tests", "status": "in_progress"}]'),
});

export function todowrite({ todos }: TodoServices): Info {
  return define('todowrite', {
    description: "Write this session's to-do list as a whole; keep one item in_progress.",
    parameters,
    returns: todoValue,
    permissions: { required: ['read'] },
    effects: (_, ctx) => todoEffects(ctx),
    danger: 'safe',
    readOnly: false,
    idempotent: true,
    parameterNames: otherNames({ todos: ['items', 'tasks', 'list', 'todo_list', 'plan'] }),
    preview: previewHead,
    execute: async (args, ctx) => {
      const list = withIDs(args.todos);
      await todos.write(ctx.sessionID, list);
      const active = list.filter(({ status }) => status === 'in_progress').length;
      return todoResult(
        list,
        active > 1 ? [`${active} items are in_progress; one at a time is easier to follow.`] : [],
      );
    },
  }) as Info;
}

/** Gives items without an id the lowest free number; an id stands for one item. */
function withIDs(given: readonly (Omit<Todo, 'id'> & { id?: string })[]): Todo[] {
  const taken = new Set<string>();
  for (const { id } of given) {
    if (id === undefined) continue;
    if (taken.has(id)) {
      throw new ToolError('INVALID_ARGUMENTS', `Two items have the id ${JSON.stringify(id)}. Nothing was changed.`, {
        suggestion: 'Give each item an id of its own, or none.',
      });
    }
    taken.add(id);
  }
  let next = 1;
  return given.map(({ id, ...rest }) => {
    if (id !== undefined) return { id, ...rest };
    while (taken.has(String(next))) next++;
    return { id: String(next++), ...rest };
  });
}
