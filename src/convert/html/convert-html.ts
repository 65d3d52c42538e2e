import { DefuddleClass } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { cleanPage, removeNoise } from './clean-page.ts';
import { type PageDocument, type PageElement, toAbsolute, wordsOfText } from './dom.ts';
import { languageOfBlock } from './write/code.ts';
import { writeMarkdown } from './write/markdown.ts';

export type HtmlFormat = 'markdown' | 'text' | 'html';

/** A page to convert; `simply` goes by its own structure alone, which takes less time. */
export type HtmlJob = Readonly<{ html: string; url: string; format: HtmlFormat; simply?: boolean }>;

/** A page as text; `words` are those that a reader sees: a page that scripts build has hardly any. */
export type ConvertedPage = Readonly<{ title: string; text: string; words: number }>;

/** The most tags for extraction, which looks at each element many times. */
const MOST_TAGS = 5_000;

/**
 * Converts a page. Extraction takes away what surrounds an article. A page that is no article (a list, a forum, a
 * reference with many tables) loses its content too. So the article is compared with the page, and where something that
 * counts is lost, the page is written by its own structure.
 */
export function convertHtml({ html, url, format, simply }: HtmlJob): ConvertedPage {
  const document = parsePage(html, url);
  const title = titleOf(document);
  const base = baseOf(document, url);
  const frames = framesOf(document, base);
  const whole = cleanPage(document);
  if (!whole) return { title, text: frames, words: 0 };
  const article = simply || countTags(html) > MOST_TAGS ? undefined : extract(html, url);
  const root = article && keepsContent(article, whole.root) ? article : whole.root;
  const text = format === 'html' ? htmlOf(root, base) : writeMarkdown(root, { base, plain: format === 'text' });
  const all = [frames, text || writeHidden(html, { url, base })].filter(part => part !== '').join('\n\n');
  return { title, text: all, words: whole.words };
}

/** The HTML of an element, with addresses that are whole and so lead to their place. */
function htmlOf(root: PageElement, base: string): string {
  for (const name of ['href', 'src']) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const address = toAbsolute(element.getAttribute(name), base);
      if (address === undefined) element.removeAttribute(name);
      else element.setAttribute(name, address);
    }
  }
  return root.innerHTML.trim();
}

function countTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++;
  return count;
}

/** Extracts the article. Nothing of the page is fetched or run: extraction sees its text and nothing else. */
function extract(html: string, url: string): PageElement | undefined {
  try {
    const document = parsePage(html, url);
    if (document.body) removeNoise(document.body);
    const { content } = new DefuddleClass(document as never, { url, useAsync: false, includeReplies: true }).parse();
    return parsePage(`<body>${content}</body>`, url).body ?? undefined;
  } catch {
    return undefined;
  }
}

/** Elements that extraction often loses: check marks of tasks and formulas. */
const OFTEN_LOST = ['li input', 'math, script[type^="math/tex"]'];

const countOf = (element: PageElement, selector: string): number => [...element.querySelectorAll(selector)].length;

/** The code of a page, to the letter: without an empty line or its language it is other code. */
const codeIn = (element: PageElement): readonly string[] =>
  [...element.querySelectorAll('pre')].map(pre => `${languageOfBlock(pre)}\n${pre.textContent?.trim()}`);

const TABLES_AND_CODE = 'td, th, pre';

/** Whether an article keeps all tables and code, the headings, most of the words, most of the links. */
function keepsContent(article: PageElement, page: PageElement): boolean {
  const kept = new Set(wordsOfText(article.textContent ?? ''));
  const exact = [...page.querySelectorAll(TABLES_AND_CODE)].flatMap(element => wordsOfText(element.textContent ?? ''));
  return (
    share(wordsOfText(page.textContent ?? ''), kept) >= 0.7 &&
    share(exact, kept) >= 0.98 &&
    share(headingsIn(page), new Set(headingsIn(article))) >= 0.95 &&
    wordsOfText(article.textContent ?? '').length >= 0.6 * wordsOfText(page.textContent ?? '').length &&
    share(linksIn(page), new Set(linksIn(article))) >= 0.6 &&
    OFTEN_LOST.every(selector => countOf(page, selector) <= countOf(article, selector)) &&
    share(codeIn(page), new Set(codeIn(article))) === 1
  );
}

