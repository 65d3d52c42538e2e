/** The charset by a byte order mark, which counts more than any header. */
function markedCharset(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined;
}

/** The kind of UTF-16 without a mark or header: in Western texts every other byte is zero. */
export function guessUtf16(bytes: Uint8Array): string | undefined {
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
