import type { Alias } from '../../tool/define.ts';

/** Arguments without `description`, a title for people that models also send; it is the prompt where there is none. */
const withoutTitle = ({ description, ...args }: Record<string, unknown>): Record<string, unknown> =>
  args.prompt === undefined && description !== undefined ? { ...args, prompt: description } : args;

export const SPAWN_ALIASES: readonly Alias[] = [
  { name: 'task', map: withoutTitle },
  { name: 'agent', map: withoutTitle },
];
