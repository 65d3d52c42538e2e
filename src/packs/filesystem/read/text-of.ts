import { isUtf8 } from 'node:buffer';
import { kindOfBytes } from '../../../text/kind-of-bytes.ts';
import { type DecodedText, decodeText } from './text-encoding.ts';

/** The text of a file, with the way back to its bytes. */
export type FileText = DecodedText;

const SAMPLE = 8192;

/** The text that the bytes hold, or undefined when they hold no text. */
export function textOf(bytes: Uint8Array): FileText | undefined {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (marked) return bytes[2] === 0 && bytes[3] === 0 ? undefined : decodeText(bytes);
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.includes(0)) return unmarkedUtf16(bytes);
  if (tooManyControls(sample)) return undefined;
  const decoded = decodeText(bytes);
  if (decoded.encoding === 'windows-1252' && (bytes.includes(0) || kindOfBytes(bytes))) return undefined;
  return decoded;
}

/** Whether the bytes hold text in UTF-8, told without decoding them. */
export function holdsUtf8(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  return isUtf8(bytes) && !sample.includes(0) && !tooManyControls(sample);
}

/** The way in which the text is stored, where it is worth a word. */
export function encodingName({ encoding, bom }: Pick<FileText, 'encoding' | 'bom'>): string {
  const name = {
    'utf-8': 'UTF-8',
    'utf-8 with damaged bytes': 'UTF-8 with damaged bytes',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': 'Latin-1 (Windows-1252)',
  }[encoding];
  return bom ? `${name}, with a byte order mark` : name;
}

/** The text of UTF-16 without a mark: zero bytes stand in every second place and hardly any in the others. */
function unmarkedUtf16(bytes: Uint8Array): FileText | undefined {
  const length = Math.min(bytes.length, SAMPLE);
  if (length < 4 || bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++;
  const [even, odd] = zeros.map(count => count / (length / 2)) as [number, number];
  if (odd > 0.7 && even < 0.02) return withoutMark(bytes, [0xff, 0xfe]);
  if (even > 0.7 && odd < 0.02) return withoutMark(bytes, [0xfe, 0xff]);
  return undefined;
}

function withoutMark(bytes: Uint8Array, mark: readonly number[]): FileText {
  const decoded = decodeText(Buffer.concat([Uint8Array.from(mark), bytes]));
  return { ...decoded, bom: false, encode: text => decoded.encode(text).subarray(2) };
}

/** Whether over one byte in a hundred is a control character, but for tabs, line ends, form feeds, bells and escapes. */
function tooManyControls(sample: Uint8Array): boolean {
  let controls = 0;
  for (const byte of sample)
    if ((byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 0x1b) || byte === 0x7f) controls++;
  return controls * 100 > sample.length;
}
