import type { GuardedFetch } from '../../network/create-guarded-fetch.ts';
import type { Context } from '../../tool/context.ts';

export type SearchProviderName = 'brave' | 'tavily' | 'exa' | 'searxng';

/** Who is asked to search, as the user's own config says. */
export interface SearchSettings {
  readonly provider: SearchProviderName;
  /** The variable that holds the key; left out: the provider's usual one. */
  readonly apiKeyEnv?: string;
  /** Another address than the provider's own; SearXNG has none of its own. It may be private. */
  readonly baseURL?: string;
}

export interface FetchLimits {
  /** Milliseconds for all of it. */
  readonly time: number;
  /** Bytes of the body. */
  readonly size: number;
  /** The URL of an endpoint that the user's own config names: that one may be private. */
  readonly own?: string;
  /** Hears where each redirect leads, before it is followed or refused. */
  readonly onRedirect?: (url: URL) => void;
}

/** What web tools need. */
export interface WebServices {
  /** The door out, for one call: it asks the hosts that the policy lets this call reach, and no others. */
  readonly open: (ctx: Context, limits: FetchLimits) => Promise<GuardedFetch>;
  readonly search: SearchSettings | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}
