import { parseHTML } from 'linkedom';
import type { PageDocument } from './dom.ts';

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

export function parsePage(html: string, url: string): PageDocument {
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
export function baseOf(document: PageDocument, url: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href');
  return (href && URL.parse(href, url)?.href) || url;
}

export function titleOf(document: PageDocument): string {
  const own = document.querySelector('title')?.textContent ?? '';
  const meant = document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '';
  return (own.trim() || meant.trim()).replace(/\s+/g, ' ').slice(0, 300);
}
