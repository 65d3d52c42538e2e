import {
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, TASKS } from './caller.ts';
import type { Conversation } from './conversation.ts';
import { type Conversations, TASK_TIME } from './conversations.ts';

const POLL = 1000;

export interface TasksOptions {
  readonly conversations: Conversations;
  readonly callerOf: (ctx: ServerContext) => Caller;
  readonly resultOf: (conversation: Conversation) => Result;
}

/** The extension of the modern revision: a call that takes long is asked for, answered and cancelled by its id. */
export function serveTasks({ server }: McpServer, { conversations, callerOf, resultOf }: TasksOptions): void {
  const find = (taskId: string, ctx: ServerContext): Conversation => {
    const caller = callerOf(ctx);
    if (!caller.knowsTasks) throw tasksRequired();
    const found = conversations.find(taskId, caller.key);
    if (!found?.isTask) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}`);
    return found;
  };
  server.setRequestHandler('tasks/get', { params: z.object({ taskId: z.string() }) }, ({ taskId }, ctx) => {
    const conversation = find(taskId, ctx);
    return { resultType: 'complete', ...toTask(conversation), ...detailsOf(conversation, resultOf) };
  });
  server.setRequestHandler('tasks/update', { params: z.object({ taskId: z.string() }) }, ({ taskId }, ctx) => {
    find(taskId, ctx).answer((ctx.mcpReq.inputResponses ?? {}) as Parameters<Conversation['answer']>[0]);
    return { resultType: 'complete' };
  });
  server.setRequestHandler('tasks/cancel', { params: z.object({ taskId: z.string() }) }, ({ taskId }, ctx) => {
    const conversation = find(taskId, ctx);
    if (!conversation.ended) conversation.cancel();
    return { resultType: 'complete' };
  });
}

export const tasksRequired = (): MissingRequiredClientCapabilityError =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });

/** What the call becomes for the client, in place of its result. */
export const toTask = (conversation: Conversation) => ({
  taskId: conversation.id,
  status: statusOf(conversation),
  ...(conversation.said === undefined ? {} : { statusMessage: conversation.said }),
  createdAt: new Date(conversation.createdAt).toISOString(),
  lastUpdatedAt: new Date(conversation.changedAt).toISOString(),
  ttlMs: TASK_TIME,
  pollIntervalMs: POLL,
});

/** A tool that failed has completed; `failed` is for what never came to an outcome. */
function statusOf({ ended, signal, questions }: Conversation) {
  if (!ended) return Object.keys(questions).length > 0 ? 'input_required' : 'working';
  if (signal.aborted && !('outcome' in ended && ended.outcome.ok)) return 'cancelled';
  return 'outcome' in ended ? 'completed' : 'failed';
}

function detailsOf(conversation: Conversation, resultOf: TasksOptions['resultOf']) {
  const { ended, questions } = conversation;
  switch (statusOf(conversation)) {
    case 'input_required':
      return { inputRequests: questions };
    case 'completed':
      return { result: resultOf(conversation) };
    case 'failed':
      return { error: toError(ended && 'failure' in ended ? ended.failure : undefined) };
    default:
      return {};
  }
}

function toError(failure: unknown) {
  const message = failure instanceof Error ? failure.message : 'Internal error';
  const code = failure instanceof ProtocolError ? failure.code : ProtocolErrorCode.InternalError;
  return { code, message };
}
