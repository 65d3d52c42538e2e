import { isElement, isText, type PageElement, type PageNode, toAbsolute } from '../dom.ts';
import { withEmptyLines, writeCode } from './code.ts';
import {
  around,
  flat,
  inLink,
  isFormula,
  type MarkdownOptions,
  markCode,
  squeeze,
  writeFormula,
  writeFrame,
  writeImage,
} from './leaves.ts';
import { gridOf, isLayout, writeGrid } from './table.ts';

/** The deepest level of a page that is written by its structure; what lies below is written as text. */
const DEEPEST = 200;

const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form frameset ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const SKIPPED = new Set('script style template head title svg canvas button input select textarea'.split(' '));

/** The options at a place of the page; in a cell everything is on one line. */
type Writer = MarkdownOptions & Readonly<{ depth: number; inCell?: boolean }>;

const deeper = (writer: Writer): Writer => ({ ...writer, depth: writer.depth + 1 });

/** Writes the content of a node. Blocks are parted by an empty line; what stands between two blocks runs on. */
function writeChildren(node: PageNode, writer: Writer): string {
  const parts: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    const joined = run.join('').replace(/ *\n */g, '\n');
    const text = joined.replace(/ {2,}/g, ' ').trim();
    if (text !== '') parts.push(text);
    run = [];
  };
  let before: PageNode | undefined;
  for (const child of node.childNodes) {
    if (areLabels(before, child)) run.push(' ');
    before = child;
    if (isElement(child) && isBlock(child)) {
      endRun();
      const text = writeBlock(child, deeper(writer));
      if (text.trim() !== '') parts.push(text.replace(/^\n+/, '').trimEnd());
    } else addTo(run, writeInline(child, deeper(writer)));
  }
  endRun();
  return parts.join('\n\n');
}

/** Adds to a run. Links in a row that only their looks part get a space between them. */
function addTo(run: string[], more: string): void {
  if (more === '') return;
  if (more.startsWith('[') && run.at(-1)?.endsWith(')')) run.push(' ');
  run.push(more);
}

/** Whether two nodes are labels, such as a price and a word beside it: two classes that meet without a space. */
function areLabels(before: PageNode | undefined, node: PageNode): boolean {
  if (!before || !isElement(before) || !isElement(node)) return false;
  if (before.localName !== 'span' || node.localName !== 'span') return false;
  if (before.getAttribute('class') === node.getAttribute('class')) return false;
  const [first, second] = [before.textContent ?? '', node.textContent ?? ''];
  return first.length > 2 && second.length > 2 && /[\p{L}\p{N}]$/u.test(first) && /^[\p{L}\p{N}]/u.test(second);
}

/** Whether an element is a block. An inline element that holds a block, such as a link round a card, is one too. */
const isBlock = (element: PageElement): boolean =>
  BLOCKS.has(element.localName) ||
  (element.localName.includes('-') && hasBlock(element)) ||
  (/^(?:a|span|font|b|strong|em|i|label|ins)$/.test(element.localName) && hasBlock(element));

const hasBlock = (element: PageElement): boolean => {
  for (const child of element.children) if (BLOCKS.has(child.localName)) return true;
  return false;
};

type Write = (element: PageElement, writer: Writer) => string;

const byTag = (writers: Readonly<Record<string, Write>>): ReadonlyMap<string, Write> =>
  new Map(Object.entries(writers).flatMap(([tags, write]) => tags.split(' ').map(tag => [tag, write])));

const BLOCK_WRITERS = byTag({
  'h1 h2 h3 h4 h5 h6': writeHeading,
  pre: (element, writer) => (writer.inCell ? markCode(flat(element), writer) : writeCode(element, writer.plain)),
  hr: () => '---',
  'ul menu ol': writeList,
  dl: writeTerms,
  blockquote: (element, writer) => prefixed(writeChildren(element, writer), '> '),
  table: writeTable,
  a: writeCard,
});

