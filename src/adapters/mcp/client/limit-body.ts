/** Bytes of one answer, and of one stream of events. */
const MOST_BODY = 32 * 1024 * 1024;

/** Fetches without following anyone elsewhere (headers may hold a token), and never reads without end. */
export async function boundedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let seen = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > MOST_BODY) controller.error(new Error(`The server sent more than ${MOST_BODY} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}
