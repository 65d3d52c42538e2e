/**
 * Names of files are bytes, and not all of them are text. Bytes that are no UTF-8 stand in our texts as characters of a
 * private range, which any database and any JSON can hold; so do the bytes of such a character itself. Every name has
 * exactly one such text, and every text names one file, or none.
 */
const FIRST = 0x10fe00;
const STANDS_FOR_BYTE = /\udbff[\ude80-\udeff]/;
const EACH = /[\u{10fe80}-\u{10feff}]/gu;

export function fromNameBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd') && !STANDS_FOR_BYTE.test(text)) return text;
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    const part = bytes.subarray(at, at + Math.max(length, 1));
    const plain = length > 0 ? part.toString('utf8') : '';
    out +=
      length > 0 && !STANDS_FOR_BYTE.test(plain)
        ? plain
        : Array.from(part, byte => String.fromCodePoint(FIRST + byte)).join('');
    at += part.length;
  }
  return out;
}

/** The number of bytes of the character that begins here; 0: none begins here. */
function lengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const part = bytes.subarray(at, at + length);
  return part.length === length && Buffer.from(part.toString('utf8')).equals(part) ? length : 0;
}

/** The name to ask the system for; a text that is not its name's own names nothing and throws as the system would. */
export function toNameBytes(text: string): string | Buffer {
  if (!STANDS_FOR_BYTE.test(text)) return text;
  const parts = text.split(/([\u{10fe80}-\u{10feff}])/u);
  const bytes = Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from([part.codePointAt(0)! - FIRST]))),
  );
  if (fromNameBytes(bytes) === text) return bytes;
  throw Object.assign(new Error('ENOENT: no file has such a name'), { code: 'ENOENT' });
}

export const isNoText = (text: string): boolean => STANDS_FOR_BYTE.test(text);

/** A name for messages, with each byte that is no UTF-8 as `\xff`. */
export const showNameBytes = (text: string): string =>
  text.replace(EACH, byte => `\\x${(byte.codePointAt(0)! - FIRST).toString(16)}`);
