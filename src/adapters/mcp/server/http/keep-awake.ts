import { setTimeout as sleep } from 'node:timers/promises';
import { eventsOf, giveSigns, isStream, SSE_HEADERS, streamOf } from './sse.ts';

/** Milliseconds that an answer may take before its client gets signs of life. */
const SILENCE = 3000;

/** Turns an answer that takes long into a stream with signs of life, so that nobody on the way takes it for dead. */
export async function keepAwake(request: Request, answer: Promise<Response>): Promise<Response> {
  if (!request.headers.get('accept')?.includes('text/event-stream')) return answer;
  const waited = new AbortController();
  const slow = sleep(SILENCE, undefined, { signal: waited.signal }).catch(() => undefined);
  const quick = await Promise.race([answer, slow]);
  waited.abort();
  return quick ?? new Response(awake(answer), { headers: SSE_HEADERS });
}

function awake(answer: Promise<Response>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return streamOf({
    async pump(write) {
      const response = await answer.finally(giveSigns(write));
      if (response.body && isStream(response)) {
        reader = response.body.getReader();
        for await (const event of eventsOf(reader)) write(event);
      } else if (response.body) write(`event: message\ndata: ${await response.text()}\n\n`);
    },
    onGone: () => reader?.cancel(),
  });
}
