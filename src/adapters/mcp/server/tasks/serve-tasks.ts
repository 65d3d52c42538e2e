import {
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Conversation } from '../asking/conversation.ts';
import { type Caller, TASKS } from '../caller.ts';
import { type McpTaskRow, toDetailedTask } from './row.ts';
import type { McpTasks } from './tasks.ts';

interface ServeTasksOptions {
  readonly tasks: McpTasks;
  readonly callerOf: (ctx: ServerContext) => Caller;
}

const params = z.object({ taskId: z.string() });

/** The extension of the modern revision: a call that takes long is asked for, answered and cancelled by its id. */
export function serveTasks({ server }: McpServer, { tasks, callerOf }: ServeTasksOptions): void {
  const find = async (taskId: string, ctx: ServerContext): Promise<McpTaskRow> => {
    const caller = callerOf(ctx);
    if (!caller.knowsTasks) throw tasksRequired();
    const found = await tasks.find(taskId, caller.key);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}`);
    return found;
  };
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, ctx) => ({
    resultType: 'complete',
    ...toDetailedTask(await find(taskId, ctx)),
  }));
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, ctx) => {
    const { id } = await find(taskId, ctx);
    tasks.answer(id, (ctx.mcpReq.inputResponses ?? {}) as Parameters<Conversation['answer']>[0]);
    return { resultType: 'complete' };
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, ctx) => {
    tasks.cancel((await find(taskId, ctx)).id);
    return { resultType: 'complete' };
  });
}

export const tasksRequired = (): MissingRequiredClientCapabilityError =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
