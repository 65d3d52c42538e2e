import { type AuthProvider, computeScopeUnion, OAuthError, refreshAuthorization } from '@modelcontextprotocol/client';
import { ToolError } from '../../../../index.ts';
import { saidBy } from '../explain-call-failure.ts';
import { clientIn } from '../server-config.ts';
import { authFetch, findAuthority } from './find-authority.ts';
import type { KeptSignIn } from './kept-sign-ins.ts';
import { readTokens, type SignInRequest } from './sign-in-to-server.ts';

/** A kept sign-in, for the requests to its server. */
export interface KeptAuth extends AuthProvider {
  onUnauthorized(): Promise<void>;
  /** Remembers that the server wants more than was granted. */
  wants(scope: string): void;
}

type KeptAuthOptions = Pick<SignInRequest, 'name' | 'config' | 'env' | 'signIns'>;

/** The most characters of a scope. */
const MOST_SCOPE = 2_000;
/** Milliseconds for a renewal with all its requests. */
const LONGEST = 40_000;
/** Errors that pass: an authorization server that gives one has nothing against us. */
const PASSING: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'too_many_requests']);

/** Access by a kept sign-in; a step that needs a person fails with the line to run. */
export function keptAuth(options: KeptAuthOptions): KeptAuth {
  const { name, config, signIns } = options;
  const server = { name, url: config.url };
  let sent: string | undefined;
  let renewing: Promise<KeptSignIn> | undefined;
  /** Renews a stale sign-in. `stale` is asked again under the lock: another process may have been quicker. */
  const renew = (stale: (kept: KeptSignIn) => boolean): Promise<KeptSignIn> => {
    renewing ??= signIns
      .alone(server, async () => {
        const kept = signIns.read(server);
        if (!kept) throw signInNeeded(name);
        return stale(kept) ? await renewed(kept, options) : kept;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  return {
    token: async () => {
      let kept = signIns.read(server);
      if (kept && isOver(kept)) kept = await renew(isOver);
      sent = kept?.tokens.access_token;
      return sent;
    },
    onUnauthorized: async () => {
      const refused = sent;
      if (refused === undefined) throw signInNeeded(name);
      await renew(({ tokens }) => tokens.access_token === refused);
    },
    wants: scope => {
      const remember = async () => {
        const kept = signIns.read(server);
        const wanted = computeScopeUnion(kept?.tokens.scope, kept?.wanted, scope.slice(0, MOST_SCOPE));
        if (kept && wanted) signIns.save({ ...kept, wanted: wanted.slice(0, 2 * MOST_SCOPE) });
      };
      // If the wish cannot be kept, the person is asked once more.
      signIns.alone(server, remember).catch(() => {});
    },
  };
}

const isOver = ({ renewAt = Number.POSITIVE_INFINITY }: KeptSignIn): boolean => Date.now() >= renewAt;

/** New tokens from whoever gave the old ones, and from no one else. */
async function renewed(kept: KeptSignIn, { name, config, env, signIns }: KeptAuthOptions): Promise<KeptSignIn> {
  const { issuer, resource, resourceMetadataUrl, tokens } = kept;
  const client = clientIn(config, env) ?? kept.client;
  const gone = (why: string): ToolError => {
    signIns.forget({ name, url: config.url });
    return signInNeeded(name, why);
  };
  if (!tokens.refresh_token || client.client_id !== kept.client.client_id)
    throw signInNeeded(name, 'the last sign-in has ended');
  const fetchFn = authFetch(config.url, AbortSignal.timeout(LONGEST));
  try {
    const now = await findAuthority({ url: config.url, resourceMetadataUrl, issuer, fetchFn });
    if (now.issuer !== issuer || now.resource !== resource) throw gone('others give out its tokens now');
    const parties = { metadata: now.metadata, clientInformation: client, resource };
    const fresh = await refreshAuthorization(issuer, { ...parties, refreshToken: tokens.refresh_token, fetchFn });
    const made: KeptSignIn = { ...kept, ...readTokens({ ...fresh, scope: fresh.scope ?? tokens.scope }) };
    signIns.save(made);
    return made;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (error instanceof OAuthError && !PASSING.has(error.code)) throw gone('the last sign-in has ended');
    const message = `The sign-in to ${name} could not be renewed: ${saidBy(error)}`;
    throw new ToolError('EXECUTION_ERROR', message, { retryable: true });
  }
}

/** The error that a sign-in is needed. A server's name is letters, digits, - and _, so it can stand in a command. */
export const signInNeeded = (name: string, why?: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The MCP server ${name} wants you to sign in${why ? `: ${why}` : ''}`, {
    suggestion: `Run: toolgate sign-in ${name}`,
    details: { signIn: name },
  });

export const isSignInNeeded = (error: unknown): error is ToolError =>
  error instanceof ToolError && error.details?.signIn !== undefined;
