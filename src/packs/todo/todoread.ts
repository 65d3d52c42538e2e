import { z } from 'zod';
import { previewHead } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { type TodoServices, todoEffects, todoResult, todoValue } from './todo.ts';

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
