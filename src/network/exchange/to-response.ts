import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Deadline } from '../deadline.ts';
import { requestFailed } from '../failures.ts';
import type { RequestTarget } from '../target/check-target.ts';
import { toTold } from './headers.ts';
import { openBody } from './read-body.ts';

const WITHOUT_BODY = new Set([204, 205, 304]);

export interface WireAnswer {
  readonly message: IncomingMessage;
  readonly stream: Duplex;
  readonly target: RequestTarget;
  readonly method: string;
}

/** The body as it comes; the deadline holds until its last byte, or until nobody wants it. `end` closes everything. */
function toWebStream(chunks: AsyncIterator<Buffer>, deadline: Deadline, end: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (!done) return controller.enqueue(new Uint8Array(value));
          end();
          controller.close();
        } catch (error) {
          end();
          const { signal, place } = deadline;
          controller.error(signal.aborted ? signal.reason : requestFailed(place, 'the body broke off', error));
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function openWebBody(answer: WireAnswer, deadline: Deadline, maxBytes: number) {
  const { message, stream, target } = answer;
  const { chunks, decoded } = openBody(message, target, maxBytes);
  const stop = () => {
    message.destroy();
    stream.destroy();
  };
  const end = () => {
    deadline.signal.removeEventListener('abort', stop);
    deadline.end();
    stop();
  };
  deadline.signal.addEventListener('abort', stop, { once: true });
  return { decoded, body: toWebStream(chunks[Symbol.asyncIterator](), deadline, end) };
}

export function toResponse(answer: WireAnswer, deadline: Deadline, maxBytes: number): Response {
  const { message, stream, target, method } = answer;
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) throw requestFailed(target, `status ${status} means nothing`);
  const empty = method === 'HEAD' || WITHOUT_BODY.has(status);
  const { decoded, body } = empty ? { decoded: false, body: null } : openWebBody(answer, deadline, maxBytes);
  if (empty) {
    deadline.end();
    stream.destroy();
  }
  const statusText = (message.statusMessage ?? '').replace(/[^\t\x20-\x7e]/g, '');
  const response = new Response(body, { status, statusText, headers: toTold(message, decoded) });
  const url = new URL(target.url);
  url.hash = '';
  Object.defineProperties(response, { url: { value: url.href }, redirected: { value: target.hop > 0 } });
  return response;
}
