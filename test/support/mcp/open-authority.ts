import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Json = Record<string, unknown>;

/** How a pair of servers departs from what is right. */
export interface Habits {
  /** Seconds that a token lasts. */
  readonly lifetime?: number;
  readonly withoutRefresh?: boolean;
  readonly withoutRegistration?: boolean;
  /** Changes what is said at `/.well-known/…`. */
  readonly metadata?: (metadata: Json) => Json;
  readonly description?: (description: Json) => Json;
  /** Instead of the token endpoint. */
  readonly token?: RequestListener;
  /** No token is ever good enough. */
  readonly insatiable?: boolean;
  readonly iss?: string | null;
  /** Scope that calls of tools need. */
  readonly scope?: string;
}

/** A server on a port of its own; gone after the test. */
export async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

const send = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** An authorization server, with all that it was asked. */
export async function openAuthority(habits: Habits = {}) {
  const grants = new Map<string, { challenge: string; client: string; redirect: string; scope: string }>();
  const access = new Map<string, { until: number; scope: string; resource: string }>();
  const refresh = new Map<string, string>();
  const asked: { path: string; params: URLSearchParams; headers: IncomingMessage['headers'] }[] = [];
  const registered: Json[] = [];

  const give = (scope: string, resource: string, response: ServerResponse): void => {
    const [token, again] = [`at-${randomBytes(8).toString('hex')}`, `rt-${randomBytes(8).toString('hex')}`];
    const lifetime = habits.lifetime ?? 3600;
    access.set(token, { until: Date.now() + lifetime * 1000, scope, resource });
    refresh.set(again, scope);
    send(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifetime,
      scope,
      ...(habits.withoutRefresh ? {} : { refresh_token: again }),
    });
  };

  const giveToken = (params: URLSearchParams, response: ServerResponse) => {
    const resource = params.get('resource') ?? '';
    if (params.get('grant_type') === 'refresh_token') {
      const old = params.get('refresh_token') ?? '';
      const scope = refresh.get(old);
      // Each is good for one use.
      if (!refresh.delete(old) || scope === undefined) return send(response, 400, { error: 'invalid_grant' });
      return give(scope, resource, response);
    }
    const code = params.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const verifier = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      grant?.challenge === verifier &&
      grant.client === params.get('client_id') &&
      grant.redirect === params.get('redirect_uri');
    if (!grant || !right) return send(response, 400, { error: 'invalid_grant' });
    give(grant.scope, resource, response);
  };

  const issuer = await listening(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const body = await textOf(request);
    const params = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
    asked.push({ path: url.pathname, params, headers: request.headers });
    if (url.pathname === '/.well-known/oauth-authorization-server') {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        ...(habits.withoutRegistration ? {} : { registration_endpoint: `${issuer}/register` }),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      };
      send(response, 200, habits.metadata?.(metadata) ?? metadata);
    } else if (url.pathname === '/register') {
      const client = { ...(JSON.parse(body) as Json), client_id: `client-${registered.length}` };
      registered.push(client);
      send(response, 201, client);
    } else if (url.pathname === '/authorize') {
      const code = randomBytes(8).toString('hex');
      const redirect = params.get('redirect_uri') ?? '';
      grants.set(code, {
        challenge: params.get('code_challenge') ?? '',
        client: params.get('client_id') ?? '',
        redirect,
        scope: params.get('scope') ?? '',
      });
      const back = new URL(redirect);
      back.searchParams.set('code', code);
      back.searchParams.set('state', params.get('state') ?? '');
      const iss = habits.iss === undefined ? issuer : habits.iss;
      if (iss !== null) back.searchParams.set('iss', iss);
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/token') {
      if (habits.token) habits.token(request, response);
      else giveToken(params, response);
    } else send(response, 404, {});
  });

  return {
    issuer,
    asked,
    registered,
    /** What a token may, while it is good. */
    find: (token: string) => {
      const found = access.get(token);
      return found && found.until > Date.now() ? found : undefined;
    },
    /** No token that was given so far is good any more. */
    revokeAccess: () => access.clear(),
    revokeAll: () => {
      access.clear();
      refresh.clear();
    },
    /** How often something was asked. */
    count: (path: string, grant?: string) =>
      asked.filter(one => one.path === path && (!grant || one.params.get('grant_type') === grant)).length,
  };
}

export type Authority = Awaited<ReturnType<typeof openAuthority>>;

/** An MCP server (of the older revision) that knows only who has a token of its authority. */
export async function openProtected(first: Authority, habits: Habits = {}) {
  const seen: IncomingMessage['headers'][] = [];
  let authority = first;
  const origin = await listening(async (request, response) => {
    const body = await textOf(request);
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      const description = { resource: `${origin}/mcp`, authorization_servers: [authority.issuer] };
      return send(response, 200, habits.description?.(description) ?? description);
    }
    if (pathname !== '/mcp') return send(response, 404, {});
    seen.push(request.headers);
    const token = authority.find((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const challenge = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    if (habits.insatiable || token?.resource !== `${origin}/mcp`)
      return send(response, 401, {}, { 'www-authenticate': `Bearer ${challenge}` });
    if (request.method !== 'POST') return send(response, 405, {});
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    const answer = (result: unknown) => send(response, 200, { jsonrpc: '2.0', id, result });
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'initialize')
      answer({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } });
    else if (method === 'tools/list') answer({ tools: [{ name: 'say', inputSchema: { type: 'object' } }] });
    else if (method === 'tools/call' && habits.scope && !token.scope.split(' ').includes(habits.scope))
      send(response, 403, {}, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${habits.scope}"` });
    else if (method === 'tools/call') answer({ content: [{ type: 'text', text: 'said' }] });
    else send(response, 200, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  });
  return {
    url: `${origin}/mcp`,
    /** The headers of each request that reached the server. */
    seen,
    /** From now on others give out its tokens. */
    move: (other: Authority) => {
      authority = other;
    },
  };
}
