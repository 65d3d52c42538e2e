import { ApiRefusal } from './refusal.ts';

export interface GuardOptions {
  readonly isToken: (given: string | undefined) => boolean;
  /** The port where we listen. */
  readonly port: () => number;
}

/** Refuses whoever is not a page of ours, or a program of this machine, with the token. Undefined: it may pass. */
export function createGuard({ isToken, port }: GuardOptions): (request: Request) => ApiRefusal | undefined {
  return request => {
    const host = request.headers.get('host')?.toLowerCase();
    const url = new URL(request.url);
    if (host === undefined || !isOwnHost(host, port()) || url.host !== new URL(`http://${host}`).host)
      return foreign('This name does not lead here');
    // Another port of this machine is another program, or another user's.
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== `http://${host}`) return foreign('Only the console itself may ask this');
    if (!OWN_SITES.includes(request.headers.get('sec-fetch-site')))
      return foreign('Only the console itself may ask this');
    if (!isToken(tokenIn(request, url)))
      return new ApiRefusal(401, 'UNAUTHORIZED', { message: 'Open the link that `toolgate serve` has printed' });
    return undefined;
  };
}

/** A browser's words for where a request comes from; programs say nothing. `none` is a person with the address bar. */
const OWN_SITES: readonly (string | null)[] = [null, 'same-origin', 'none'];

function isOwnHost(host: string, port: number): boolean {
  const found = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/.exec(host);
  return found !== null && Number(found[1] ?? 80) === port;
}

/** The token of a request; in the address only where a person opens the page. */
function tokenIn(request: Request, { pathname, searchParams }: URL): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  const opens = pathname === '/' && (request.method === 'GET' || request.method === 'HEAD');
  return opens ? (searchParams.get('token') ?? undefined) : undefined;
}

const foreign = (message: string): ApiRefusal => new ApiRefusal(403, 'FORBIDDEN', { message });
