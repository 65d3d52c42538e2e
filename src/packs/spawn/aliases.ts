import type { Alias } from '../../tool/define.ts';

/** By these names models also send a title for people. */
const withoutTitle = ({ description, ...args }: Record<string, unknown>): Record<string, unknown> =>
  args.prompt === undefined && description !== undefined ? { ...args, prompt: description } : args;

export const SPAWN_ALIASES: readonly Alias[] = [
  { name: 'task', map: withoutTitle },
  { name: 'agent', map: withoutTitle },
];
