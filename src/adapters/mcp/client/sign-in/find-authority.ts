import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { ToolError } from '../../../../index.ts';
import { boundedFetch } from '../transport/http-transport.ts';

/** The party that gives out tokens for a server. */
export interface Authority {
  readonly issuer: string;
  /** The resource that the tokens are for, in the server's own spelling. */
  readonly resource: string | undefined;
  readonly metadata: AuthorizationServerMetadata;
  readonly scopes: readonly string[] | undefined;
}

interface AuthorityQuestion {
  readonly url: string;
  /** The address where the server said that it describes itself; its usual place otherwise. */
  readonly resourceMetadataUrl?: string | URL | undefined;
  /** The issuer that is taken where the server names it among others. */
  readonly issuer?: string;
  readonly fetchFn: FetchLike;
}

/** Asks the server for its authorization server, and that one for its ways; both must be what they say. */
export async function findAuthority(question: AuthorityQuestion): Promise<Authority> {
  const { url, fetchFn } = question;
  const described = await describedBy(question);
  if (described && !checkResourceAllowed({ requestedResource: url, configuredResource: described.resource }))
    throw new ToolError('EXECUTION_ERROR', `It describes another server: ${described.resource.slice(0, 200)}`);
  const named = described?.authorization_servers ?? [];
  const issuer = named.find(one => isSame(one, question.issuer)) ?? named[0] ?? new URL('/', url).href;
  checkAuthAddress(url, issuer);
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
  if (!metadata) throw new ToolError('EXECUTION_ERROR', `${issuer} does not say how one signs in`);
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint])
    if (endpoint !== undefined) checkAuthAddress(url, endpoint);
  return { issuer: metadata.issuer, resource: described?.resource, metadata, scopes: described?.scopes_supported };
}

const isSame = (one: string, other: string | undefined): boolean => one === other || one === `${other}/`;

/** The server's description of itself. Older servers say nothing, and are their own authorization server. */
async function describedBy(question: AuthorityQuestion): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { url, resourceMetadataUrl, fetchFn } = question;
  let status: number | undefined;
  const watched: FetchLike = async (input, init) => {
    const response = await fetchFn(input, init);
    status = response.status;
    return response;
  };
  try {
    return await discoverOAuthProtectedResourceMetadata(url, { resourceMetadataUrl }, watched);
  } catch (error) {
    const isClientError = status !== undefined && status >= 400 && status < 500;
    if (resourceMetadataUrl === undefined && isClientError) return undefined;
    throw error;
  }
}

/** The most bytes of an answer; the words of authorization servers are short. */
const MOST = 256 * 1024;
/** Milliseconds for one request. */
const PATIENCE = 15_000;

/** Hosts of this machine, also names that only lead there. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/;

const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.test(hostname);

/**
 * An address that a server named for signing in, or an error. Codes and tokens travel there, so it is https; on this
 * machine http will do, but only a server of this machine may send us there.
 */
export function checkAuthAddress(server: string | URL, named: string | URL): URL {
  const url = URL.parse(String(named));
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refused('is no https address', named);
  if (url.username !== '' || url.password !== '') throw refused('holds a name or a password', named);
  if (isLoopback(url) && !isLoopback(new URL(server))) throw refused('leads to this machine', named);
  if (url.protocol === 'http:' && !isLoopback(url)) throw refused('is not https', named);
  return url;
}

const refused = (why: string, named: string | URL): ToolError =>
  new ToolError('NETWORK_BLOCKED', `The server sends us to ${String(named).slice(0, 200)}, which ${why}`);

/** The fetch between us and whoever gives out tokens: checked addresses, no redirects, short answers, in time. */
export const authFetch =
  (server: string, signal?: AbortSignal): FetchLike =>
  (input, init = {}) => {
    const signals = [AbortSignal.timeout(PATIENCE), init.signal, signal].filter(one => one != null);
    return boundedFetch(checkAuthAddress(server, input), { ...init, signal: AbortSignal.any(signals) }, MOST);
  };
