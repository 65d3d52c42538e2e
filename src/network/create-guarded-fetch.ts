import { checkOptions } from '../tool/check-options.ts';
import { ToolError } from '../tool/error.ts';
import { openConnection } from './connection/open-connection.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { toSent } from './exchange/headers.ts';
import { ENCODINGS } from './exchange/read-body.ts';
import { findLocation, type OutgoingRequest, toNextRequest } from './exchange/redirect.ts';
import { sendRequest } from './exchange/send-request.ts';
import { toResponse, type WireAnswer } from './exchange/to-response.ts';
import { requestBlocked, requestFailed, transferTooLarge } from './failures.ts';
import { type FetchSettings, GUARDED_FETCH_OPTIONS, type GuardedFetchOptions, toSettings } from './settings.ts';
import { checkTarget, isSameEndpoint, parseTarget, type RequestTarget } from './target/check-target.ts';
import { untilAborted } from './until-aborted.ts';

export type GuardedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes the request; its errors are not in the constructor's own words, which quote the input. */
function toRequest(url: URL, input: string | URL | Request, init: RequestInit | undefined): Request {
  try {
    return new Request(input instanceof Request ? input : url, init);
  } catch (cause) {
    const why = 'The request has a method, a header or a body that cannot be sent';
    throw new ToolError('INVALID_ARGUMENTS', why, { cause });
  }
}

async function readWhole(request: Request, target: RequestTarget, limit: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw transferTooLarge(target, 'the body to send is', limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toHeaders({ method, headers, body }: OutgoingRequest, host: string): Record<string, string> {
  const length = body?.length ?? (method === 'POST' || method === 'PUT' ? 0 : undefined);
  return {
    accept: '*/*',
    'user-agent': 'toolgate',
    ...Object.fromEntries(headers),
    // A range of a packed body cannot be unpacked.
    'accept-encoding': headers.has('range') ? 'identity' : ENCODINGS,
    ...(length === undefined ? {} : { 'content-length': String(length) }),
    host,
    connection: 'close',
  };
}

async function exchange({ target, sent }: Hop, settings: FetchSettings, { signal }: Deadline): Promise<WireAnswer> {
  const { stream, proxyHeaders } = await openConnection(target, settings, signal);
  const { url, port } = target;
  const host = url.hostname.replace(/\.$/, '') + (url.port === '' ? '' : `:${port}`);
  const path = url.pathname + url.search;
  const message = {
    method: sent.method,
    path: proxyHeaders === undefined ? path : `http://${host}${path}`,
    headers: { ...toHeaders(sent, host), ...proxyHeaders },
    body: sent.body,
  };
  try {
    const options = { place: target, maxHeaderBytes: settings.maxHeaderBytes, signal };
    return { message: await sendRequest(stream, message, options), stream, target, method: sent.method };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

interface Hop {
  readonly target: RequestTarget;
  readonly sent: OutgoingRequest;
  readonly redirect: Request['redirect'];
}

/** Follows redirects. Each hop is checked from scratch, like a first request, and a little more strictly. */
async function follow(
  { target, sent, redirect }: Hop,
  settings: FetchSettings,
  deadline: Deadline,
): Promise<WireAnswer> {
  deadline.place = target;
  const answer = await exchange({ target, sent, redirect }, settings, deadline);
  const location = redirect === 'manual' ? undefined : findLocation(answer.message);
  if (location === undefined) return answer;
  answer.stream.destroy();
  if (redirect === 'error')
    throw requestBlocked('redirects', target, 'it redirects, and the request wants no redirects');
  const hop = target.hop + 1;
  if (hop > settings.maxRedirects)
    throw requestBlocked('redirects', target, `more than ${settings.maxRedirects} redirects`);
  const url = parseTarget(location, { host: target.host, hop }, target.url);
  settings.onRedirect?.(url);
  const next = checkTarget(url, settings.endpoints, hop, target);
  const again = toNextRequest(sent, answer.message.statusCode ?? 0, isSameEndpoint(target, next));
  return follow({ target: next, sent: again, redirect }, settings, deadline);
}

async function fetchGuarded(settings: FetchSettings, ...[input, init]: Parameters<GuardedFetch>): Promise<Response> {
  const url = parseTarget(input instanceof Request ? input.url : String(input), { host: 'The URL', hop: 0 });
  const target = checkTarget(url, settings.endpoints, 0);
  const request = toRequest(url, input, init);
  const signals = [init?.signal, input instanceof Request ? input.signal : undefined].filter(signal => signal != null);
  const deadline = startDeadline(target, settings.timeoutMs, signals);
  try {
    const body = await untilAborted(readWhole(request, target, settings.maxRequestBytes), deadline.signal);
    const sent = { method: request.method, headers: toSent(request.headers), body };
    const answer = await follow({ target, sent, redirect: request.redirect }, settings, deadline);
    try {
      return toResponse(answer, deadline, settings.maxBytes);
    } catch (error) {
      answer.stream.destroy();
      throw error;
    }
  } catch (error) {
    deadline.end();
    throw deadline.signal.aborted ? deadline.signal.reason : requestFailed(deadline.place, 'the request failed', error);
  }
}

/**
 * Makes a fetch for everything that goes out. This fetch asks allowed hosts only, and dials public addresses only: a
 * name is resolved once for each hop, every address of it is checked, and a checked one is dialled. Nothing is kept
 * between requests: no cookies, no connections, no cache. Refusals are `NETWORK_BLOCKED`, with the rule in
 * `details.rule`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  checkOptions('createGuardedFetch', options, GUARDED_FETCH_OPTIONS);
  const settings = toSettings(options);
  return (input, init) => fetchGuarded(settings, input, init);
}
