import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

/** The fewest bytes of a content; a shorter one stands in many files by chance. */
const SHORTEST = 8;
/** The fewest characters of a value that tells its owner: `production` and `localhost` are in every other file. */
const TELLING = 16;
const MOST_VALUES = 1_000;
/** The most bytes of a file that are looked at. */
const MOST = 8 * 1024 * 1024;

/** A test whether a file holds the content of a private one. */
export type PrivateContent = { isIn(path: string, bytes: Uint8Array): boolean };

/** Makes a test for contents: as they are, a long value, in base64 or hex, packed by gzip, as objects of git. */
export function createPrivateContent(contents: readonly Uint8Array[]): PrivateContent {
  const parts = [...new Set(contents.flatMap(partsOf))];
  const objects = new Set(contents.flatMap(objectsOf));
  return {
    isIn(path, bytes) {
      if (isObject(path)) return objects.has(path.split('/').slice(-2).join(''));
      if (contents.some(content => content.length > 0 && Buffer.compare(content, bytes) === 0)) return true;
      const text = Buffer.from(unpacked(bytes).subarray(0, MOST)).toString('latin1');
      return parts.some(part => text.includes(part));
    },
  };
}

function partsOf(content: Uint8Array): readonly string[] {
  const bytes = Buffer.from(content);
  const whole = bytes.toString('latin1').trim();
  if (whole.length < SHORTEST) return [];
  // The last group of base64 depends on where the content ends.
  const encoded = [bytes.toString('base64').replace(/.{4}$/, ''), bytes.toString('hex')];
  const values = whole
    .split(/[\s=,;"'`]+/, MOST_VALUES)
    .filter(value => value.length >= TELLING && /[A-Za-z0-9]/.test(value));
  return [whole, ...encoded.filter(({ length }) => length >= TELLING), ...values];
}

const isObject = (path: string): boolean => /(?:^|\/)objects\/[0-9a-f]{2}\/[0-9a-f]{38,62}$/.test(path);

const objectsOf = (content: Uint8Array): readonly string[] =>
  ['sha1', 'sha256'].map(kind => createHash(kind).update(`blob ${content.length}\0`).update(content).digest('hex'));

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST });
  } catch {
    return bytes;
  }
}
