import { appendPath, isReplyRecord, recordsIn, type SearchProvider } from './provider.ts';

/** More than this it refuses. */
const MOST = 20;

export const brave: SearchProvider = {
  name: 'brave',
  label: 'Brave Search',
  usualEnv: 'BRAVE_API_KEY',
  needsKey: true,
  baseURL: 'https://api.search.brave.com',
  request({ text, count }, base, key) {
    const url = appendPath(base, '/res/v1/web/search');
    url.searchParams.set('q', text);
    url.searchParams.set('count', String(Math.min(count, MOST)));
    url.searchParams.set('text_decorations', 'false');
    return { url: url.href, init: { headers: { accept: 'application/json', 'x-subscription-token': key } } };
  },
  hits(answer) {
    // Where nothing was found there is no list at all.
    if (answer.web === undefined || answer.web === null) return answer.type === 'search' ? [] : undefined;
    const found = isReplyRecord(answer.web) ? recordsIn(answer.web.results) : undefined;
    return found?.map(({ title, url, description }) => ({ title, url, snippet: description }));
  },
};
