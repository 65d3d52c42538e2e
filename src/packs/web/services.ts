import type { GuardedFetch } from '../../network/create-guarded-fetch.ts';
import type { Context } from '../../tool/context.ts';

export type SearchProviderName = 'brave' | 'tavily' | 'exa' | 'searxng';

/** The provider that is asked to search, as the user's own config names it. */
export interface SearchSettings {
  readonly provider: SearchProviderName;
  /** The variable that holds the key; left out: the provider's usual one. */
  readonly apiKeyEnv?: string;
  /** Another address than the provider's own, which may be private; SearXNG has no address of its own. */
  readonly baseURL?: string;
}

export interface FetchLimits {
  /** Milliseconds for the whole request. */
  readonly time: number;
  /** The most bytes of the body. */
  readonly size: number;
  /** The URL of an endpoint that the user's own config names: it may be private. */
  readonly own?: string;
  /** Called with the address of each redirect, before it is followed or refused. */
  readonly onRedirect?: (url: URL) => void;
}

/** The services that web tools need. */
export interface WebServices {
  /** The door out, for one call: it reaches the hosts that the policy lets this call reach, and no others. */
  readonly open: (ctx: Context, limits: FetchLimits) => Promise<GuardedFetch>;
  readonly search: SearchSettings | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}
