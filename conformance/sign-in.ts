import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import type { SignIn } from '../src/adapters/mcp/client/index.ts';

type Kept = {
  client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  verifier?: string;
};

/** Someone who agrees to everything at once: the page's redirect is read instead of followed. */
export function conformanceSignIn(known: { client_id?: string; client_secret?: string }): SignIn {
  const kept: Kept = {};
  if (known.client_id !== undefined)
    kept.client = {
      client_id: known.client_id,
      ...(known.client_secret ? { client_secret: known.client_secret } : {}),
    };
  let answer: URLSearchParams | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:3000/callback',
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientMetadata: {
      client_name: 'toolgate',
      redirect_uris: ['http://localhost:3000/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
    },
    clientInformation: () => kept.client,
    saveClientInformation: client => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: tokens => {
      kept.tokens = tokens;
    },
    saveCodeVerifier: verifier => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
    redirectToAuthorization: async page => {
      const { headers } = await fetch(page, { redirect: 'manual' });
      const location = headers.get('location');
      answer = location === null ? undefined : new URL(location, page).searchParams;
    },
    invalidateCredentials: what => {
      if (what === 'all' || what === 'client') delete kept.client;
      if (what === 'all' || what === 'tokens') delete kept.tokens;
      if (what === 'all' || what === 'verifier') delete kept.verifier;
    },
  };
  return {
    provider,
    answer: async () => {
      if (!answer) throw new Error('Nobody has agreed');
      return answer;
    },
  };
}
