import { sayCount } from '../../text/say.ts';
import type { Effects } from '../../tool/effect.ts';
import type { CommandRun } from './run-command.ts';

/** Of the private files that were empty to a command, those in the folders it read, and how the model may get them. */
export function sayPrivate({ covered }: Pick<CommandRun, 'covered'>, effects: Effects): string | undefined {
  const trees = effects === 'everything' ? [] : effects.filter(({ kind, tree }) => kind === 'read' && tree);
  const met = covered.filter(path =>
    trees.some(({ resource }) => `${path}/`.startsWith(resource.replace(/\/?$/, '/'))),
  );
  if (met.length === 0) return undefined;
  return `${sayCount(met.length, 'private file')} left out (empty to this command). To read one, name it: a person is asked.`;
}
