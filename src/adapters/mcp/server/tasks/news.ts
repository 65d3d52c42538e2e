import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type RequestId,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server';
import { senderOf } from '../caller.ts';
import { eventsOf, giveSigns, isStream, messageIn, streamOf, toEvent } from '../http/sse.ts';
import { isOver, type McpTaskRow, toDetailedTask } from './row.ts';
import { tasksRequired } from './serve-tasks.ts';
import type { McpTasks } from './tasks.ts';

/** A request for news of tasks. The package that speaks the protocol knows the rest of what can be listened to. */
interface TaskListening {
  readonly id: RequestId;
  readonly taskIds: readonly string[];
  readonly client: string;
  readonly knowsTasks: boolean;
}

/** The most tasks that one request may name. */
const MOST = 100;
/** The most listeners at a time; more are told nothing. */
const MOST_LISTENERS = 1024;

/** The tasks that a message asks to hear of; undefined where the message asks for none. */
export function taskListeningIn(message: unknown, request?: Request): TaskListening | undefined {
  const { id, method, params } = (message ?? {}) as ListenMessage;
  if (method !== 'subscriptions/listen' || id === undefined) return undefined;
  const taskIds = params?.notifications?.taskIds;
  if (!Array.isArray(taskIds)) return undefined;
  const { key: client, knowsTasks } = senderOf(params?._meta ?? {}, request);
  return { id, taskIds: taskIds.filter(each => typeof each === 'string').slice(0, MOST), client, knowsTasks };
}

interface ListenMessage {
  readonly id?: RequestId;
  readonly method?: unknown;
  readonly params?: { notifications?: { taskIds?: unknown } | null; _meta?: Readonly<Record<string, unknown>> };
}

/** The answer to a client that listens to tasks without saying that it knows them. */
function refuseListening({ id }: TaskListening) {
  const { code, message, data } = tasksRequired();
  return { jsonrpc: '2.0' as const, id, error: { code, message, data } };
}

/** Whether a message is the first word to a listener: the news that it will get. */
const isAcknowledgement = (message: unknown, { id }: TaskListening): message is JSONRPCNotification => {
  const { method, params } = message as { method?: unknown; params?: { _meta?: Record<string, unknown> } };
  return method === 'notifications/subscriptions/acknowledged' && params?._meta?.[SUBSCRIPTION_ID_META_KEY] === id;
};

function withTasks(acknowledgement: JSONRPCNotification, taskIds: readonly string[]): JSONRPCNotification {
  const { params } = acknowledgement;
  const notifications = { ...(params?.notifications as object), ...(taskIds.length > 0 ? { taskIds } : {}) };
  return { ...acknowledgement, params: { ...params, notifications } };
}

type TaskNews = Awaited<ReturnType<typeof openTaskNews>>;
type Tell = (message: JSONRPCNotification) => void;

/** The news of the tasks that a client listens to. */
async function openTaskNews(listening: TaskListening, tasks: McpTasks, tell: Tell) {
  const rows: McpTaskRow[] = [];
  const open = new Set<string>();
  const missed = new Map<string, McpTaskRow>();
  const ended = Promise.withResolvers<void>();
  let isStarted = false;

  // The changes are followed from before the first look at the tasks, so that none is missed.
  const unsubscribe = tasks.subscribe(row => {
    if (isStarted && open.has(row.id)) say(row);
    else if (!isStarted) missed.set(row.id, row);
  });

  function say(row: McpTaskRow): void {
    const params = { ...toDetailedTask(row), _meta: { [SUBSCRIPTION_ID_META_KEY]: listening.id } };
    tell({ jsonrpc: '2.0', method: 'notifications/tasks', params });
    if (isOver(row)) open.delete(row.id);
    if (open.size === 0) ended.resolve();
  }

  function stop(): void {
    unsubscribe();
    tasks.closing.removeEventListener('abort', stop);
    ended.resolve();
  }
  tasks.closing.addEventListener('abort', stop, { once: true });

  const named = tasks.listeners() > MOST_LISTENERS ? [] : listening.taskIds;
  for (const id of new Set(named)) {
    const row = await tasks.find(id, listening.client);
    if (!row) continue;
    rows.push(row);
    open.add(id);
  }
  if (open.size === 0) ended.resolve();
  return {
    taskIds: rows.map(({ id }) => id),
    /** Resolves when there is no more to tell. */
    ended: ended.promise,
    /** Tells the state of the tasks now, and from then on every change. */
    start() {
      isStarted = true;
      for (const row of rows) say(missed.get(row.id) ?? row);
      missed.clear();
    },
    stop,
  };
}

/** Tells the client at the other end of a pipe of the tasks that it listens to. The returned function ends that. */
export function tellTasksOn(transport: Transport, tasks: McpTasks): () => void {
  const asked = new Map<RequestId, TaskListening>();
  const told = new Map<RequestId, TaskNews>();
  const deliver = transport.onmessage;
  const send = transport.send.bind(transport);

  function forget(id: RequestId): void {
    asked.delete(id);
    told.get(id)?.stop();
    told.delete(id);
  }

  transport.onmessage = (message, extra) => {
    const listening = taskListeningIn(message);
    if (listening && !listening.knowsTasks) return void send(refuseListening(listening)).catch(() => {});
    if (listening) asked.set(listening.id, listening);
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) forget(cancelled);
    deliver?.(message, extra);
  };

  transport.send = async (message, options) => {
    const listening = [...asked.values()].find(each => isAcknowledgement(message, each));
    if (!listening) {
      // The request was refused, or has ended.
      if ('id' in message && message.id !== undefined && !('method' in message)) forget(message.id);
      return send(message, options);
    }
    const { id } = listening;
    asked.delete(id);
    const news = await openTaskNews(listening, tasks, each => void send(each).catch(() => {}));
    told.set(id, news);
    await send(withTasks(message as JSONRPCNotification, news.taskIds), options);
    news.start();
    void news.ended.then(() => forget(id));
  };

  return () => {
    for (const id of told.keys()) forget(id);
  };
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  return message.params?.requestId as RequestId | undefined;
}

/**
 * The stream of a listening client, with the news of its tasks between other events. These come from `answer`, which
 * ends at once where the client listens to nothing else; its last word then waits until the tasks are over.
 */
export async function streamTaskNews(listening: TaskListening, tasks: McpTasks, answer: Response): Promise<Response> {
  const { body, status, headers } = answer;
  if (!body || !isStream(answer)) return answer;
  if (!listening.knowsTasks) {
    await body.cancel();
    return Response.json(refuseListening(listening), { status: 400 });
  }
  const reader = body.getReader();
  let news: TaskNews | undefined;
  let isGone = false;

  async function pump(write: (text: string) => void): Promise<void> {
    let hearsMore = false;
    let last = '';
    for await (const event of eventsOf(reader)) {
      const message = messageIn(event);
      if (message && isAcknowledgement(message, listening)) {
        hearsMore = Object.keys(message.params?.notifications as object).length > 0;
        news = await openTaskNews(listening, tasks, each => write(toEvent(each)));
        write(toEvent(withTasks(message, news.taskIds)));
        news.start();
        if (isGone) news.stop();
      } else if (message && 'result' in message) last = event;
      else write(event);
    }
    if (!hearsMore && news) {
      const stopSigns = giveSigns(write);
      await news.ended;
      stopSigns();
    }
    news?.stop();
    write(last);
  }

  const onGone = () => {
    isGone = true;
    news?.stop();
    return reader.cancel();
  };
  return new Response(streamOf(pump, onGone), { status, headers });
}
