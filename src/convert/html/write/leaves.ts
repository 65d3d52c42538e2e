import { type PageElement, type PageNode, toAbsolute } from '../dom.ts';

/** The address where relative addresses begin, and whether to write no marks: no links, no emphasis. */
export type MarkdownOptions = Readonly<{ base: string; plain?: boolean }>;

export const squeeze = (text: string): string => text.replace(/[ \t\n\r\f\u00a0]+/g, ' ');

export const flat = (node: PageNode): string => squeeze(node.textContent ?? '').trim();

/** Puts marks around a text, close to the words. */
export function around(text: string, mark: string): string {
  const bare = text.trim();
  if (bare === '' || bare.includes('\n')) return text;
  return `${/^\s/.test(text) ? ' ' : ''}${mark}${bare}${mark}${/\s$/.test(text) ? ' ' : ''}`;
}

export function markCode(text: string, { plain }: MarkdownOptions): string {
  if (text === '' || plain) return text;
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** An address without brackets, which would end the link too early. */
export const inLink = (href: string): string => href.replace(/\(/g, '%28').replace(/\)/g, '%29');

export function writeImage(image: PageElement, { base, plain }: MarkdownOptions): string {
  const alt = squeeze(image.getAttribute('alt') ?? '').trim();
  const source = image.getAttribute('data-src') ?? image.getAttribute('src');
  const address = toAbsolute(source, base);
  if (alt === '' || plain) return alt;
  return address === undefined ? alt : `![${alt.replace(/[[\]]/g, '')}](${inLink(address)})`;
}

/** Whether an element is MathML, or the text that a script makes a formula of. */
export const isFormula = (element: PageElement): boolean =>
  element.localName === 'math' ||
  (element.localName === 'script' && /^math\/tex/i.test(element.getAttribute('type') ?? ''));

export function writeFormula(math: PageElement, { plain }: MarkdownOptions): string {
  const source =
    math.getAttribute('data-latex') ?? math.getAttribute('alttext') ?? math.querySelector('annotation')?.textContent;
  const tex = squeeze(source ?? (math.localName === 'script' ? (math.textContent ?? '') : '')).trim();
  const bare = /^\{\\displaystyle (.*)\}$/.exec(tex)?.[1]?.trim() ?? tex;
  if (bare === '' || plain) return bare || flat(math);
  const mark = /mode=display/.test(math.getAttribute('type') ?? '') ? '$$' : '$';
  return mark + bare + mark;
}

export function writeFrame(frame: PageElement, { base, plain }: MarkdownOptions): string {
  const source = frame.getAttribute('src') ?? frame.querySelector('source')?.getAttribute('src') ?? null;
  const address = toAbsolute(source, base);
  if (address === undefined) return '';
  const name = frame.getAttribute('title') ?? frame.getAttribute('name') ?? '';
  const label = `${frame.localName}${name.trim() === '' ? '' : `: ${squeeze(name).trim()}`}`;
  return plain ? ` ${label} ${address} ` : ` [${label}](${inLink(address)}) `;
}
