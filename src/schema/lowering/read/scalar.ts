import { isRecord, own } from '../../json.ts';
import { isWellFormed } from '../../keywords.ts';
import { jsonTypeOf, listedValues } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import {
  NO_NOTES,
  type Primitive,
  type ScalarShape,
  type ScalarType,
  type Shape,
  type ShapeBounds,
  type ShapeCheck,
  unionOf,
} from '../shape.ts';
import type { Reader, SchemaPlace } from './reader.ts';

const STRING = 'minLength maxLength pattern format'.split(' ');
const NUMBER = 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' ');
const CONTENT = 'contentEncoding contentMediaType contentSchema'.split(' ');

/** The bounds of a string or a number. */
export function readLimits(reader: Reader, node: JsonSchema, type: ScalarType, path: string) {
  const limits: Record<string, unknown> = {};
  const checks: ShapeCheck[] = [];
  const keywords = type === 'string' ? STRING : type === 'number' || type === 'integer' ? NUMBER : [];
  for (const keyword of keywords) {
    const value = boundOf(node, keyword);
    if (value === undefined || isBoundOfAllIntegers(keyword, value)) continue;
    if (isWellFormed(keyword, value)) limits[keyword] = value;
    else if (keyword === 'pattern' && typeof value === 'string') checks.push({ keyword, value });
    else reader.lose(path, keyword, `${(JSON.stringify(value) ?? 'this').slice(0, 80)} says nothing here`);
  }
  if (type === 'string') {
    for (const keyword of CONTENT) {
      const value = own(node, keyword);
      if (value !== undefined) checks.push({ keyword, value });
    }
  }
  return { limits: limits as ShapeBounds, checks };
}

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. */
function boundOf(node: JsonSchema, keyword: string): unknown {
  const value = own(node, keyword);
  if (keyword === 'exclusiveMinimum' && typeof value === 'boolean') return value ? own(node, 'minimum') : undefined;
  if (keyword === 'exclusiveMaximum' && typeof value === 'boolean') return value ? own(node, 'maximum') : undefined;
  return value;
}

/** Zod writes them for every integer. */
function isBoundOfAllIntegers(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

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
