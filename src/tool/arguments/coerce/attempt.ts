import type { SchemaGuide } from '../../../schema/guide/guide.ts';
import type { SchemaView } from '../../../schema/guide/view.ts';
import type { Node } from '../../../schema/node.ts';
import type { ValueReading } from './repair.ts';

/** One run of coercion. Each part of coercion reads inner values through it. */
export interface Attempt {
  readonly guide: SchemaGuide;
  /** All readings of a value that the node takes; the value alone where the node takes it as it is. */
  read(node: Node, value: unknown, spelling?: string): readonly ValueReading[];
  accepts(node: Node, value: unknown): boolean;
  views(node: Node): readonly SchemaView[];
  /** The own names that a key may stand for. */
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
