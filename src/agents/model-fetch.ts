import { CutOff } from './ask-model.ts';

/** Bytes of one answer, unpacked: far more than any answer has, with all that a stream wraps around its words. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * How a model's server is asked. It may be anybody's: what it sends is cut off where memory would suffer, and it cannot
 * send the conversation, and a key in a header of its own, on to another server.
 */
export const modelFetch =
  (most = MOST_BYTES): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (!response.body) return response;
    let bytes = 0;
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > most) controller.error(new CutOff(`The model's server has sent more than ${most} bytes`, true));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
