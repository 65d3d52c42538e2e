import { kindOfBytes, SEEN_IMAGES } from '../../../text/kind-of-bytes.ts';

/** The charset by a byte order mark, which counts more than any header. */
function markedCharset(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined;
}

/** The kind of UTF-16 without a mark or header: in Western texts every other byte is zero. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const pairs = Math.min(bytes.length >> 1, 500);
  let [first, second] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) first++;
    if (bytes[at + 1] === 0) second++;
  }
  if (pairs < 8 || Math.max(first, second) < pairs * 0.8 || Math.min(first, second) > 0) return undefined;
  return first > second ? 'utf-16be' : 'utf-16le';
}

const CHARSET_IN_HTML = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:-]{2,40})/i;
const CHARSET_IN_XML = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:-]{2,40})["']/i;

/** The charset that a page names itself. A page that names UTF-16 in ASCII is not in it. */
function namedCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1');
  const name = (CHARSET_IN_XML.exec(head) ?? CHARSET_IN_HTML.exec(head))?.[1];
  return name && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function decoderOf(charset: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (charset === undefined) return undefined;
  try {
    return new TextDecoder(charset.trim().replace(/^["']|["']$/g, ''));
  } catch {
    return undefined;
  }
}

/** The text by its mark, its header or its own word; else as UTF-8 where it is valid, or as Windows would have it. */
export function decodeBody(bytes: Uint8Array, declared: string | undefined): string {
  const decoder = decoderOf(markedCharset(bytes)) ?? decoderOf(declared) ?? decoderOf(namedCharset(bytes));
  if (decoder) return decoder.decode(bytes);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    // A character may be cut in two where only a part of the body came.
    return utf8.decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The kind of a body, whatever its header says. */
export type BodyContent =
  | { readonly kind: 'html' | 'json' | 'text'; readonly text: string; readonly mediaType: string }
  | { readonly kind: 'image' | 'pdf' | 'binary'; readonly label: string; readonly mediaType: string };

type DeclaredType = Readonly<{ mediaType: string; charset?: string | undefined }>;

/** The parts of a header such as `text/html; charset="utf-8"`. */
export function parseContentType(header: string | null): DeclaredType {
  const [type = '', ...rest] = (header ?? '').split(';');
  const charset = rest.map(part => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(part)?.[1]).find(name => name !== undefined);
  return { mediaType: type.trim().toLowerCase(), ...(charset ? { charset } : {}) };
}

const TEXT_TYPE =
  /^(?:text\/|message\/|application\/(?:.*\+)?(?:json|xml|javascript|ecmascript|x-ndjson|yaml|x-yaml|toml|graphql|sql|x-sh|x-www-form-urlencoded)|image\/svg\+xml)/;

/** Whether many bytes mean nothing in a text. UTF-16 is told by its mark or its header. */
function looksBinary(bytes: Uint8Array, { charset }: DeclaredType): boolean {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (marked || /^utf-?(?:16|32)/i.test(charset ?? '')) return false;
  const sample = bytes.subarray(0, 4_096);
  let odd = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if ((byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 0x1b) || byte === 0x7f) odd++;
  }
  return odd * 50 > sample.length;
}

const startOf = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/, '')
    .slice(0, 200)
    .toLowerCase();

const looksLikeHtml = (text: string): boolean =>
  /^<(?:!doctype html|html|head|body|title|h1|div|table|p|script|meta|frameset)[\s>/]/.test(`${startOf(text)} `);

/** The longest text that is parsed as a check: a longer or deeper one takes time, in which nobody else is served. */
const MOST_CHECKED = 4_000_000;
const DEEPEST = 1_000;

export function looksLikeJson(text: string): boolean {
  if (text.length > MOST_CHECKED || !/^\s*[[{]/.test(text) || isDeep(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function textKind(text: string, mediaType: string): 'html' | 'json' | 'text' {
  if (/[/+]json$/.test(mediaType)) return looksLikeHtml(text) ? 'html' : 'json';
  const asHtml = mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
  // Some servers call every body a page.
  if (asHtml) return looksLikeJson(text) ? 'json' : /<[a-z!/]/i.test(text) ? 'html' : 'text';
  // A body that is called plain text stays so: servers of source code send pages in this way.
  if (TEXT_TYPE.test(mediaType)) return 'text';
  return looksLikeHtml(text) ? 'html' : looksLikeJson(text) ? 'json' : 'text';
}

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

export function classifyBody(bytes: Uint8Array, header: string | null): BodyContent {
  const declared = { charset: guessUtf16(bytes), ...parseContentType(header) };
  if (isPdf(bytes)) return { kind: 'pdf', label: 'PDF document', mediaType: 'application/pdf' };
  const known = kindOfBytes(bytes);
  if (known && SEEN_IMAGES.has(known.mediaType))
    return { kind: 'image', label: known.label, mediaType: known.mediaType };
  if (looksBinary(bytes, declared)) {
    const mediaType = known?.mediaType ?? (declared.mediaType || 'application/octet-stream');
    return { kind: 'binary', label: known?.label ?? 'binary data', mediaType };
  }
  const text = decodeBody(bytes, declared.charset);
  const kind = textKind(text, declared.mediaType);
  return { kind, text, mediaType: declared.mediaType || (kind === 'html' ? 'text/html' : 'text/plain') };
}
