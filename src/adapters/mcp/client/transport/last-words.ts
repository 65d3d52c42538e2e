import type { Readable } from 'node:stream';

/** The most characters of the last words. */
const MOST = 800;
/** The shortest secret: a shorter value is none, and may be part of any word. */
const SHORTEST_SECRET = 6;

/** The end of a process's standard error, without the secrets of its config. */
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
