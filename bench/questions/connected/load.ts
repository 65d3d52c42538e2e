import { loadSuites } from '../foreign/load-suites.ts';

/** Sessions with tools of connected services, named and nested as their servers do it: calendars, shops, customers, trackers, staff. */
const FROM = { folder: new URL('./', import.meta.url), forms: 2, obeys: 'variously', apartAsWhole: true } as const;
const NAMES = ['agenda', 'store', 'crm', 'tracker', 'people'];
const plain = loadSuites({ ...FROM, names: NAMES, prefix: 'connected_' });
const things = loadSuites({ ...FROM, names: NAMES, prefix: 'records_', thingsAreTargets: true });

export const CONNECTED = {
  tools: { ...plain.tools, ...things.tools },
  honest: [...plain.honest, ...things.honest],
  attacks: [...plain.attacks, ...things.attacks],
};
