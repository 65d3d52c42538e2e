import { z } from 'zod';
import { decodeEntities } from '../../../convert/html/strip-tags.ts';
import { otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, withNotes } from '../../../text/say.ts';
import { define, type Info } from '../../../tool/define.ts';
import { connects } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { markUntrusted } from '../../../tool/text/untrusted.ts';
import { cleanLine } from '../clean-text.ts';
import { hostOfUrl } from '../fetch/arguments.ts';
import { explainWebFailure } from '../say-failure.ts';
import type { WebServices } from '../services.ts';
import { askProvider } from './ask-provider.ts';
import { chooseProvider, type ProviderChoice } from './choose-provider.ts';
import type { Hit } from './providers.ts';

const MOST_RESULTS = 20;
/** Milliseconds for one search. */
const TIME = 30_000;
const SIZE = 8 * 1024 * 1024;

const parameters = z.object({
  query: z.string().min(1).max(1_000).regex(/\S/, 'must say what to search for').describe('What to search for'),
  numResults: z.number().int().min(1).max(MOST_RESULTS).default(5).describe(`At most ${MOST_RESULTS}`),
});

const returns = z.object({ results: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string() })) });

/** Searches the web by a provider of the user's choice, which gets the query. */
export function webSearch(services: WebServices): Info {
  return define('web_search', {
    description: 'Search the web; gives titles, URLs and snippets, to be read with web_fetch.',
    parameters,
    returns,
    permissions: { required: ['network'] },
    // Without a provider the call reaches nothing, and nobody need be asked.
    effects: () => {
      const chosen = chosenOrNone(services);
      return chosen ? [connects(hostOfUrl(new URL(chosen.base)))] : [];
    },
    danger: 'moderate',
    readOnly: true,
    idempotent: true,
    parameterNames: otherNames({
      query: ['q', 'search', 'search_query', 'search_term', 'text'],
      numResults: ['num_results', 'count', 'limit', 'max_results', 'n', 'top_k'],
    }),
    timeout: TIME + 5_000,
    preview: previewHead,
    execute: async ({ query, numResults }, ctx) => {
      const chosen = chooseProvider(services);
      const { base, own, provider } = chosen;
      ctx.metadata({ title: `Searching with ${provider.label}` });
      try {
        const guarded = await services.open(ctx, { time: TIME, size: SIZE, own: own ? base : undefined });
        const asked = { text: query.trim(), count: numResults };
        const hits = await askProvider(asked, chosen, { guarded, signal: ctx.abort });
        return show(query, tidyHits(hits, numResults), chosen);
      } catch (error) {
        throw explainWebFailure(error, { host: hostOfUrl(new URL(base)), redirect: undefined });
      }
    },
  }) as Info;
}

function chosenOrNone(services: WebServices): ProviderChoice | undefined {
  try {
    return chooseProvider(services);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function show(query: string, results: readonly WebSearchResult[], { provider }: ProviderChoice) {
  const list = results.map(
    ({ title, url, snippet }, index) => `${index + 1}. ${title}\n   ${url}${snippet === '' ? '' : `\n   ${snippet}`}`,
  );
  const found = sayCount(results.length, 'result');
  return {
    title: `${found} for ${JSON.stringify(cleanLine(query, 60))}`,
    output: withNotes(results.length === 0 ? '' : markUntrusted(list.join('\n'), provider.name), [
      results.length === 0
        ? `${provider.label} found nothing. Try fewer or other words.`
        : `${found} from ${provider.label}. To read one: web_fetch with its URL.`,
    ]),
    value: { results: [...results] },
    metadata: { provider: provider.name, results: results.length },
  };
}

type WebSearchResult = Readonly<{ title: string; url: string; snippet: string }>;

const MOST_TITLE = 200;
const MOST_SNIPPET = 600;
const MOST_URL = 2_000;

/** Text without tags and entities. What was written as entities is text, also where it looks like a tag. */
function plain(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  return cleanLine(decodeEntities(value.slice(0, most * 20).replace(/<\/?[a-z][^<>]{0,300}>/gi, '')), most);
}

function webAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= MOST_URL ? URL.parse(value.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

/** The results that a model may see: pages of the web, each once, in plain text of bounded length. */
export function tidyHits(hits: readonly Hit[], count: number): readonly WebSearchResult[] {
  const results = new Map<string, WebSearchResult>();
  for (const { title, url, snippet } of hits.slice(0, 200)) {
    const address = webAddress(url);
    if (address === undefined || results.has(address)) continue;
    const said = plain(title, MOST_TITLE);
    results.set(address, { title: said || new URL(address).host, url: address, snippet: plain(snippet, MOST_SNIPPET) });
    if (results.size === count) break;
  }
  return [...results.values()];
}
