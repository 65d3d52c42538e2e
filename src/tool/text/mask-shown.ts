import { isSecretKey, maskRecord } from './mask.ts';

/** Characters of keys and tokens. Any other text, hidden, could do something, and whoever says yes must see it. */
const INERT = /^[\w+/=.~%:-]*$/;
const KEY_BLOCK = /^-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----[\w+/=\s-]*$/;

const HIDDEN = '***';

const isInert = (text: string): boolean => INERT.test(text) || KEY_BLOCK.test(text);

/** A copy for the person who decides about it: secrets masked as in records, and nothing else hidden or shortened. */
export function maskShown(value: unknown): unknown {
  if (typeof value === 'string') return maskShownText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskShown);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isSecretKey(key) && typeof inner === 'string' && isInert(inner) ? HIDDEN : maskShown(inner),
    ]),
  );
}

export function maskShownText(text: string): string {
  const [first = '', ...rest] = maskRecord(text).split(HIDDEN);
  if (rest.length === 0 || !text.startsWith(first)) return text;
  let shown = first;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const end = index === rest.length - 1 ? text.length - part.length : text.indexOf(part, at);
    const hidden = text.slice(at, end);
    // A part that does not lie over the text is no mask of it.
    if (end < at || !text.startsWith(part, end)) return text;
    shown += (isInert(hidden) ? HIDDEN : hidden) + part;
    at = end + part.length;
  }
  return shown;
}
