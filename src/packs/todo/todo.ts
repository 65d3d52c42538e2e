import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { changesState, type Effect } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';

const todoStatus = z.enum(['pending', 'in_progress', 'completed', 'cancelled']);

/** One thing to do. */
const todo = z.object({
  id: z.string(),
  content: z.string(),
  status: todoStatus,
  priority: z.enum(['high', 'medium', 'low']).optional().describe('How soon'),
  activeForm: z.string().optional().describe('What is said while it is done: "Writing tests"'),
});

export type Todo = z.infer<typeof todo>;

const todoValue = z.object({ todos: z.array(todo) });

/** The place where the lists of sessions are kept. */
export interface TodoServices {
  readonly todos: {
    read(sessionID: string): MaybePromise<readonly Todo[] | undefined>;
    write(sessionID: string, list: readonly Todo[]): MaybePromise<void>;
  };
}

const todoEffects = (ctx: CallContext): readonly Effect[] => [changesState(`todo:${ctx.sessionID}`)];

const MARK: Record<Todo['status'], string> = { pending: '[ ]', in_progress: '[>]', completed: '[x]', cancelled: '[-]' };

/** The list as text, and how far it is done. */
function todoResult(todos: readonly Todo[], notes: readonly string[] = []) {
  const done = todos.filter(({ status }) => status === 'completed').length;
  const lines = todos.map(
    ({ id, content, status, priority }) => `${MARK[status]} ${id}. ${content}${priority ? ` (${priority})` : ''}`,
  );
  const text = todos.length === 0 ? 'The list is empty.' : lines.join('\n');
  return {
    title: todos.length === 0 ? 'No to-dos' : `${done} of ${todos.length} to-dos done`,
    output: [text, ...notes.map(note => `[${note}]`)].join('\n'),
    value: { todos: [...todos] },
    metadata: { total: todos.length, done },
  };
}

export function todoread({ todos }: TodoServices): Info {
  return define('todoread', {
    description: "Read this session's to-do list.",
    parameters: z.object({}),
    returns: todoValue,
    permissions: { required: ['read'] },
    effects: (_, ctx) => todoEffects(ctx),
    danger: 'safe',
    idempotent: true,
    preview: previewHead,
    execute: async (_, ctx) => todoResult((await todos.read(ctx.sessionID)) ?? []),
  }) as Info;
}

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
    if (taken.has(id))
      throw new ToolError('INVALID_ARGUMENTS', `Two items have the id ${JSON.stringify(id)}. Nothing was changed.`, {
        suggestion: 'Give each item an id of its own, or none.',
      });
    taken.add(id);
  }
  let next = 1;
  return given.map(({ id, ...rest }) => {
    if (id !== undefined) return { id, ...rest };
    while (taken.has(String(next))) next++;
    return { id: String(next++), ...rest };
  });
}
