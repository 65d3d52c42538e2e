import { own } from '../../json.ts';
import { isWellFormed } from '../../keywords.ts';
import { itemsOf } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import { ANY, type ArrayShape, NO_NOTES, type Shape, type ShapeCheck } from '../shape.ts';
import { childPlace, type Reader, type SchemaPlace } from './reader.ts';

export function readArray(reader: Reader, node: JsonSchema, place: SchemaPlace): ArrayShape {
  const item = childPlace(place, '[]');
  const said = itemsOf(node);
  const prefix = said.prefix.map(each => reader.read(each, item));
  const rest: Shape = reader.read(said.rest ?? own(node, 'unevaluatedItems') ?? true, item);
  const limits: Record<string, unknown> = {};
  for (const keyword of ['minItems', 'maxItems', 'uniqueItems']) {
    const value = own(node, keyword);
    if (value === undefined || value === false) continue;
    if (isWellFormed(keyword, value)) limits[keyword] = value;
    else reader.lose(place.path, keyword, 'says nothing here');
  }
  const checks: ShapeCheck[] = [];
  for (const keyword of ['contains', 'minContains', 'maxContains']) {
    if (own(node, keyword) !== undefined) checks.push({ keyword, value: node[keyword] });
  }
  const most = limits.maxItems;
  const full = typeof most === 'number' && prefix.length > 0 && most <= prefix.length;
  return {
    kind: 'array',
    prefix: typeof most === 'number' ? prefix.slice(0, most) : prefix,
    items: rest.kind === 'never' || full ? false : rest.kind === 'any' ? ANY : rest,
    limits,
    notes: checks.length === 0 ? NO_NOTES : { checks },
  };
}
