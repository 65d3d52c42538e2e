import { createGuardedFetch } from '../../network/create-guarded-fetch.ts';
import { CutOffError } from './ask-model.ts';

/** The most bytes of one answer, unpacked: far more than any has, with all that a stream wraps around its words. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SENT = 256 * 1024 * 1024;
/** The longest time in milliseconds: some models think for long, and say so all the while. */
const LONGEST = 3_600_000;

/**
 * The fetch for a model's server. A server that the user names may be on this machine or its network, all others are
 * public. The server may be anybody's: its answer is cut off where memory would suffer, and it cannot send the
 * conversation, and a key in a header of its own, on to another server.
 */
export function modelFetch(address?: string, most = MOST_BYTES): typeof fetch {
  const door = createGuardedFetch({
    allow: ['*'],
    private: address === undefined ? [] : [address],
    // Bytes are counted below, where too many get an error that says so.
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxRequestBytes: MOST_SENT,
    timeoutMs: LONGEST,
    connectTimeoutMs: 30_000,
  });
  return async (input, init) => {
    const response = await door(input, { ...init, redirect: 'manual' });
    if (!response.body) return response;
    let bytes = 0;
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > most)
          controller.error(new CutOffError(`The model's server has sent more than ${most} bytes`, true));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
}
