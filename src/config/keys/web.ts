import { nearest } from '../../tool/text/nearest.ts';
import { isObject, isVariableName, isWebAddress, sayUnknownKey } from './check-keys.ts';

/** The service that searches the web; the `web` pack says what each key means. */
export interface WebConfig {
  readonly search?: { readonly provider: Provider; readonly apiKeyEnv?: string; readonly baseURL?: string };
}

type Provider = 'brave' | 'tavily' | 'exa' | 'searxng';
const PROVIDERS: readonly string[] = ['brave', 'tavily', 'exa', 'searxng'] satisfies Provider[];
const SEARCH_KEYS = ['provider', 'apiKeyEnv', 'baseURL'];

export function webProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "search": { "provider": "brave" } }';
  const odd = Object.keys(value).find(key => key !== 'search');
  if (odd !== undefined) return sayUnknownKey(odd, ['search']);
  return value.search === undefined ? undefined : searchProblem(value.search);
}

function searchProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'has search, which must be an object: { "provider": "brave" }';
  if (value.apiKey !== undefined)
    return 'has a key in search; put it into a variable, and name that variable as "apiKeyEnv"';
  const odd = Object.keys(value).find(key => !SEARCH_KEYS.includes(key));
  if (odd !== undefined) return sayUnknownKey(odd, SEARCH_KEYS);
  const { provider, apiKeyEnv, baseURL } = value;
  const [near] = typeof provider === 'string' ? nearest(provider, PROVIDERS, 1) : [];
  if (typeof provider !== 'string' || !PROVIDERS.includes(provider))
    return `has search.provider, which must be one of ${PROVIDERS.join(', ')}${near ? `; did you mean ${near}?` : ''}`;
  if (apiKeyEnv !== undefined && !isVariableName(apiKeyEnv))
    return 'has search.apiKeyEnv, which must be the name of a variable';
  if (baseURL !== undefined && !isWebAddress(baseURL))
    return 'has search.baseURL, which must be an http or https address without a password';
  return provider === 'searxng' && baseURL === undefined
    ? 'has the provider searxng, which needs the address of its server as "baseURL"'
    : undefined;
}
