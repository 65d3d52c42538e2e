import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { ToolError } from '../../../../index.ts';
import { checkAuthAddress } from './auth-fetch.ts';

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
    if (resourceMetadataUrl === undefined && isClientError(status)) return undefined;
    throw error;
  }
}

const isClientError = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500;
