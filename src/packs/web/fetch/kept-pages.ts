import type { FetchedPage } from './fetch-page.ts';

/** Milliseconds for which a page is kept. */
const KEPT = 5 * 60_000;
const MOST = 8;
/** The most characters of a kept page; longer ones are fetched again. */
const MOST_TEXT = 4_000_000;

export interface KeptPages {
  get(key: string): FetchedPage | undefined;
  set(key: string, page: FetchedPage): void;
}

/** Keeps the last few pages, so that reading on shows the page that was begun. */
export function keepPages(now: () => number = Date.now): KeptPages {
  const pages = new Map<string, { readonly page: FetchedPage; readonly until: number }>();
  return {
    get(key) {
      const kept = pages.get(key);
      if (kept && kept.until > now()) return kept.page;
      pages.delete(key);
      return undefined;
    },
    set(key, page) {
      pages.delete(key);
      if (page.text.length > MOST_TEXT || page.attachments.length > 0) return;
      pages.set(key, { page, until: now() + KEPT });
      for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - MOST))) pages.delete(oldest);
    },
  };
}
