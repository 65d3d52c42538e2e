import { isPicked } from '../../shell/judge/secrets.ts';
import type { Understanding } from '../../shell/understand-command.ts';
import type { CommandRun } from './run-command.ts';
import { sayEmptied } from './say-end.ts';

/** A sentence on the private files that a command would have read but found empty, and how the model may get them. */
export function sayPrivate({ covered }: Pick<CommandRun, 'covered'>, { readFrom }: Pick<Understanding, 'readFrom'>) {
  const met = covered.filter(path => readFrom.some(pattern => isPicked(pattern, path)));
  if (met.length === 0) return undefined;
  return sayEmptied(met.length);
}
