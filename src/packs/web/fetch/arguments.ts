import { z } from 'zod';
import { ToolError } from '../../../tool/error.ts';
import { cleanLine } from '../clean-text.ts';
import { looksLikeJson } from './body-kind.ts';

/** Seconds for a request, if the call asks for none. */
const USUAL_TIME = 30;
export const LONGEST_TIME = 600;

export const parameters = z.object({
  url: z.string().min(1).max(8_192).describe('An http or https URL'),
  method: z.enum(['GET', 'HEAD', 'POST']).optional().describe('Default GET, with a body POST'),
  headers: z.record(z.string(), z.string()).optional().describe('Headers to send; cookies are never sent'),
  body: z.string().optional().describe('What POST sends: text, or JSON as a string'),
  timeout: z.number().positive().max(LONGEST_TIME).optional().describe(`Seconds, default ${USUAL_TIME}`),
  format: z
    .enum(['markdown', 'text', 'html', 'raw'])
    .optional()
    .describe('Of a page: Markdown (default), its text, its main HTML, or as it came'),
  offset: z.number().int().min(0).optional().describe('Character of the converted page to begin with, to read on'),
  limit: z.number().int().min(1).max(100_000).optional().describe('Most characters to show, default 40000'),
});

export type FetchArguments = z.infer<typeof parameters>;

/** Whether the call has a body. Models that fill in every parameter send an empty body, and mean none. */
const hasBody = ({ body }: FetchArguments): boolean => body !== undefined && body !== '';

export const methodOf = (args: FetchArguments): 'GET' | 'HEAD' | 'POST' =>
  args.method ?? (hasBody(args) ? 'POST' : 'GET');

export const timeOf = ({ timeout }: FetchArguments): number => Math.ceil((timeout ?? USUAL_TIME) * 1_000);

const EXAMPLE = 'Give a whole address, such as {"url": "https://example.org/page"}.';

const WRAPPED = [/^<([^<>]+)>$/, /^"([^"]+)"$/, /^'([^']+)'$/, /^`([^`]+)`$/, /^\[[^\]]*\]\(([^\s()]+)\)$/];

/** An address without the quotes that models put round it: `<…>`, `"…"`, or as a link of Markdown. */
const unwrap = (text: string): string => {
  const bare = text.trim();
  return WRAPPED.map(shape => shape.exec(bare)?.[1]).find(inside => inside !== undefined) ?? bare;
};

/** The URL of an address without a scheme: `example.org/page`, or `localhost:3000`, which is no scheme. */
function withScheme(text: string): string | undefined {
  const bare = text.replace(/^\/\//, '');
  const local = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?:[:/?#]|$)/i.test(bare);
  if (!local && !/^[^\s/:?#@]+\.[^\s/:?#@]+(?::\d+)?(?:[/?#]|$)/.test(bare)) return undefined;
  return URL.parse(`${local ? 'http' : 'https'}://${bare}`)?.href;
}

/** The URL, if it may be asked for at all; a person need not be asked about any other. */
export function parseUrl(given: string): URL {
  const text = unwrap(given);
  const url = URL.parse(text);
  const meant = url === null || !url.protocol.startsWith('http') ? withScheme(text) : undefined;
  if (url === null || meant !== undefined) {
    const suggestion = meant === undefined ? EXAMPLE : `Did you mean ${JSON.stringify(meant)}?`;
    throw new ToolError('INVALID_ARGUMENTS', `${JSON.stringify(cleanLine(text, 80))} is no whole URL`, { suggestion });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const suggestion = url.protocol === 'file:' ? 'Files of the workspace are read with read_file.' : EXAMPLE;
    const message = `Only http and https are spoken, not ${cleanLine(url.protocol, 20)}`;
    throw new ToolError('NETWORK_BLOCKED', message, { suggestion, details: { rule: 'scheme' } });
  }
  if (url.username !== '' || url.password !== '')
    throw new ToolError('NETWORK_BLOCKED', `The URL of ${url.hostname} has a user name or password in it`, {
      suggestion: 'Leave them out of the URL; where a site wants them, send them in an authorization header.',
      details: { rule: 'user-info', host: url.hostname },
    });
  return url;
}

/** The host as rules know it: lower case, ASCII, no brackets, no final dot. */
export const hostOfUrl = (url: URL): string => url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Headers that are ours to set, or are never sent; the door leaves them out. */
const LEFT_OUT =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|cookie2?|proxy-.*)$/i;

export type CheckedHeaders = Readonly<{ sent: Readonly<Record<string, string>>; leftOut: readonly string[] }>;

/** Checks the headers: a line break in one would begin another header. */
export function checkHeaders(headers: FetchArguments['headers'] = {}): CheckedHeaders {
  const sent: Record<string, string> = {};
  const leftOut: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name) || /[\0-\x08\x0a-\x1f\x7f]/.test(value) || /[^\0-\xff]/.test(value) || value.length > 8_192)
      throw new ToolError('INVALID_ARGUMENTS', `The header ${JSON.stringify(cleanLine(name, 60))} cannot be sent`, {
        suggestion: 'A name has letters, digits and "-"; a value is one line of Latin characters.',
      });
    if (LEFT_OUT.test(name)) leftOut.push(name.toLowerCase());
    else sent[name] = value;
  }
  return { sent, leftOut };
}

/** The body of a request that sends one, and its type: servers take JSON only under its own name. */
export function bodyOf(args: FetchArguments, { sent }: CheckedHeaders): { body?: string; type?: string } {
  const { body } = args;
  if (body === undefined || methodOf(args) !== 'POST') return {};
  const named = Object.keys(sent).some(name => name.toLowerCase() === 'content-type');
  return { body, ...(!named && looksLikeJson(body) ? { type: 'application/json' } : {}) };
}

/** Checks the rules for several arguments together, which the schema cannot express. */
export function checkTogether(args: FetchArguments): void {
  if (!hasBody(args) || methodOf(args) === 'POST') return;
  throw new ToolError('INVALID_ARGUMENTS', `A ${methodOf(args)} request has no body`, {
    suggestion: 'Leave body out, or say "method": "POST".',
  });
}
