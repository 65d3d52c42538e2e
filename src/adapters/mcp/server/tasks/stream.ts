import { eventsOf, giveSigns, isStream, messageIn, streamOf, toEvent } from '../http/sse.ts';
import {
  isAcknowledgement,
  openTaskNews,
  refuseListening,
  type TaskListening,
  type TaskNews,
  withTasks,
} from './news.ts';
import type { McpTasks } from './tasks.ts';

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
  return new Response(streamOf({ pump, onGone }), { status, headers });
}
