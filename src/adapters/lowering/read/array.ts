import type { JsonSchema } from '../../../index.ts';
import { ANY, type ArrayShape, NO_NOTES, own, type Shape, type ShapeCheck } from '../shape.ts';
import { isWellFormed } from './keywords.ts';
import { childPlace, type Reader, type SchemaPlace } from './reader.ts';

export function readArray(reader: Reader, node: JsonSchema, place: SchemaPlace): ArrayShape {
  const item = childPlace(place, '[]');
  const items = own(node, 'items');
  // Before 2020-12 a list in `items` was a tuple.
  const list = own(node, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
  const after = Array.isArray(items) ? own(node, 'additionalItems') : items;
  const prefix = Array.isArray(list) ? list.map(each => reader.read(each, item)) : [];
  const rest: Shape = reader.read(after ?? own(node, 'unevaluatedItems') ?? true, item);
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
