import { kindOfBytes } from './kind-of-bytes.ts';

/** How the bytes of a text stand for its characters. `bom` says whether a byte order mark comes first. */
export interface TextFormat {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
  readonly bom: boolean;
}

export interface DecodedText extends TextFormat {
  /** Without the byte order mark. */
  readonly text: string;
  /** Bytes that are no UTF-8 in a text that otherwise is; shown as U+FFFD. */
  readonly broken: number;
}

const SAMPLE = 8192;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text that the bytes hold, or undefined when they hold none. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return fromUtf8(bytes.subarray(3), true);
  if (a === 0xff && b === 0xfe && !(c === 0 && bytes[3] === 0)) return fromUtf16(bytes.subarray(2), 'utf-16le', true);
  if (a === 0xfe && b === 0xff) return fromUtf16(bytes.subarray(2), 'utf-16be', true);
  if (bytes.subarray(0, SAMPLE).includes(0)) {
    const order = utf16Order(bytes);
    return order && fromUtf16(bytes, order, false);
  }
  return fromUtf8(bytes, false);
}

/** The bytes of a text in a format, or undefined when the format has no room for one of its characters. */
export function encodeText(text: string, format: TextFormat): Uint8Array | undefined {
  const { encoding, bom } = format;
  const marked = bom ? `\ufeff${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(marked, 'utf8');
  if (encoding === 'latin1') {
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return undefined;
    return Buffer.from(text, 'latin1');
  }
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** The name of a format as people say it. */
export function formatName({ encoding, bom }: TextFormat): string {
  const name = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE', latin1: 'Latin-1' }[encoding];
  return bom ? `${name} with a byte order mark` : name;
}

function fromUtf8(bytes: Uint8Array, bom: boolean): DecodedText | undefined {
  if (tooManyControls(bytes)) return undefined;
  try {
    return { text: UTF8.decode(bytes), encoding: 'utf-8', bom, broken: 0 };
  } catch {
    const { broken, valid } = countSequences(bytes);
    if (bom || valid > broken) return { text: LENIENT.decode(bytes), encoding: 'utf-8', bom, broken };
    if (bytes.includes(0) || kindOfBytes(bytes)) return undefined;
    return { text: Buffer.from(bytes).toString('latin1'), encoding: 'latin1', bom: false, broken: 0 };
  }
}

function fromUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', bom: boolean): DecodedText {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  if (encoding === 'utf-16be') even.swap16();
  return { text: even.toString('utf16le'), encoding, bom, broken: bytes.length % 2 };
}

/** UTF-16 without a mark shows as zero bytes in every second place and hardly any in the others. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length, SAMPLE);
  if (length < 4 || bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2]!++;
  const places = length / 2;
  const [even, odd] = [zeros[0]! / places, zeros[1]! / places];
  if (odd > 0.7 && even < 0.02) return 'utf-16le';
  if (even > 0.7 && odd < 0.02) return 'utf-16be';
  return undefined;
}

/** More than one control character in a hundred bytes, tabs, line ends, form feeds, bells and escapes aside. */
function tooManyControls(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if ((byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 0x1b) || byte === 0x7f) controls++;
  }
  return controls * 100 > length;
}

/** Multi-byte sequences that are UTF-8, and bytes that belong to none. */
function countSequences(bytes: Uint8Array): { valid: number; broken: number } {
  let valid = 0;
  let broken = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte < 0x80) continue;
    const tail =
      byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
    let found = 0;
    while (found < tail && (bytes[i + 1 + found]! & 0xc0) === 0x80) found++;
    if (tail > 0 && found === tail) {
      valid++;
      i += tail;
    } else broken++;
  }
  return { valid, broken };
}
