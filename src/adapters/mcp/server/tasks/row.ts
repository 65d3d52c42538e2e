import type { CallToolResult, InputRequest, InputResponse } from '@modelcontextprotocol/server';

type McpTaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

export interface McpTaskRow {
  readonly id: string;
  readonly client: string;
  readonly tool: string;
  /** The call that does the work, or started the background command. Unknown while the task waits for others. */
  readonly callID?: string;
  /** The background command that the task follows. */
  readonly job?: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly status: McpTaskStatus;
  readonly statusMessage?: string;
  readonly inputRequests?: Readonly<Record<string, InputRequest>>;
  readonly result?: CallToolResult;
  readonly error?: { code: number; message: string; data?: unknown };
}

/** A task whose work is done in this process. */
export interface LiveTask {
  /** The task as it is now; a client that cancelled it wants to see the cancelling, if it made a difference. */
  row(isCancelled: boolean): McpTaskRow;
  answer(responses: Readonly<Record<string, InputResponse>>): void;
  stop(): void;
}

/** Milliseconds that a client can still fetch the result of a task. */
export const TASK_TIME = 60 * 60_000;
const POLL = 1000;

export const isOver = ({ status }: Pick<McpTaskRow, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

export const isTaskExpired = (row: McpTaskRow, now: number): boolean => isOver(row) && now - row.changedAt > TASK_TIME;

/** The task for the client, in place of the call's result. */
export function toTask(row: McpTaskRow) {
  const { id, status, statusMessage, createdAt, changedAt } = row;
  const until = isOver(row) ? changedAt : Date.now();
  return {
    taskId: id,
    status,
    statusMessage,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(changedAt).toISOString(),
    // The time is counted from the creation, as the protocol has it; it grows while the task runs.
    ttlMs: until - createdAt + TASK_TIME,
    pollIntervalMs: POLL,
  };
}

/** A task with the questions that it waits for, or its result. */
export const toDetailedTask = (row: McpTaskRow) => ({ ...toTask(row), ...detailsOf(row) });

function detailsOf({ status, inputRequests = {}, result, error }: McpTaskRow) {
  if (status === 'input_required') return { inputRequests };
  if (status === 'completed') return { result: result ?? { content: [] } };
  if (status === 'failed') return { error };
  return {};
}
