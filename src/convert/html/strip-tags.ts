const DROPPED = /^(?:script|style|template|head|svg)$/;
const BREAKS = /^(?:p|div|br|li|tr|h[1-6]|table|ul|ol|section|article|pre|blockquote|dd|dt|hr)$/;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the few entities that every page has, and the numbered ones. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' ';
  });

/**
 * The text between the tags, in one pass and without a tree: for pages that no parser gets through. Time and memory
 * grow with the length of the page alone.
 */
export function stripTags(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    if (open > at) parts.push(html.slice(at, open));
    const name = /^\/?([a-z][a-z0-9-]{0,30})/i.exec(html.slice(open + 1, open + 34))?.[1]?.toLowerCase();
    if (html.startsWith('<!--', open)) at = after(html, '-->', open);
    else if (name === undefined && html[open + 1] !== '!' && html[open + 1] !== '?') {
      parts.push('<');
      at = open + 1;
    } else {
      at = after(html, '>', open);
      if (name !== undefined && BREAKS.test(name)) parts.push('\n');
      if (name !== undefined && DROPPED.test(name) && html[open + 1] !== '/') at = afterElement(html, name, at);
    }
  }
  if (at < html.length) parts.push(html.slice(at));
  return decodeEntities(parts.join(''))
    .replace(/[ \t\f\r]{2,}|[\t\f\r]/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

const after = (html: string, end: string, from: number): number => {
  const found = html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
};

/** The place behind the end of an element whose content is not text to read. */
function afterElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s>]`, 'gi');
  end.lastIndex = from;
  const found = end.exec(html);
  return found ? after(html, '>', found.index) : html.length;
}
