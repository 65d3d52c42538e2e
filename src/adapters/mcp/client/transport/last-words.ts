import type { Readable } from 'node:stream';

/** Characters. */
const MOST = 800;
/** A value that is shorter is no secret, and may be part of any word. */
const SHORTEST_SECRET = 6;

/** The end of what a process says on its standard error, without what its config keeps secret. */
export function lastWords(stream: Readable | null, secrets: readonly string[]): () => string {
  let said = '';
  stream?.on('data', (chunk: Buffer) => {
    // More is kept than is told, so that a secret at the edge is still seen whole.
    said = `${said}${chunk.toString('utf8')}`.slice(-4 * MOST);
  });
  stream?.on('error', () => {});
  return () => {
    const hidden = secrets
      .filter(({ length }) => length >= SHORTEST_SECRET)
      .reduce((text, secret) => text.replaceAll(secret, '***'), said);
    return hidden
      .replace(/\s*\n\s*/g, ' | ')
      .trim()
      .slice(-MOST)
      .toWellFormed();
  };
}