const share = (items: readonly string[], kept: ReadonlySet<string>): number =>
  items.length === 0 ? 1 : items.filter(item => kept.has(item)).length / items.length;

/** All headings but the highest: extraction takes that one for the title. */
const headingsIn = (element: PageElement): readonly string[] =>
  [...element.querySelectorAll('h2, h3, h4, h5, h6')]
    .map(heading => wordsOfText(heading.textContent ?? '').join(' '))
    .filter(text => text !== '');

/** Links by their text: only one of the two sides has whole addresses. */
const linksIn = (element: PageElement): readonly string[] =>
  [...element.querySelectorAll('a[href]')]
    .filter(link => !(link.getAttribute('href') ?? '').startsWith('#'))
    .map(link => wordsOfText(link.textContent ?? '').join(' '))
    .filter(text => text !== '');

/** Links to the frames of a page: the frames have its content. */
function framesOf(document: PageDocument, base: string): string {
  const frames = [...document.querySelectorAll('frame[src]')].slice(0, 50);
  const lines = frames.flatMap(frame => {
    const address = toAbsolute(frame.getAttribute('src'), base);
    return address === undefined ? [] : [`- [frame: ${frame.getAttribute('name') ?? 'unnamed'}](${address})`];
  });
  return lines.join('\n');
}

/** The Markdown of a page without anything to see: what the page says to readers without scripts. */
function writeHidden(html: string, { url, base }: { url: string; base: string }): string {
  const hidden = [...parsePage(html, url).querySelectorAll('noscript, noframes')].slice(0, 20);
  return hidden
    .map(element => writeMarkdown(parsePage(`<body>${element.innerHTML}</body>`, url).body!, { base }))
    .filter(text => text !== '')
    .join('\n\n');
}

/** A page with `html`, `head` and `body`, in this order and without ends: the parser wants all; many leave one out. */
function withFrame(html: string): string {
  if (/<frameset[\s>]/i.test(html)) return /<html[\s>]/i.test(html) ? html : `<html>${html}`;
  const body = /<body(?=[\s>/])/i.exec(html);
  if (!body) return `<!doctype html><html><head></head><body>${withoutTags(html)}`;
  const head = withoutTags(html.slice(0, body.index));
  // A browser also shows content behind the end of a body, or in a second body.
  const inside = html.slice(body.index + body[0].length);
  return `<!doctype html><html><head>${head}</head>${body[0]}${withoutTags(inside)}`;
}

const withoutTags = (html: string): string => html.replace(/<(?:!doctype|\/?(?:html|head|body))(?:\s[^<>]*)?>/gi, '');

/** Ends comments: a comment without an end swallows nothing in a browser, but everything after it here. */
const endComments = (html: string): string =>
  html.lastIndexOf('<!--') > html.lastIndexOf('-->') ? `${html}-->` : html;

function parsePage(html: string, url: string): PageDocument {
  const { document } = parseHTML(endComments(withFrame(html))) as unknown as {
    document: PageDocument & Record<string, unknown>;
  };
  // Extraction asks a browser for its style sheets.
  document.styleSheets ??= [];
  const view = document.defaultView as { getComputedStyle?: unknown } | null;
  if (view && !view.getComputedStyle) view.getComputedStyle = () => ({ display: '' });
  document.URL = url;
  return document;
}

/** The address where the relative addresses of a page begin. */
function baseOf(document: PageDocument, url: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href');
  return (href && URL.parse(href, url)?.href) || url;
}

function titleOf(document: PageDocument): string {
  const own = document.querySelector('title')?.textContent ?? '';
  const meant = document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '';
  return (own.trim() || meant.trim()).replace(/\s+/g, ' ').slice(0, 300);
}
