import { isRecord, own } from '../../json.ts';
import { jsonTypeOf, listedValues } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import { NO_NOTES, type Primitive, type ScalarShape, type ScalarType, type Shape, unionOf } from '../shape.ts';
import type { Reader, SchemaPlace } from './rules.ts';

/** `const` and `enum`: the values by their type, and objects and lists by their parts. */
export function readValues(reader: Reader, node: JsonSchema, place: SchemaPlace): Shape | undefined {
  const list = own(node, 'enum');
  if (list !== undefined && !Array.isArray(list)) reader.lose(place.path, 'enum', 'is no list, and says nothing');
  const values = listedValues(node);
  if (!values) return undefined;
  const groups = new Map<ScalarType, Set<Primitive>>();
  const parts: Shape[] = [];
  for (const value of values) {
    const type = jsonTypeOf(value);
    if (!type || !isTaken(type, value, place.types)) continue;
    if (type === 'object' || type === 'array') parts.push(reader.read(spelledOut(value), place));
    else groups.set(type, (groups.get(type) ?? new Set()).add(value as Primitive));
  }
  const scalars = [...groups].map(([type, some]) => scalarOf(type, [...some]));
  return unionOf([...scalars, ...parts]);
}

function scalarOf(type: ScalarType, values: readonly Primitive[]): ScalarShape {
  const all = type === 'null' || (type === 'boolean' && values.length === 2);
  return { kind: 'scalar', type, limits: {}, notes: NO_NOTES, ...(all ? {} : { values }) };
}

function isTaken(type: string, value: unknown, types: readonly string[] | undefined): boolean {
  if (!types || types.includes(type)) return true;
  return type === 'number' && types.includes('integer') && Number.isInteger(value);
}

/** The schema that takes this one value. */
function spelledOut(value: unknown): JsonSchema {
  if (Array.isArray(value)) {
    const items = value.map(each => ({ const: each }));
    return { type: 'array', prefixItems: items, items: false, minItems: items.length };
  }
  if (!isRecord(value)) return {};
  const members = Object.entries(value).map(([key, each]) => [key, { const: each }]);
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: Object.keys(value),
    additionalProperties: false,
  };
}
