import { setTimeout as sleep } from 'node:timers/promises';
import { eventsOf, giveSigns, isStream, SSE_HEADERS } from './sse.ts';

/** Milliseconds that an answer may take before its client gets signs of life. */
const SILENCE = 3000;

/** An answer that takes long becomes a stream with signs of life in it, so that nobody on the way takes it for dead. */
export async function keepAwake(request: Request, answer: Promise<Response>): Promise<Response> {
  if (!request.headers.get('accept')?.includes('text/event-stream')) return answer;
  const waited = new AbortController();
  const slow = sleep(SILENCE, undefined, { signal: waited.signal }).catch(() => undefined);
  const quick = await Promise.race([answer, slow]);
  waited.abort();
  return quick ?? new Response(awake(answer), { headers: SSE_HEADERS });
}

function awake(answer: Promise<Response>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let isGone = false;

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const write = (text: string) => void (isGone || controller.enqueue(encoder.encode(text)));
    const stopSigns = giveSigns(write);
    const response = await answer.finally(stopSigns);
    if (response.body && isStream(response)) {
      reader = response.body.getReader();
      for await (const event of eventsOf(reader)) write(event);
    } else if (response.body) write(`event: message\ndata: ${await response.text()}\n\n`);
    if (!isGone) controller.close();
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      pump(controller).catch(error => controller.error(error));
    },
    async cancel() {
      isGone = true;
      await reader?.cancel();
    },
  });
}
