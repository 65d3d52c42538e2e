import type { SchemaGuide } from '../../../schema/guide/guide.ts';
import type { SchemaView } from '../../../schema/guide/view.ts';
import type { Node } from '../../../schema/node.ts';
import { shown } from '../../../schema/words/shown.ts';
import { dotted, type Path, showValueAt } from '../check/value-path.ts';

/** One change that coercion made, for the person and the model to know. */
export interface Repair {
  /** The place, dotted; empty for the arguments as a whole. */
  readonly path: string;
  readonly was: string;
  readonly now: string;
  readonly text: string;
}

/** A repair on its way up: its path grows at the front. */
export type Change = { readonly path: Path; readonly was: unknown; readonly now: unknown; readonly how: string };

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

/** One run of coercion. Each part of coercion reads inner values through it. */
export interface Attempt {
  readonly guide: SchemaGuide;
  /** All readings of a value that the node takes; the value alone where the node takes it as it is. */
  read(node: Node, value: unknown, spelling?: string): readonly ValueReading[];
  accepts(node: Node, value: unknown): boolean;
  views(node: Node): readonly SchemaView[];
  ownNames(key: string): readonly string[];
}

/** Every choice of one item from each list. Throws on too many choices: they are no clear reading. */
export function choices<T>(lists: readonly (readonly T[])[]): T[][] {
  let out: T[][] = [[]];
  for (const list of lists) {
    if (list.length === 1) for (const each of out) each.push(list[0]!);
    else out = out.flatMap(each => list.map(choice => [...each, choice]));
    if (out.length > 64) throw new RangeError('too many readings');
  }
  return out;
}

/** Whether the node takes any text, not just listed words: text sent there is content. */
export const takesText = (attempt: Attempt, node: Node): boolean =>
  attempt.views(node).some(view => view.allows('string') && !view.values);

/** Whether the node takes text of any form: text that must be a date or match a pattern is no content of its own. */
export function takesProse(attempt: Attempt, node: Node): boolean {
  const views = attempt.views(node).filter(view => view.allows('string') && !view.values);
  return views.some(({ flat }) => flat.pattern === undefined && flat.format === undefined);
}
