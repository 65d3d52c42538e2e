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

export interface ServeTasksOptions {
  readonly tasks: McpTasks;
  readonly callerOf: (ctx: ServerContext) => Caller;
}

export const taskParams = { params: z.object({ taskId: z.string() }) };

/** The task of a caller, or the error that there is none. */
export async function findTask(tasks: McpTasks, taskId: string, { key }: Caller): Promise<McpTaskRow> {
  const found = await tasks.find(taskId, key);
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}`);
  return found;
}

/** The extension of the modern revision: a client asks for a long call, answers and cancels it by its id. */
export function serveTasks({ server }: McpServer, { tasks, callerOf }: ServeTasksOptions): void {
  const find = async (taskId: string, ctx: ServerContext): Promise<McpTaskRow> => {
    const caller = callerOf(ctx);
    if (!caller.knowsTasks) throw tasksRequired();
    return findTask(tasks, taskId, caller);
  };
  server.setRequestHandler('tasks/get', taskParams, async ({ taskId }, ctx) => ({
    resultType: 'complete',
    ...toDetailedTask(await find(taskId, ctx)),
  }));
  server.setRequestHandler('tasks/update', taskParams, async ({ taskId }, ctx) => {
    const { id } = await find(taskId, ctx);
    tasks.answer(id, (ctx.mcpReq.inputResponses ?? {}) as Parameters<Conversation['answer']>[0]);
    return { resultType: 'complete' };
  });
  server.setRequestHandler('tasks/cancel', taskParams, async ({ taskId }, ctx) => {
    tasks.cancel((await find(taskId, ctx)).id);
    return { resultType: 'complete' };
  });
}

export const tasksRequired = (): MissingRequiredClientCapabilityError =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
