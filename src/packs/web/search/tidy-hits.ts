import { decodeEntities } from '../../../convert/html/strip-tags.ts';
import { cleanLine } from '../clean-text.ts';
import type { Hit } from './providers.ts';

export type WebSearchResult = Readonly<{ title: string; url: string; snippet: string }>;

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
