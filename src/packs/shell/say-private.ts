import { sayCount } from '../../text/say.ts';
import type { Effects } from '../../tool/effect.ts';
import type { CommandRun } from './run-command.ts';

/** What of private files the model does not get, and how it may: of those left out, what lies in the folders it read. */
export function sayPrivate(
  { covered, masked }: Pick<CommandRun, 'covered' | 'masked'>,
  effects: Effects,
): readonly string[] {
  const trees = effects === 'everything' ? [] : effects.filter(({ kind, tree }) => kind === 'read' && tree);
  const met = covered.filter(path =>
    trees.some(({ resource }) => `${path}/`.startsWith(resource.replace(/\/?$/, '/'))),
  );
  const how = 'To read one, name it: a person is asked.';
  return [
    ...(met.length > 0 ? [`${sayCount(met.length, 'private file')} left out (empty to this command). ${how}`] : []),
    ...(masked > 0 ? [`Values of private files are masked (***). ${how}`] : []),
  ];
}
