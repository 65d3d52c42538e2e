import { appendPath, postJson, recordsIn, type SearchProvider } from './provider.ts';

/** Characters of text to ask for, for each result. */
const SNIPPET = 500;

const snippetOf = ({ highlights, text, summary }: Readonly<Record<string, unknown>>): unknown => {
  if (Array.isArray(highlights) && highlights.length > 0)
    return highlights.filter(one => typeof one === 'string').join(' … ');
  return text ?? summary;
};

export const exa: SearchProvider = {
  name: 'exa',
  label: 'Exa',
  usualEnv: 'EXA_API_KEY',
  needsKey: true,
  baseURL: 'https://api.exa.ai',
  request({ text, count }, base, key) {
    const body = { query: text, numResults: count, type: 'auto', contents: { text: { maxCharacters: SNIPPET } } };
    return { url: appendPath(base, '/search').href, init: postJson(body, { 'x-api-key': key }) };
  },
  hits: answer => recordsIn(answer.results)?.map(hit => ({ title: hit.title, url: hit.url, snippet: snippetOf(hit) })),
  statuses: { 402: 'plan' },
};
