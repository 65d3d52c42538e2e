interface ReadResult {
  readonly bytes: Uint8Array;
  /** Whether the body had more bytes than the limit. */
  readonly cut: boolean;
}

/** The body up to a limit; a server that sends more is not read any longer. */
export async function readResponse({ body }: Pick<Response, 'body'>, most: number): Promise<ReadResult> {
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
