import { hash } from 'node:crypto';
import { sha256Of } from './sha-256.ts';

/** Bytes that a process hashes by itself: most starts hash less, and loading Node's module for it takes much longer. */
let left = 16_384;

/** The SHA-256 of a text, as hex. */
export function hashText(text: string): string {
  const bytes = Buffer.from(text);
  left -= bytes.length;
  return left > 0 ? sha256Of(bytes) : hash('sha256', bytes);
}
