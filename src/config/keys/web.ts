import { nearest } from '../../tool/text/nearest.ts';
import { isObject } from '../is-object.ts';
import { isWebAddress } from './models.ts';

/** The service that searches the web; the `web` pack says what each key means. */
export interface WebConfig {
  readonly search?: {
    readonly provider: 'brave' | 'tavily' | 'exa' | 'searxng';
    readonly apiKeyEnv?: string;
    readonly baseURL?: string;
  };
}

const PROVIDERS = ['brave', 'tavily', 'exa', 'searxng'];
const SEARCH_KEYS = ['provider', 'apiKeyEnv', 'baseURL'];

/** The problem with the `web` of a config, or undefined. */
export function webProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "search": { "provider": "brave" } }';
  const odd = unknownKey(value, ['search']);
  if (odd) return odd;
  return value.search === undefined ? undefined : searchProblem(value.search);
}

function searchProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'has search, which must be an object: { "provider": "brave" }';
  if (value.apiKey !== undefined)
    return 'has a key in search; put it into a variable, and name that variable as "apiKeyEnv"';
  const odd = unknownKey(value, SEARCH_KEYS);
  if (odd) return odd;
  const { provider, apiKeyEnv, baseURL } = value;
  if (typeof provider !== 'string' || !PROVIDERS.includes(provider)) {
    const [near] = typeof provider === 'string' ? nearest(provider, PROVIDERS, 1) : [];
    return `has search.provider, which must be one of ${PROVIDERS.join(', ')}${near ? `; did you mean ${near}?` : ''}`;
  }
  if (apiKeyEnv !== undefined && !(typeof apiKeyEnv === 'string' && /^[A-Za-z_]\w*$/.test(apiKeyEnv)))
    return 'has search.apiKeyEnv, which must be the name of a variable';
  if (baseURL !== undefined && !(typeof baseURL === 'string' && isWebAddress(baseURL)))
    return 'has search.baseURL, which must be an http or https address without a password';
  return provider === 'searxng' && baseURL === undefined
    ? 'has the provider searxng, which needs the address of its server as "baseURL"'
    : undefined;
}

function unknownKey(value: object, known: readonly string[]): string | undefined {
  const key = Object.keys(value).find(one => !known.includes(one));
  if (key === undefined) return undefined;
  const [near] = nearest(key, known, 1);
  return `has an unknown key ${JSON.stringify(key)}${near ? `; did you mean ${JSON.stringify(near)}?` : ''}`;
}
