import { appendPath, recordsIn, type SearchProvider } from './provider.ts';

export const searxng: SearchProvider = {
  name: 'searxng',
  label: 'SearXNG',
  usualEnv: 'SEARXNG_URL',
  needsKey: false,
  baseURL: undefined,
  request({ text }, base) {
    const url = appendPath(base, '/search');
    url.searchParams.set('q', text);
    url.searchParams.set('format', 'json');
    return { url: url.href, init: { headers: { accept: 'application/json' } } };
  },
  hits: answer => recordsIn(answer.results)?.map(({ title, url, content }) => ({ title, url, snippet: content })),
  // It refuses formats that its settings do not name.
  statuses: { 403: 'format' },
};
