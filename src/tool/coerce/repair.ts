import { dotted, type Path, shown } from '../schema/shown.ts';

/** One change that coercion made, for the person and the model to know. */
export interface Repair {
  /** Where, dotted; empty for the arguments as a whole. */
  readonly path: string;
  /** What was sent, shortened. */
  readonly was: string;
  /** What it was read as, shortened. */
  readonly now: string;
  /** All of it in words. */
  readonly text: string;
}

/** A repair on its way up: its path grows at the front. */
export interface Change {
  readonly path: Path;
  readonly was: string;
  readonly now: string;
  /** How the one became the other. */
  readonly how: string;
}

/** One reading of a value, and what was changed to get it. */
export interface Reading {
  readonly value: unknown;
  readonly changes: readonly Change[];
}

export function change(was: unknown, now: unknown, how: string): Change {
  return { path: [], was: shown(was), now: shown(now), how };
}

/** The same changes, seen from the container. */
export function below(key: string | number, changes: readonly Change[]): readonly Change[] {
  return changes.length === 0 ? changes : changes.map(each => ({ ...each, path: [key, ...each.path] }));
}

export function toRepair({ path, was, now, how }: Change): Repair {
  const where = dotted(path);
  return { path: where, was, now, text: `${where === '' ? 'arguments' : where}: ${was} ${how} ${now}` };
}
