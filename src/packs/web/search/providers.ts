import type { SearchProviderName } from '../services.ts';

/** The fields that a provider gives for one result, any of which may be missing. */
export type Hit = Readonly<{ title?: unknown; url?: unknown; snippet?: unknown }>;

export type Query = Readonly<{ text: string; count: number }>;

type SearchRequest = Readonly<{ url: string; init: RequestInit }>;

/** One service that searches: how to ask it, and where its answer has the results. */
export interface SearchProvider {
  readonly name: SearchProviderName;
  /** The name that people use for the service. */
  readonly label: string;
  /** The variable that usually holds the service's key; for a service without a key, its address. */
  readonly usualEnv: string;
  readonly needsKey: boolean;
  /** The service's own address; undefined where everyone runs their own service. */
  readonly baseURL: string | undefined;
  request(query: Query, base: string, key: string): SearchRequest;
  /** Reads the results of an answer; undefined where the answer is not in the service's form. */
  hits(answer: Readonly<Record<string, unknown>>): readonly Hit[] | undefined;
  /** The meaning of a status at this service, where it differs from the usual one. */
  readonly statuses?: Readonly<Record<number, 'key' | 'rate' | 'plan' | 'format'>>;
}

export const isReplyRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of records; undefined for a value that is no list. */
const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined =>
  Array.isArray(value) ? value.filter(isReplyRecord) : undefined;

/** A GET for JSON; `path` is put behind the path of `base`. */
function getJson(base: string, path: string, query: Readonly<Record<string, string>>, headers = {}): SearchRequest {
  const url = appendPath(base, path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, init: { headers: { accept: 'application/json', ...headers } } };
}

/** A POST to `/search`, with the question in the body. */
function postSearch(base: string, body: unknown, given: Readonly<Record<string, string>>): SearchRequest {
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...given };
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'error' };
  return { url: appendPath(base, '/search').href, init };
}

const appendPath = (base: string, path: string): URL => new URL(base.replace(/\/+$/, '') + path);

/** The most results that Brave can be asked for. */
const BRAVE_MOST = 20;
/** Characters of text to ask Exa for, for each result. */
const EXA_SNIPPET = 500;

const exaSnippet = ({ highlights, text, summary }: Readonly<Record<string, unknown>>): unknown => {
  if (Array.isArray(highlights) && highlights.length > 0)
    return highlights.filter(one => typeof one === 'string').join(' … ');
  return text ?? summary;
};

export const SEARCH_PROVIDERS: readonly SearchProvider[] = [
  {
    name: 'brave',
    label: 'Brave Search',
    usualEnv: 'BRAVE_API_KEY',
    needsKey: true,
    baseURL: 'https://api.search.brave.com',
    request({ text, count }, base, key) {
      const query = { q: text, count: String(Math.min(count, BRAVE_MOST)), text_decorations: 'false' };
      return getJson(base, '/res/v1/web/search', query, { 'x-subscription-token': key });
    },
    hits(answer) {
      // An answer of Brave that found nothing has no list at all.
      if (answer.web === undefined || answer.web === null) return answer.type === 'search' ? [] : undefined;
      const found = isReplyRecord(answer.web) ? recordsIn(answer.web.results) : undefined;
      return found?.map(({ title, url, description }) => ({ title, url, snippet: description }));
    },
  },
  {
    name: 'tavily',
    label: 'Tavily',
    usualEnv: 'TAVILY_API_KEY',
    needsKey: true,
    baseURL: 'https://api.tavily.com',
    request({ text, count }, base, key) {
      const body = { query: text, max_results: count, search_depth: 'basic', include_answer: false };
      return postSearch(base, body, { authorization: `Bearer ${key}` });
    },
    hits: answer => recordsIn(answer.results)?.map(({ title, url, content }) => ({ title, url, snippet: content })),
    statuses: { 432: 'plan', 433: 'plan' },
  },
  {
    name: 'exa',
    label: 'Exa',
    usualEnv: 'EXA_API_KEY',
    needsKey: true,
    baseURL: 'https://api.exa.ai',
    request({ text, count }, base, key) {
      const body = { query: text, numResults: count, type: 'auto', contents: { text: { maxCharacters: EXA_SNIPPET } } };
      return postSearch(base, body, { 'x-api-key': key });
    },
    hits: answer =>
      recordsIn(answer.results)?.map(hit => ({ title: hit.title, url: hit.url, snippet: exaSnippet(hit) })),
    statuses: { 402: 'plan' },
  },
  {
    name: 'searxng',
    label: 'SearXNG',
    usualEnv: 'SEARXNG_URL',
    needsKey: false,
    baseURL: undefined,
    request: ({ text }, base) => getJson(base, '/search', { q: text, format: 'json' }),
    hits: answer => recordsIn(answer.results)?.map(({ title, url, content }) => ({ title, url, snippet: content })),
    // SearXNG refuses formats that its settings do not name.
    statuses: { 403: 'format' },
  },
];
