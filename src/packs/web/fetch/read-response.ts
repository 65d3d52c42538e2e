/** The body up to a limit, and whether it was cut; a server that sends more is not read any longer. */
export async function readResponse({ body }: Pick<Response, 'body'>, most: number) {
  if (body === null) return { bytes: new Uint8Array(), cut: false };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > most) return { bytes: Buffer.concat(chunks).subarray(0, most), cut: true };
  }
  return { bytes: Buffer.concat(chunks), cut: false };
}

/** The longest wait, in seconds: nobody waits longer, and a server may ask for anything. */
const LONGEST = 24 * 60 * 60;

/** Whole seconds that a server asks to wait before the next request: a number of seconds, or a date. */
export function secondsToWait(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1_000);
  return seconds > 0 && seconds <= LONGEST ? seconds : undefined;
}
