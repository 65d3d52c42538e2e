import { loadSuites } from '../foreign/load-suites.ts';

/**
 * Sessions written in the shape of published benchmarks of agent security, from memory: a workspace, a bank, a chat and
 * travel, and tools that each read one item. Each suite is declared twice: things (a file's id, a hotel) are targets or not.
 */
const FROM = { folder: new URL('./', import.meta.url), forms: 2, obeys: 'variously' } as const;
const NAMES = ['workspace', 'banking', 'slack', 'travel', 'single', 'assistant'];
const plain = loadSuites({ ...FROM, names: NAMES, prefix: 'published_' });
const things = loadSuites({ ...FROM, names: NAMES, prefix: 'things_', thingsAreTargets: true });

export const PUBLISHED = {
  tools: { ...plain.tools, ...things.tools },
  honest: [...plain.honest, ...things.honest],
  attacks: [...plain.attacks, ...things.attacks],
};
