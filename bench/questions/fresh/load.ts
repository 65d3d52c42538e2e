import { loadSuites } from '../foreign/load-suites.ts';

/** Sessions in the shape of published benchmarks, written without a look at the other sets. */
export const FRESH = loadSuites({
  folder: new URL('./', import.meta.url),
  names: ['desk', 'channels', 'account', 'trips', 'service', 'browse', 'apps'],
  prefix: 'fresh_',
  forms: 2,
  apartAsWhole: true,
});
