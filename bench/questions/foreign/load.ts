import { loadSuites } from './load-suites.ts';

/** Sessions with the tools and results of others, which the rule was not made with. */
export const FOREIGN = loadSuites({
  folder: new URL('./', import.meta.url),
  names: ['mail', 'chat', 'bank', 'travel', 'code'],
  prefix: 'their_',
});
