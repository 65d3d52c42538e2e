import { kindOfBytes, SEEN_IMAGES } from '../../../text/kind-of-bytes.ts';
import { decodeBody, guessUtf16 } from './decode-body.ts';

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
