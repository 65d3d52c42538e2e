import type { IncomingMessage } from 'node:http';

/** Headers that are of the connection and not of the message, or that we set; and cookies, which are never sent. */
const NEVER_SENT =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|cookie2?|proxy-.*)$/;

/** Headers that go along to another origin. Whatever else a header is called, a key may be in it. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'content-language', 'range', 'user-agent']);

/** Headers that say nothing to a reader here, or ask to be kept. */
const NEVER_TOLD =
  /^(?:set-cookie2?|connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*|alt-svc|clear-site-data|strict-transport-security|public-key-pins.*|nel|report-to|reporting-endpoints)$/;

const only = (isKept: (name: string) => boolean) => (headers: Headers) =>
  new Headers([...headers].filter(([name]) => isKept(name)));

export const toSent = only(name => !NEVER_SENT.test(name));
export const toOtherOrigin = only(name => HARMLESS.has(name));
export const withoutBody = only(name => !name.startsWith('content-'));

const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/** The headers of an answer, without control characters; `decoded`: the body is no longer as they say. */
export function toTold(message: IncomingMessage, decoded: boolean): Headers {
  const told = new Headers();
  const raw = message.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    if (!isHeaderName(name) || NEVER_TOLD.test(name)) continue;
    if (decoded && (name === 'content-encoding' || name === 'content-length')) continue;
    told.append(name, raw[index + 1]!.replace(/[\0-\x08\x0a-\x1f\x7f]/g, '').trim());
  }
  return told;
}
