import type { Context } from '../../../tool/context.ts';
import { cleanText } from '../clean-text.ts';
import { explainWebFailure } from '../say-failure.ts';
import type { WebServices } from '../services.ts';
import {
  bodyOf,
  type CheckedHeaders,
  type FetchArguments,
  hostOfUrl,
  methodOf,
  parseUrl,
  timeOf,
} from './arguments.ts';
import { classifyBody } from './body-kind.ts';
import { type MadePage, makePage, type PageInput } from './make-page.ts';
import { readResponse } from './read-response.ts';

/** The most bytes that are read; a longer body is cut. */
export const MOST_PAGE_BYTES = 10 * 1024 * 1024;
/** The limit of the door, too high to be met: the door would give an error where a part of the body is of use. */
const DOOR_BYTES = 1024 ** 4;
/** The most characters of the body as it came: clients of MCP get it beside the page. */
const MOST_RAW = 50_000;

export type FetchedPage = Awaited<ReturnType<typeof toPage>>;

const ACCEPT = 'text/html,application/xhtml+xml,application/json;q=0.9,text/plain;q=0.9,*/*;q=0.7';

type PageServices = Readonly<{ services: WebServices; ctx: Context }>;

/** Makes one request. A page whose status means an error is a page like any other. */
export async function fetchPage(args: FetchArguments, checked: CheckedHeaders, { services, ctx }: PageServices) {
  const url = parseUrl(args.url);
  const method = methodOf(args);
  const { sent } = checked;
  const { body, type } = bodyOf(args, checked);
  let redirect: URL | undefined;
  try {
    const onRedirect = (to: URL) => (redirect = to);
    const guarded = await services.open(ctx, { time: timeOf(args), size: DOOR_BYTES, onRedirect });
    const response = await guarded(url.href, {
      method,
      headers: {
        ...(Object.keys(sent).some(one => one.toLowerCase() === 'accept') ? {} : { accept: ACCEPT }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...sent,
      },
      body,
      // Data that a person let go to one host goes to no other.
      redirect: method === 'POST' ? 'manual' : 'follow',
      signal: ctx.abort,
    });
    const { bytes, cut } = await readResponse(response, MOST_PAGE_BYTES);
    return await toPage(response, { bytes, cut, url: response.url || url.href, args, signal: ctx.abort });
  } catch (error) {
    throw explainWebFailure(error, { host: hostOfUrl(url), redirect });
  }
}

type ReceivedPage = Pick<PageInput, 'bytes' | 'cut' | 'url' | 'signal'> & { readonly args: FetchArguments };

async function toPage({ status, headers }: Response, { args, ...received }: ReceivedPage) {
  const { bytes, cut, url } = received;
  const body = classifyBody(bytes, headers.get('content-type'));
  const raw = 'text' in body ? body.text.toWellFormed() : '';
  const format = args.format ?? 'markdown';
  const page = methodOf(args) === 'HEAD' ? headPage(headers) : await makePage({ ...received, body, format });
  return {
    ...page,
    url,
    status,
    headers: Object.fromEntries(headers),
    mediaType: body.mediaType,
    body: raw.length > MOST_RAW ? raw.slice(0, MOST_RAW).toWellFormed() : raw,
    size: bytes.length,
    cut,
    bodyCut: cut || raw.length > MOST_RAW,
  };
}

/** The page of a HEAD request: the headers are all that it asks for. */
const headPage = (headers: Headers): MadePage => ({
  text: cleanText([...headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
  notes: [],
  attachments: [],
});

/** Milliseconds for which a page is kept. */
const KEPT = 5 * 60_000;
const MOST = 8;
/** The most characters of a kept page; longer ones are fetched again. */
const MOST_TEXT = 4_000_000;

export type KeptPages = ReturnType<typeof keepPages>;

/** Keeps the last few pages, so that reading on shows the page that was begun. */
export function keepPages(now: () => number = Date.now) {
  const pages = new Map<string, { readonly page: FetchedPage; readonly until: number }>();
  return {
    get(key: string): FetchedPage | undefined {
      const kept = pages.get(key);
      if (kept && kept.until > now()) return kept.page;
      pages.delete(key);
      return undefined;
    },
    set(key: string, page: FetchedPage): void {
      pages.delete(key);
      if (page.text.length > MOST_TEXT || page.attachments.length > 0) return;
      pages.set(key, { page, until: now() + KEPT });
      for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - MOST))) pages.delete(oldest);
    },
  };
}
