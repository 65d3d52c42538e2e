import fc from 'fast-check';
import type { JsonSchema } from '../../../src/index.ts';
import { isRecord } from '../../../src/schema/json.ts';
import { resolvePointer } from '../../../src/schema/references.ts';

/** Random values that a lowered schema takes, as a provider that holds it would let a model write them. For tests. */
export function valuesOf(root: JsonSchema): fc.Arbitrary<unknown> {
  const of = (node: JsonSchema, depth: number): fc.Arbitrary<unknown> => {
    if (typeof node.$ref === 'string') return of(resolvePointer(root, node.$ref) as JsonSchema, depth + 1);
    if (Array.isArray(node.anyOf)) return branches(node.anyOf, depth);
    if (Array.isArray(node.enum)) return fc.constantFrom(...node.enum);
    if (Array.isArray(node.type))
      return branches(
        node.type.map(type => ({ ...node, type })),
        depth,
      );
    if (node.type === 'object') return objects(node, depth);
    if (node.type === 'array') return arrays(node, depth);
    return scalars(node);
  };
  // The last branch is null where there is one, which ends what contains itself.
  const branches = (list: readonly JsonSchema[], depth: number) =>
    depth > 6 ? of(list.at(-1)!, depth) : fc.oneof(...list.map(each => of(each, depth + 1)));
  const objects = (node: JsonSchema, depth: number) => {
    const members = Object.entries(isRecord(node.properties) ? node.properties : {});
    const values = members.map(([key, inside]) => [key, of(inside as JsonSchema, depth + 1)]);
    return fc.record(Object.fromEntries(values), { noNullPrototype: true });
  };
  const arrays = (node: JsonSchema, depth: number) => {
    const { minItems = 0, maxItems = 3 } = node as { minItems?: number; maxItems?: number };
    if (depth > 6 && minItems === 0) return fc.constant([]);
    const selector = (item: unknown) => (isRecord(item) && typeof item.key === 'string' ? item.key : {});
    return fc.uniqueArray(of(node.items as JsonSchema, depth + 1), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      selector,
    });
  };
  return of(root, 0);
}

function scalars(node: JsonSchema): fc.Arbitrary<unknown> {
  if (node.type === 'null') return fc.constant(null);
  if (node.type === 'boolean') return fc.boolean();
  if (node.type === 'string') {
    if (typeof node.pattern === 'string') return fc.stringMatching(new RegExp(node.pattern));
    return node.format === 'uuid' ? fc.uuid() : fc.string({ maxLength: 6 });
  }
  const { minimum = -50, maximum = 50, exclusiveMinimum, multipleOf = 1 } = node as Record<string, number | undefined>;
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  return fc
    .integer({ min: Math.ceil(least / multipleOf), max: Math.floor(maximum / multipleOf) })
    .map(n => n * multipleOf);
}
