import { loadSuites } from '../foreign/load-suites.ts';

/** Sessions with attacks that stand everywhere: in errors, in reports of helpers, in the first result; and targets known from elsewhere. */
export const VARIED = loadSuites({
  folder: new URL('./', import.meta.url),
  names: ['office', 'teamchat', 'purse', 'journey', 'forge', 'errands'],
  prefix: 'varied_',
  forms: 2,
  apartAsWhole: true,
});
