import { sayList } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import type { WebServices } from '../services.ts';
import { SEARCH_PROVIDERS, type SearchProvider } from './providers.ts';

/** The provider that will be asked, with all that it takes. */
export interface ProviderChoice {
  readonly provider: SearchProvider;
  readonly base: string;
  readonly key: string;
  /** The variable that holds the key. */
  readonly keyEnv: string;
  /** Whether the address is from the user's own config, and so may be private. */
  readonly own: boolean;
}

type Services = Pick<WebServices, 'search' | 'env'>;

const HOW =
  'Set web.search in your own config, such as {"web": {"search": {"provider": "brave"}}}, and the key in ' +
  'BRAVE_API_KEY; or TAVILY_API_KEY, EXA_API_KEY or SEARXNG_URL alone.';

const missing = (message: string, suggestion: string): ToolError =>
  new ToolError('EXECUTION_ERROR', message, { suggestion, details: { reason: 'not configured' } });

/** The provider by the user's config, else by the only variable that is set. Throws an error that says what to set. */
export function chooseProvider({ search, env }: Services): ProviderChoice {
  if (search) return configured(search, env);
  const there = SEARCH_PROVIDERS.filter(({ usualEnv }) => env[usualEnv]);
  const [provider] = there;
  if (!provider) throw missing('No search provider is configured', HOW);
  if (there.length > 1) {
    const names = sayList(there.map(({ usualEnv }) => usualEnv));
    const several = `Several search providers could be meant: ${names} are set`;
    throw missing(several, 'Say which in web.search.provider in your own config.');
  }
  return configured({ provider: provider.name }, env);
}

function configured(search: NonNullable<Services['search']>, env: Services['env']): ProviderChoice {
  const provider = SEARCH_PROVIDERS.find(({ name }) => name === search.provider);
  if (!provider) throw missing(`No search provider is named ${JSON.stringify(search.provider)}`, HOW);
  const { label, needsKey, usualEnv } = provider;
  const keyEnv = search.apiKeyEnv ?? usualEnv;
  const address = search.baseURL ?? (needsKey ? undefined : env[usualEnv]);
  const base = address ?? provider.baseURL;
  if (base === undefined)
    throw missing(`${label} has no address of its own`, `Set web.search.baseURL in your own config, or ${usualEnv}.`);
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    throw missing(`The address of ${label} is no http URL`, 'Correct web.search.baseURL in your own config.');
  const key = needsKey ? (env[keyEnv] ?? '').trim() : '';
  if (needsKey && key === '')
    throw missing(`${label} needs a key, and ${keyEnv} is not set`, `Set ${keyEnv} to your key of ${label}.`);
  return { provider, base, key, keyEnv, own: address !== undefined };
}
