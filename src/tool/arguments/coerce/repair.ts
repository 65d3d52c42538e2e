import { shown } from '../../../schema/words/shown.ts';
import { dotted, type Path, showValueAt } from '../check/value-path.ts';

/** One change that coercion made, for the person and the model to know. */
export interface Repair {
  /** The place, dotted; empty for the arguments as a whole. */
  readonly path: string;
  /** The value that was sent, shortened. */
  readonly was: string;
  /** The value that it was read as, shortened. */
  readonly now: string;
  /** The whole change in words. */
  readonly text: string;
}

/** A repair on its way up: its path grows at the front. */
export interface Change {
  readonly path: Path;
  readonly was: unknown;
  readonly now: unknown;
  /** How the old value became the new one. */
  readonly how: string;
}

/** One reading of a value, and what was changed to get it. */
export type ValueReading = { readonly value: unknown; readonly changes: readonly Change[] };

export const makeChange = (was: unknown, now: unknown, how: string): Change => ({ path: [], was, now, how });

export const renamed = (was: string, now: string): Change => ({ path: [now], was, now, how: NAME });

const NAME = 'is the name';

/** The same changes, seen from the container. */
export const prefixChanges = (key: string | number, changes: readonly Change[]): readonly Change[] =>
  changes.length === 0 ? changes : changes.map(each => ({ ...each, path: [key, ...each.path] }));

export function toRepair({ path, how, ...values }: Change): Repair {
  const where = dotted(path);
  const now = how === NAME ? shown(values.now) : showValueAt(path, values.now);
  // Where the result holds a secret, the text that it was read from holds it too.
  const was = how === NAME ? shown(values.was) : now.includes('***') ? '***' : showValueAt(path, values.was);
  return { path: where, was, now, text: `${where === '' ? 'arguments' : where}: ${was} ${how} ${now}` };
}
