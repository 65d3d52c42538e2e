import type { Alias } from '../../tool/define.ts';
import type { Spawner } from './port.ts';

const MOST_TYPES = 30;
const MOST_SAID = 120;

/** The types of agents in words. Every request to a model carries this text, so it is short. */
export function sayTypes(spawner: Spawner): string {
  const types = spawner.types();
  if (types.length === 0) return 'There are no agents.';
  const lines = types.slice(0, MOST_TYPES).map(({ name, description }) => {
    const [said = ''] = description.split('\n');
    return `- ${name}: ${said.length > MOST_SAID ? `${said.slice(0, MOST_SAID)}…` : said}`;
  });
  const more = types.slice(MOST_TYPES).map(({ name }) => name);
  return ['Types:', ...lines, ...(more.length > 0 ? [`- and ${more.join(', ')}`] : [])].join('\n');
}

/** Arguments without `description`, a title for people that models also send; it is the prompt where there is none. */
const withoutTitle = ({ description, ...args }: Record<string, unknown>): Record<string, unknown> =>
  args.prompt === undefined && description !== undefined ? { ...args, prompt: description } : args;

export const SPAWN_ALIASES: readonly Alias[] = [
  { name: 'task', map: withoutTitle },
  { name: 'agent', map: withoutTitle },
];
