import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AuthorizationServerMetadata,
  computeScopeUnion,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  type FetchLike,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  registerClient,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { ToolError } from '../../../../index.ts';
import { saidBy } from '../explain-call-failure.ts';
import { clientIn, fillFrom, type HttpServer, type ServerEnv } from '../server-config.ts';
import { boundedFetch } from '../transport/http-transport.ts';
import { openAnswerListener } from './answer-listener.ts';
import { type Authority, authFetch, checkAuthAddress, findAuthority } from './find-authority.ts';
import type { KeptSignIn, KeptSignIns } from './kept-sign-ins.ts';

export interface SignInRequest {
  readonly name: string;
  readonly config: HttpServer;
  readonly env: ServerEnv;
  readonly signIns: KeptSignIns;
  /** Shows the page where a person agrees. */
  readonly show: (page: URL) => void;
  readonly signal: AbortSignal;
  /** Milliseconds that the person has; default five minutes. */
  readonly patience?: number;
}

const PATIENCE = 5 * 60_000;

/** Signs a person in to a server, in their own browser, and keeps what the server gives for it. */
export async function signInToServer(request: SignInRequest): Promise<KeptSignIn> {
  const { name, config, signIns, signal } = request;
  try {
    // The tokens that the server gives must not travel where others can read them.
    checkAuthAddress(config.url, config.url);
    const before = signIns.read({ name, url: config.url });
    const fetchFn = authFetch(config.url, signal);
    const asked = await whatItWants(request);
    const authority = await findAuthority({ url: config.url, fetchFn, ...asked });
    if (!asked.refused && authority.resource === undefined)
      throw new ToolError('EXECUTION_ERROR', 'It wants no sign-in');
    // Without a challenge, whoever sees the answer could use it.
    if (!authority.metadata.code_challenge_methods_supported?.includes('S256'))
      throw new ToolError('EXECUTION_ERROR', 'Its authorization server does not say that it takes PKCE with S256');
    const wider = computeScopeUnion(asked.scope, before?.wanted);
    const scope = scopeFor(authority, config.oauth?.scope ?? wider);
    const { tokens, client } = await agree(request, { authority, scope, fetchFn });
    const { issuer, resource } = authority;
    const kept: KeptSignIn = {
      server: name,
      url: config.url,
      issuer,
      resource,
      resourceMetadataUrl: asked.resourceMetadataUrl?.href,
      // A secret of the config stays where it is.
      client: config.oauth?.clientId === undefined ? { ...client } : { client_id: client.client_id },
      ...readTokens(tokens),
    };
    await signIns.alone({ name, url: config.url }, async () => signIns.save(kept));
    return kept;
  } catch (error) {
    if (signal.aborted) throw new ToolError('ABORTED', 'Interrupted; nobody is signed in');
    const { code = 'EXECUTION_ERROR', suggestion } = error instanceof ToolError ? error : ({} as Partial<ToolError>);
    throw new ToolError(code, `Signing in to ${name} failed: ${saidBy(error)}`, {
      suggestion: suggestion ?? 'Look at its "url" in the config, or ask whoever runs it.',
    });
  }
}

/** The server's own words on who may come in: its answer to a stranger, and whether it refuses one. */
async function whatItWants({ config, env, signal }: SignInRequest) {
  const forms = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await boundedFetch(config.url, {
    method: 'POST',
    headers: { ...fillFrom(env, config.headers), ...forms },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
  });
  await response.body?.cancel();
  const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  return { refused: response.status === 401, scope, resourceMetadataUrl };
}

/** The scope, as the specification says: the asked one, else all that the server knows; and leave to stay signed in. */
function scopeFor({ scopes, metadata }: Authority, asked: string | undefined): string | undefined {
  const scope = asked ?? scopes?.join(' ');
  if (!scope || !metadata.scopes_supported?.includes('offline_access')) return scope || undefined;
  return computeScopeUnion(scope, 'offline_access');
}

type Terms = { readonly authority: Authority; readonly scope: string | undefined; readonly fetchFn: FetchLike };

async function agree(request: SignInRequest, { authority, scope, fetchFn }: Terms) {
  const { config, env, show, signal } = request;
  const { issuer, metadata, resource } = authority;
  const listener = await openAnswerListener(config.oauth?.callbackPort);
  try {
    const { redirectUrl, state } = listener;
    const client = clientIn(config, env) ?? (await register(redirectUrl, { authority, scope, fetchFn }));
    const parties = { metadata, clientInformation: client, resource };
    const begun = await startAuthorization(issuer, { ...parties, redirectUrl, state, scope });
    show(begun.authorizationUrl);
    const answer = await inTime(listener.answer, signal, request.patience ?? PATIENCE);
    const tokens = await exchangeAuthorization(issuer, {
      ...parties,
      authorizationCode: codeIn(answer, metadata),
      iss: answer.get('iss') ?? undefined,
      codeVerifier: begun.codeVerifier,
      redirectUri: redirectUrl,
      fetchFn,
    });
    return { tokens, client };
  } finally {
    listener.close();
  }
}

/** Registers a client for this one sign-in: its answer comes to a port that no other has. */
function register(redirectUrl: string, { authority, scope, fetchFn }: Terms): Promise<OAuthClientInformationMixed> {
  const { issuer, metadata } = authority;
  if (metadata.registration_endpoint === undefined)
    throw new ToolError('EXECUTION_ERROR', `${issuer} does not let programs register by themselves`, {
      suggestion: 'Register one there, and name it in the config: "oauth": { "clientId": "…" }',
    });
  return registerClient(issuer, {
    metadata,
    clientMetadata: {
      client_name: 'Toolgate',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    scope,
    fetchFn,
  });
}

/** A no, too, must come from the server that was asked. */
function codeIn(answer: URLSearchParams, metadata: AuthorizationServerMetadata): string {
  const code = answer.get('code');
  if (code) return code;
  validateAuthorizationResponseIssuer({
    iss: answer.get('iss') ?? undefined,
    expectedIssuer: metadata.issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
  });
  const why = [answer.get('error'), answer.get('error_description')].filter(Boolean).join(': ');
  throw new ToolError('PERMISSION_DENIED', `the answer was no (${why || 'without a reason'})`);
}

/** The work's result, or an error when the time is over or nobody wants the result any more. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal, patience: number): Promise<T> {
  const done = new AbortController();
  const late = sleep(patience, undefined, { signal: AbortSignal.any([signal, done.signal]) }).then(() => {
    throw new ToolError('TIMEOUT', `no answer in ${patience / 1000} s`);
  });
  return Promise.race([work, late]).finally(() => done.abort());
}

/** The longest life in seconds. */
const LONGEST_LIFE = 10 * 365 * 86_400;
const EARLY = 30;

/** The kept part of a token endpoint's answer. */
export function readTokens(tokens: OAuthTokens, now = Date.now()): Pick<KeptSignIn, 'tokens' | 'renewAt'> {
  const { access_token, refresh_token, scope, token_type, expires_in } = tokens;
  if (token_type.toLowerCase() !== 'bearer' || !/^[\x21-\x7e]+$/.test(access_token))
    throw new ToolError('EXECUTION_ERROR', 'What it gave is no bearer token');
  const life = expires_in === undefined ? undefined : Math.min(Math.max(expires_in, 0), LONGEST_LIFE);
  return {
    tokens: { access_token, refresh_token: refresh_token || undefined, scope: scope || undefined },
    renewAt: life === undefined ? undefined : now + (life - Math.min(EARLY, life / 2)) * 1000,
  };
}
