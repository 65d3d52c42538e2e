import { z } from 'zod';
import type { CallContext } from '../../tool/context.ts';
import { changesState, type Effect } from '../../tool/effect.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';

const todoStatus = z.enum(['pending', 'in_progress', 'completed', 'cancelled']);

/** One thing to do. */
export const todo = z.object({
  id: z.string(),
  content: z.string(),
  status: todoStatus,
  priority: z.enum(['high', 'medium', 'low']).optional().describe('How soon'),
  activeForm: z.string().optional().describe('What is said while it is done: "Writing tests"'),
});

export type Todo = z.infer<typeof todo>;

export const todoValue = z.object({ todos: z.array(todo) });

/** The place where the lists of sessions are kept. */
export interface TodoServices {
  readonly todos: {
    read(sessionID: string): MaybePromise<readonly Todo[] | undefined>;
    write(sessionID: string, list: readonly Todo[]): MaybePromise<void>;
  };
}

export const todoEffects = (ctx: CallContext): readonly Effect[] => [changesState(`todo:${ctx.sessionID}`)];

const MARK: Record<Todo['status'], string> = { pending: '[ ]', in_progress: '[>]', completed: '[x]', cancelled: '[-]' };

/** The list as text, and how far it is done. */
export function todoResult(todos: readonly Todo[], notes: readonly string[] = []) {
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
