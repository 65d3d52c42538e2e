import type { IncomingMessage } from 'node:http';
import { toOtherOrigin, withoutBody } from './headers.ts';

/** A request as it is sent at each hop. */
export type OutgoingRequest = { readonly method: string; readonly headers: Headers; readonly body?: Uint8Array };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The place where an answer leads, as its server wrote it; undefined where it leads nowhere. */
export function findLocation({ statusCode, headers }: IncomingMessage): string | undefined {
  if (!REDIRECTS.has(statusCode ?? 0) || headers.location === undefined) return undefined;
  return Buffer.from(headers.location, 'latin1').toString('utf8');
}

/** The request after a redirect: method and body as the Fetch standard has them, nothing secret to another origin. */
export function toNextRequest(sent: OutgoingRequest, status: number, sameOrigin: boolean): OutgoingRequest {
  const { method, body } = sent;
  const headers = sameOrigin ? sent.headers : toOtherOrigin(sent.headers);
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  return becomesGet ? { method: 'GET', headers: withoutBody(headers) } : { method, headers, body };
}
