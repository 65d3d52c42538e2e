import { once } from 'node:events';
import {
  type CallToolResult,
  type InputResponse,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CataloguedTool } from '../../../../index.ts';
import type { Conversation } from '../asking/conversation.ts';
import { type Caller, TASKS } from '../caller.ts';
import { NO_TIMEOUT } from '../tools/report-progress.ts';
import { isOver, type McpTaskRow, toDetailedTask, toTask } from './row.ts';
import type { McpTasks } from './tasks.ts';

type ServeTasksOptions = { readonly tasks: McpTasks; readonly callerOf: (ctx: ServerContext) => Caller };

const taskParams = { params: z.object({ taskId: z.string() }) };

async function findTask(tasks: McpTasks, taskId: string, { key }: Caller): Promise<McpTaskRow> {
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

/** The capability of tasks as a client of the old era is told. */
export const LEGACY_TASKS = { list: {}, cancel: {}, requests: { tools: { call: {} } } } as const;

/** Whether a tool runs programs or reaches out; the others are quick. */
export const mayBeLegacyTask = ({ hints }: CataloguedTool): boolean => hints.openWorld;

/** A task as the revision of 2025-11-25 has it: the client asks for it with its call, and for the result apart. */
export function toLegacyTask(row: McpTaskRow) {
  const { ttlMs: ttl, pollIntervalMs: pollInterval, ...task } = toTask(row);
  return { ...task, ttl, pollInterval };
}

/** The tasks of the old era. `follow` tells a client of every change of a task that its call has become. */
export function serveLegacyTasks({ server }: McpServer, { tasks, callerOf }: ServeTasksOptions) {
  const own = new Set<string>();
  const find = (taskId: string, ctx: ServerContext) => findTask(tasks, taskId, callerOf(ctx));
  server.setRequestHandler('tasks/get', taskParams, async ({ taskId }, ctx) => toLegacyTask(await find(taskId, ctx)));
  server.setRequestHandler('tasks/list', { params: z.object({}) }, async (_, ctx) => {
    const found = await Promise.all([...own].map(id => tasks.find(id, callerOf(ctx).key)));
    const rows = found.filter(row => row !== undefined);
    for (const id of own) if (!rows.some(row => row.id === id)) own.delete(id);
    return { tasks: rows.map(toLegacyTask) };
  });
  server.setRequestHandler('tasks/cancel', taskParams, async ({ taskId }, ctx) => {
    const row = await find(taskId, ctx);
    if (isOver(row)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is ${row.status} already`);
    tasks.cancel(taskId);
    return toLegacyTask(await untilOver(taskId, ctx));
  });
  server.setRequestHandler('tasks/result', taskParams, async ({ taskId }, ctx) =>
    resultOf(await untilOver(taskId, ctx)),
  );

  /** Puts the task's questions to the client meanwhile: the client has a request open again. */
  async function untilOver(taskId: string, ctx: ServerContext): Promise<McpTaskRow> {
    const asked: Asked = new Map();
    const left = AbortSignal.any([ctx.mcpReq.signal, tasks.closing]);
    try {
      for (;;) {
        const changed = new AbortController();
        const unsubscribe = tasks.subscribe(({ id }) => id === taskId && changed.abort());
        try {
          const row = await find(taskId, ctx);
          if (isOver(row)) return row;
          askWhatIsNew(row, ctx, asked);
          const either = AbortSignal.any([changed.signal, left]);
          if (!either.aborted) await once(either, 'abort');
        } finally {
          unsubscribe();
        }
        left.throwIfAborted();
      }
    } finally {
      for (const each of asked.values()) each.abort();
    }
  }

  function askWhatIsNew({ id, inputRequests = {} }: McpTaskRow, ctx: ServerContext, asked: Asked) {
    // A question that was answered elsewhere needs no answer any more.
    for (const [key, withdrawn] of asked) if (!(key in inputRequests)) withdrawn.abort();
    for (const [key, { method, params }] of Object.entries(inputRequests)) {
      if (asked.has(key)) continue;
      const withdrawn = new AbortController();
      asked.set(key, withdrawn);
      const question = { method, params: { ...params, _meta: { [RELATED_TASK_META_KEY]: { taskId: id } } } };
      ctx.mcpReq.send(question as never, { signal: withdrawn.signal, timeout: NO_TIMEOUT }).then(
        response => tasks.answer(id, { [key]: response as InputResponse }),
        // A client that fails to answer leaves the question open, for others.
        () => {},
      );
    }
  }

  return {
    follow({ task }: Result, ctx: ServerContext): void {
      const { taskId } = (task ?? {}) as { taskId?: string };
      if (taskId === undefined) return;
      own.add(taskId);
      const stop = tasks.subscribe(row => {
        if (row.id !== taskId) return;
        if (isOver(row)) stop();
        const told = { method: 'notifications/tasks/status', params: toLegacyTask(row) };
        void server.notification(told as never).catch(() => {});
      });
      void find(taskId, ctx).then(row => isOver(row) && stop(), stop);
    },
  };
}

/** The questions that a client was asked, by their keys; to abort one takes it back. */
type Asked = Map<string, AbortController>;

function resultOf({ id, status, result, error }: McpTaskRow): CallToolResult {
  if (status === 'completed' && result)
    return { ...result, _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId: id } } };
  const { code = ProtocolErrorCode.InternalError, message = `The task was ${status}`, data } = error ?? {};
  throw new ProtocolError(code, message, data);
}
