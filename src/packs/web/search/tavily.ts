import { appendPath, postJson, recordsIn, type SearchProvider } from './provider.ts';

export const tavily: SearchProvider = {
  name: 'tavily',
  label: 'Tavily',
  usualEnv: 'TAVILY_API_KEY',
  needsKey: true,
  baseURL: 'https://api.tavily.com',
  request({ text, count }, base, key) {
    const body = { query: text, max_results: count, search_depth: 'basic', include_answer: false };
    return { url: appendPath(base, '/search').href, init: postJson(body, { authorization: `Bearer ${key}` }) };
  },
  hits: answer => recordsIn(answer.results)?.map(({ title, url, content }) => ({ title, url, snippet: content })),
  statuses: { 432: 'plan', 433: 'plan' },
};
