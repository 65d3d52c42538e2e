import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayList, saySize, withNotes } from '../../../text/say.ts';
import { estimateTokens } from '../../../text/tokens.ts';
import type { Context } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { connects, sends } from '../../../tool/effect.ts';
import { markUntrusted } from '../../../tool/text/untrusted.ts';
import { cleanLine } from '../clean-text.ts';
import type { WebServices } from '../services.ts';
import {
  type CheckedHeaders,
  checkHeaders,
  checkTogether,
  type FetchArguments,
  hostOfUrl,
  LONGEST_TIME,
  methodOf,
  parameters,
  parseUrl,
} from './arguments.ts';
import { cutPage, USUAL_LENGTH } from './cut-page.ts';
import { type FetchedPage, fetchPage, type KeptPages, keepPages, MOST_PAGE_BYTES } from './fetch-page.ts';
import { secondsToWait } from './read-response.ts';

const returns = z.object({
  url: z.string().describe('Where it came from, after redirects'),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string().describe('As it came, its first 50,000 characters; empty where it is no text'),
  body_cut: z.boolean().optional().describe('There is more of the body: format raw shows it by offset'),
  media_type: z.string(),
  size: z.number().describe('Bytes of the body that were read'),
  title: z.string().optional(),
  total: z.number().describe('Characters of the converted page'),
  next_offset: z.number().optional().describe('Where to read on, when cut'),
});

/** Milliseconds for a call. Conversion comes after the request, and has a time of its own. */
const TIMEOUT = LONGEST_TIME * 1_000 + 60_000;

/** Fetches a page of the web in a form that a model can read. */
export function webFetch(services: WebServices): Info {
  const kept = keepPages();
  return define('web_fetch', {
    description: 'Fetch a URL: pages as Markdown, JSON, text, PDF text or an image; long ones by offset.',
    parameters,
    returns,
    permissions: { required: ['network'] },
    effects: args => {
      checkTogether(args);
      checkHeaders(args.headers);
      const host = connects(hostOfUrl(parseUrl(args.url)));
      return methodOf(args) === 'POST' ? [host, sends(args.url)] : [host];
    },
    danger: args => (methodOf(args) === 'POST' ? { danger: 'dangerous', why: 'it sends data away' } : 'moderate'),
    parameterNames: otherNames({
      url: ['uri', 'link', 'address', 'href', 'target_url'],
      body: ['data', 'payload'],
      timeout: ['timeout_seconds', 'timeout_s'],
      format: ['output_format', 'return_format'],
      offset: ['start_index', 'start'],
      limit: ['max_length', 'max_chars', 'max_characters'],
    }),
    aliases: [{ name: 'webfetch' }],
    timeout: TIMEOUT,
    preview: previewHead,
    execute: async (args, ctx) => {
      const headers = checkHeaders(args.headers);
      ctx.metadata({ title: `Fetching ${hostOfUrl(parseUrl(args.url))}` });
      return show(await load(args, headers, { services, ctx, kept }), args, headers);
    },
  }) as Info;
}

type PageLoading = Readonly<{ services: WebServices; ctx: Context; kept: KeptPages }>;

/** Loads the page. Reading on shows the page that was begun; the beginning is always fetched anew. */
async function load(args: FetchArguments, headers: CheckedHeaders, { services, ctx, kept }: PageLoading) {
  const { url, format } = args;
  const key = JSON.stringify([ctx.sessionID, url, format ?? 'markdown', headers.sent]);
  const simple = methodOf(args) === 'GET';
  const begun = simple && (args.offset ?? 0) > 0 ? kept.get(key) : undefined;
  if (begun && mayStillReach(begun, args, ctx)) return begun;
  const page = await fetchPage(args, headers, { services, ctx });
  if (simple) kept.set(key, page);
  return page;
}

/** Whether the call may still reach the page's host: that may be another than was asked for, and rules change. */
function mayStillReach(page: FetchedPage, args: FetchArguments, { mayReach }: Context): boolean {
  const host = hostOfUrl(new URL(page.url));
  return host === hostOfUrl(parseUrl(args.url)) || (mayReach?.(host) ?? false);
}

const typeOf = ({ mediaType }: FetchedPage): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType.slice(0, 60) : '';

function show(page: FetchedPage, args: FetchArguments, { leftOut }: CheckedHeaders) {
  const { url, status, size, title } = page;
  const cut = cutPage(page.text, { offset: args.offset ?? 0, limit: args.limit ?? USUAL_LENGTH });
  const said = [String(status), typeOf(page), saySize(size)].filter(part => part !== '').join(', ');
  const head = `${methodOf(args)} ${cleanLine(url, 500)} (${said})`;
  const content = cut.text === '' ? '' : `\n${markUntrusted(cut.text.trimEnd(), new URL(url).host)}`;
  const host = hostOfUrl(new URL(url));
  return {
    title: `Fetched ${host} (${said})`,
    output: withNotes(`${head}${content}`, [
      statusNote(page, args),
      leftOut.length > 0 && `Not sent, for they are not yours to say: ${sayList(leftOut)}.`,
      ...page.notes,
      page.cut && `The body is longer than ${saySize(MOST_PAGE_BYTES)}; only its beginning was read.`,
      ...cut.notes,
    ]),
    value: {
      url,
      status,
      headers: page.headers,
      body: page.body,
      body_cut: page.bodyCut || undefined,
      media_type: page.mediaType,
      size,
      title: title || undefined,
      total: cut.total,
      next_offset: cut.next,
    },
    metadata: { url, status, bytes: size, tokens: estimateTokens(cut.text) },
    attachments: page.attachments,
  };
}

function statusNote({ status, headers, url }: FetchedPage, args: FetchArguments): string | undefined {
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const to = URL.parse(headers.location, url)?.href;
    if (to === undefined) return `Status ${status}: it redirects to something that is no URL.`;
    return `It redirects to ${cleanLine(to, 500)}, which was not followed. To go there, call web_fetch with that URL.`;
  }
  if (status === 401 || status === 403) return `Status ${status}: the server does not let everyone read this.`;
  if (status === 404 || status === 410)
    return `Status ${status}: there is no such page. Check the URL, or search for it.`;
  if (status === 429) {
    const wait = secondsToWait(headers['retry-after']);
    const pause = wait ? sayCount(wait, 'second') : 'a while';
    return `Status 429: the server was asked too often. Wait ${pause} before asking again.`;
  }
  if (status >= 500) return `Status ${status}: the server failed. It may work later.`;
  if (status >= 400) return `Status ${status}: the server refused the request.`;
  const from = parseUrl(args.url);
  from.hash = '';
  return from.href === url ? undefined : `It was redirected from ${cleanLine(from.href, 300)}.`;
}