function writeBlock(element: PageElement, writer: Writer): string {
  if (writer.depth > DEEPEST) return flat(element);
  if (SKIPPED.has(element.localName)) return '';
  return (BLOCK_WRITERS.get(element.localName) ?? writeChildren)(element, writer);
}

const SIGN = /^ ?[§¶] ?|[ ]?\[?(?:#|¶|§|🔗)\]?(?:\([^)\s]*\))? ?$/gu;

function writeHeading(element: PageElement, writer: Writer): string {
  // A heading that was never closed holds the page.
  if (hasBlock(element)) return writeOpenHeading(element, writer);
  // A sign at the end of a heading, on many sites, is a link to the heading.
  const text = writeInlineChildren(element, writer).replace(/\s+/g, ' ').replace(SIGN, '').trim();
  if (text === '') return '';
  return writer.plain ? text : `${'#'.repeat(Number(element.localName[1]))} ${text}`;
}

function writeOpenHeading(element: PageElement, writer: Writer): string {
  const [first = '', ...rest] = writeChildren(element, writer).split('\n\n');
  const mark = '#'.repeat(Number(element.localName[1]));
  const title = writer.plain || /^[#>|`-]/.test(first) ? first : `${mark} ${first.replace(/\n/g, ' ')}`;
  return [title, ...rest].join('\n\n');
}

function prefixed(text: string, prefix: string): string {
  const lines = text.split('\n').map(line => (prefix + line).trimEnd());
  return text === '' ? '' : lines.join('\n');
}

function writeList(list: PageElement, writer: Writer): string {
  let number = (Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1) - 1;
  const items: string[] = [];
  for (const child of list.childNodes) {
    const text = isElement(child) ? writeItem(child, writer) : isText(child) ? flat(child) : '';
    if (text === '') continue;
    if (!isElement(child) || isList(child)) {
      items.push(isElement(child) ? prefixed(text, '  ') : text);
      continue;
    }
    number = Number.parseInt(child.getAttribute('value') ?? '', 10) || number + 1;
    const mark = list.localName === 'ol' ? `${number}. ` : '- ';
    const [first = '', ...rest] = text.split('\n');
    const indent = ' '.repeat(mark.length);
    items.push([mark + first, ...rest.map(line => (line === '' ? '' : indent + line))].join('\n'));
  }
  return items.join('\n');
}

const isList = ({ localName }: PageElement): boolean => /^(?:ul|ol|menu)$/.test(localName);

/** Writes an item; a list right under the item's own line stays close to it. */
const writeItem = (item: PageElement, writer: Writer): string => {
  const text = isList(item) ? writeList(item, deeper(writer)) : writeChildren(item, deeper(writer));
  return text.replace(/\n\n(?=[-*] |\d+\. )/g, '\n').trim();
};

function writeTerms(list: PageElement, writer: Writer): string {
  const lines: string[] = [];
  for (const child of list.children) {
    // Terms and their meanings may stand in groups.
    const text = child.localName === 'div' ? writeTerms(child, deeper(writer)) : writeChildren(child, deeper(writer));
    if (text.trim() === '') continue;
    if (child.localName === 'dt') lines.push(writeTerm(text.replace(SIGN, '').trim(), writer));
    else lines.push(child.localName === 'dd' ? `: ${prefixed(text.trim(), '  ').trim()}` : text.trim());
  }
  return lines.join('\n');
}

/** Marks a term, unless it stands out already by marks of its own. */
const writeTerm = (text: string, { plain }: Writer): string => (plain || /[*\n]/.test(text) ? text : `**${text}**`);

function writeTable(table: PageElement, writer: Writer): string {
  if (isLayout(table)) return writeChildren(table, writer);
  const caption = table.querySelector('caption');
  const inCell = { ...deeper(writer), inCell: true };
  const say = (cell: PageElement) =>
    writeChildren(cell, inCell)
      .replace(/[\n ]+/g, ' ')
      .trim();
  const grid = writeGrid(gridOf(table, say));
  return [caption ? flat(caption) : '', grid].filter(part => part !== '').join('\n\n');
}

/** Writes a link round blocks: its heading or first line carries the address. */
function writeCard(link: PageElement, writer: Writer): string {
  const text = writeChildren(link, writer);
  const href = toAbsolute(link.getAttribute('href'), writer.base);
  if (href === undefined || writer.plain || text === '') return text;
  const [first = '', ...rest] = text.split('\n');
  const [, mark = '', words = ''] = /^(#{1,6} )?(.*)$/.exec(first) ?? [];
  return [words.includes('](') ? `${first} <${href}>` : `${mark}[${words}](${href})`, ...rest].join('\n');
}

const writeInlineChildren = (node: PageNode, writer: Writer): string => {
  const run: string[] = [];
  for (const child of node.childNodes) addTo(run, writeInline(child, deeper(writer)));
  return run.join('');
};

function writeInline(node: PageNode, writer: Writer): string {
  if (isText(node)) return squeeze(node.textContent ?? '');
  if (!isElement(node)) return '';
  if (isFormula(node)) return ` ${writeFormula(node, writer)} `;
  if (isCheckbox(node)) return node.getAttribute('checked') === null ? '[ ] ' : '[x] ';
  if (SKIPPED.has(node.localName)) return '';
  if (writer.depth > DEEPEST) return flat(node);
  const write = INLINE_WRITERS.get(node.localName);
  if (write) return write(node, writer);
  return hasBlock(node) ? ` ${writeChildren(node, writer)} ` : writeInlineChildren(node, writer);
}

const INLINE_WRITERS = byTag({
  br: () => '\n',
  a: writeLink,
  img: writeImage,
  'code samp tt': (element, writer) => markCode(flat(element), writer),
  'b strong': marked('**'),
  'i em': marked('*'),
  'del s strike': marked('~~'),
  sup: raised('^'),
  sub: raised('_'),
  q: (element, writer) => `"${writeInlineChildren(element, writer)}"`,
  'iframe frame video audio': writeFrame,
});

const isCheckbox = (element: PageElement): boolean =>
  element.localName === 'input' && element.getAttribute('type') === 'checkbox' && element.closest('li') !== null;

function marked(mark: string): Write {
  return (element, writer) => {
    const text = writeInlineChildren(element, writer);
    return writer.plain || text.includes(mark) ? text : around(text, mark);
  };
}

function raised(sign: string): Write {
  return (element, writer) => {
    const text = writeInlineChildren(element, writer).trim();
    if (text === '' || /^\[/.test(text)) return text;
    return /^[\w+-]$/.test(text) ? sign + text : `${sign}(${text})`;
  };
}

function writeLink(link: PageElement, writer: Writer): string {
  const text = writeInlineChildren(link, writer);
  const href = toAbsolute(link.getAttribute('href'), writer.base);
  const label = text.trim() || squeeze(link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '').trim();
  if (/^[↩↑^]\ufe0e?$/.test(label)) return '';
  // A link to a place on the same page leads nowhere from here.
  if (writer.plain || href === undefined || label === '' || link.getAttribute('href')?.startsWith('#')) return text;
  if (href.length > MOST_ADDRESS) return text;
  const before = /^\s/.test(text) ? ' ' : '';
  return `${before}[${label.replace(/\n+/g, ' ')}](${inLink(href)})${/\s$/.test(text) ? ' ' : ''}`;
}

/** The longest address that is written; a longer one is a program rather than a place. */
const MOST_ADDRESS = 1_000;

/** Writes an element and all in it as Markdown, or as plain text. */
export function writeMarkdown(root: PageElement, options: MarkdownOptions): string {
  const writer = { ...options, depth: 0 };
  const text = BLOCKS.has(root.localName) ? writeBlock(root, writer) : writeChildren(root, writer);
  const tidy = text.replace(/(?<![ \t])[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n');
  return withEmptyLines(tidy.trim());
}
