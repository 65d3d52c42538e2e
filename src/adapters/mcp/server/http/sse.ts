import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two signs of life: proxies cut a silent connection after about a minute. */
const EVERY = 15_000;
const SIGN_OF_LIFE = ': keepalive\n\n';

export const toEvent = (message: unknown): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

const SSE_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

export const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** A stream of events that `pump` writes as they come; what it writes once the client has gone is dropped. */
export function streamOf(
  pump: (write: (text: string) => void) => Promise<void>,
  onGone: () => Promise<void> | undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isGone = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      pump(text => void (isGone || controller.enqueue(encoder.encode(text)))).then(
        () => isGone || controller.close(),
        error => controller.error(error),
      );
    },
    cancel() {
      isGone = true;
      return onGone();
    },
  });
}

/** Gives one sign of life now and others later; the returned function ends them. */
export function giveSigns(write: (text: string) => void): () => void {
  write(SIGN_OF_LIFE);
  const timer = setInterval(write, EVERY, SIGN_OF_LIFE).unref();
  return () => clearInterval(timer);
}

/** The events of a stream as they are written, each with its end. */
export async function* eventsOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield `${part}\n\n`;
  }
}

/** The message in an event; undefined for an event without one, such as a sign of life. */
export function messageIn(event: string): Readonly<Record<string, unknown>> | undefined {
  const line = event.split('\n').find(each => each.startsWith('data: '));
  return line === undefined ? undefined : (JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
}

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
  const pump = async (write: (text: string) => void) => {
    const response = await answer.finally(giveSigns(write));
    if (response.body && isStream(response)) {
      reader = response.body.getReader();
      for await (const event of eventsOf(reader)) write(event);
    } else if (response.body) write(`event: message\ndata: ${await response.text()}\n\n`);
  };
  return streamOf(pump, () => reader?.cancel());
}
