import type { JSONRPCMessage, JSONRPCNotification, RequestId, Transport } from '@modelcontextprotocol/server';
import {
  isAcknowledgement,
  openTaskNews,
  refuseListening,
  type TaskListening,
  type TaskNews,
  taskListeningIn,
  withTasks,
} from './news.ts';
import type { McpTasks } from './tasks.ts';

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
