import { isRecord, own } from './json.ts';
import type { JsonSchema } from './schema.ts';

export type Node = JsonSchema | boolean;
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** The type of a value; undefined where it is no JSON. */
export function jsonTypeOf(value: unknown): Exclude<JsonType, 'integer'> | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : undefined;
  const type = typeof value;
  return type === 'string' || type === 'boolean' || type === 'object' ? type : undefined;
}

/** The allowed values, where the schema lists them. */
export function listedValues(node: JsonSchema): readonly unknown[] | undefined {
  if (own(node, 'const') !== undefined) return [node.const];
  const values = own(node, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** The types that the schema names, or that its listed values have. */
export function namedTypes(node: JsonSchema): ReadonlySet<unknown> | undefined {
  if (typeof node.type === 'string' || Array.isArray(node.type)) return new Set([node.type].flat());
  const values = listedValues(node);
  return values && new Set(values.map(jsonTypeOf));
}

/** The items of an array: those with a place of their own, and all after them. Before 2020-12 a list in `items` was a tuple. */
export function itemsOf(node: JsonSchema): { readonly prefix: readonly Node[]; readonly rest: Node | undefined } {
  const items = own(node, 'items');
  const tuple = own(node, 'prefixItems') ?? items;
  return {
    prefix: Array.isArray(tuple) ? tuple : [],
    rest: (Array.isArray(items) ? own(node, 'additionalItems') : items) as Node | undefined,
  };
}

/** The values that a keyword lists; none where it holds no list. */
export function listIn<T = Node>(node: JsonSchema, keyword: string): readonly T[] {
  const value = own(node, keyword);
  return Array.isArray(value) ? value : [];
}

/** The schemas that a keyword holds by name; none where it holds no such map. */
export function mapIn(node: JsonSchema, keyword: string): Readonly<Record<string, Node>> {
  const value = own(node, keyword);
  return isRecord(value) ? (value as Record<string, Node>) : {};
}
