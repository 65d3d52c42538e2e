/** Bytes of one answer, and of one stream of events. */
const MOST_BODY = 32 * 1024 * 1024;

/** Fetches without following a redirect (headers may hold a token), and never reads without end. */
export async function boundedFetch(input: string | URL, init?: RequestInit, most = MOST_BODY): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let seen = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > most) controller.error(new Error(`The server sent more than ${most} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** A limited fetch with headers that only the server itself is to see: no other host that it names gets them. */
export const fetchWithHeaders =
  (server: string, own: Readonly<Record<string, string>>) =>
  (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(String(input) === new URL(server).href ? own : {});
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return boundedFetch(input, { ...init, headers });
  };
