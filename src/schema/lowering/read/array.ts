import { own } from '../../json.ts';
import { itemsOf } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import { ANY, type ArrayShape, notesOf, type Shape } from '../shape.ts';
import { childPlace, type Reader, readRules, type SchemaPlace } from './rules.ts';

export function readArray(reader: Reader, node: JsonSchema, place: SchemaPlace): ArrayShape {
  const item = childPlace(place, '[]');
  const said = itemsOf(node);
  const prefix = said.prefix.map(each => reader.read(each, item));
  const rest: Shape = reader.read(said.rest ?? own(node, 'unevaluatedItems') ?? true, item);
  const { limits, checks } = readRules(reader, node, 'array', place.path);
  const most = limits.maxItems;
  const full = typeof most === 'number' && prefix.length > 0 && most <= prefix.length;
  return {
    kind: 'array',
    prefix: typeof most === 'number' ? prefix.slice(0, most) : prefix,
    items: rest.kind === 'never' || full ? false : rest.kind === 'any' ? ANY : rest,
    limits,
    notes: notesOf(checks),
  };
}
