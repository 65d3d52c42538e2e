import { isAscii } from 'node:buffer';

/** The way in which bytes are read as text, chosen so that text that is not touched is written back byte for byte. */
type TextEncoding = 'utf-8' | 'utf-8 with damaged bytes' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface DecodedText {
  /** The text without the byte order mark. In damaged UTF-8 a stray byte 0x80–0xFF stands as U+DC80–U+DCFF. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
  /** The inverse of reading, byte order mark included. */
  encode(text: string): Uint8Array;
  /** The first character that this encoding cannot hold, if there is one. */
  unencodable(text: string): string | undefined;
}

const WINDOWS_1252_HIGH = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, i) => 128 + i));

export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 'utf-16be');
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = bom ? bytes.subarray(3) : bytes;
  try {
    const text = decodeUtf8(body);
    return Object.freeze({
      text,
      encoding: 'utf-8',
      bom,
      encode: withBom(bom, encodeUtf8),
      unencodable: loneSurrogate,
    });
  } catch {
    return decodeBroken(body, bom);
  }
}

/** Decodes UTF-8, and throws for other bytes. Most source is ASCII alone, which takes a fraction of the time. */
function decodeUtf8(body: Uint8Array): string {
  if (isAscii(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText {
  const even = bytes.length - (bytes.length % 2);
  const oddByte = bytes.subarray(even);
  const swap = encoding === 'utf-16be';
  const units = Buffer.from(bytes.subarray(2, even));
  const text = (swap ? units.swap16() : units).toString('utf16le');
  const encode = (content: string) => {
    const body = Buffer.from(content, 'utf16le');
    return joinBytes([bytes.subarray(0, 2), swap ? body.swap16() : body, oddByte]);
  };
  return Object.freeze({ text, encoding, bom: true, encode, unencodable: loneSurrogate });
}

/** Decodes bytes that are not UTF-8: as a single-byte encoding, unless most beyond ASCII do form UTF-8 sequences. */
function decodeBroken(body: Uint8Array, bom: boolean): DecodedText {
  const { text, sequences, strays } = decodeDamaged(body);
  if (bom || sequences * 3 >= strays) {
    const encode = withBom(bom, encodeDamaged);
    return Object.freeze({ text, encoding: 'utf-8 with damaged bytes', bom, encode, unencodable: loneSurrogate });
  }
  const single = new TextDecoder('windows-1252').decode(body);
  const encode = (content: string) => Uint8Array.from(content, char => windows1252Byte(char) ?? 0x3f);
  const unencodable = (content: string) => [...content].find(char => windows1252Byte(char) === undefined);
  return Object.freeze({ text: single, encoding: 'windows-1252', bom: false, encode, unencodable });
}

function decodeDamaged(body: Uint8Array): { text: string; sequences: number; strays: number } {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let [sequences, strays, plainFrom] = [0, 0, 0];
  const flush = (to: number) => {
    if (to > plainFrom) parts.push(strict.decode(body.subarray(plainFrom, to)));
  };
  for (let at = 0; at < body.length; ) {
    const length = sequenceLength(body, at, strict);
    if (length > 0) {
      if (length > 1) sequences++;
      at += length;
      continue;
    }
    flush(at);
    parts.push(String.fromCharCode(0xdc00 + body[at]!));
    strays++;
    at++;
    plainFrom = at;
  }
  flush(body.length);
  return { text: parts.join(''), sequences, strays };
}

/** The length of the valid UTF-8 sequence at `at`, or 0. */
function sequenceLength(body: Uint8Array, at: number, strict: InstanceType<typeof TextDecoder>): number {
  const lead = body[at]!;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length === 0 || at + length > body.length) return 0;
  try {
    strict.decode(body.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}

/** The bytes of a text in which each stray byte stands as a lone low surrogate: every second part is one. */
function encodeDamaged(text: string): Uint8Array {
  const parts = text.split(/([\udc80-\udcff])/u);
  return joinBytes(parts.map((part, at) => (at % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : encodeUtf8(part))));
}

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function withBom(bom: boolean, encode: (text: string) => Uint8Array): (text: string) => Uint8Array {
  return bom ? text => joinBytes([Uint8Array.of(0xef, 0xbb, 0xbf), encode(text)]) : encode;
}

function windows1252Byte(char: string): number | undefined {
  const code = char.charCodeAt(0);
  if (code < 0x80) return code;
  const index = char.length === 1 ? WINDOWS_1252_HIGH.indexOf(char) : -1;
  return index < 0 ? undefined : 128 + index;
}

function loneSurrogate(text: string): string | undefined {
  return text.isWellFormed() ? undefined : [...text].find(char => !char.isWellFormed());
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.concat(parts);
  return new Uint8Array(buffer, byteOffset, length);
}
