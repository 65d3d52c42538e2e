import { isJson, own } from '../../json.ts';
import { isWellFormed, KEYWORDS_OF } from '../../keywords.ts';
import type { JsonType } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import { joinKey, type Shape, type ShapeCheck, type ShapeNotes } from '../shape.ts';

/** The place of a schema: its path in the arguments, its depth, and the types that the schemas around it leave open. */
export type SchemaPlace = { readonly path: string; readonly depth: number; readonly types?: readonly string[] };

export interface Reader {
  read(node: unknown, place: SchemaPlace): Shape;
  lose(path: string, keyword: string, says: string): void;
  /** The shape of values that fit both; a reference counts as its target. */
  both(a: Shape, b: Shape, path: string): Shape;
}

/** The place of a property, or of an item as `[]`. */
export function childPlace(place: SchemaPlace, key: string): SchemaPlace {
  return { path: key === '[]' ? `${place.path}[]` : joinKey(place.path, key), depth: place.depth };
}

/** The rules of a schema for one type besides the parts of its values: bounds, and rules that have no shape. */
export function readRules(reader: Reader, node: JsonSchema, type: JsonType, path: string) {
  const limits: Record<string, unknown> = {};
  const checks: ShapeCheck[] = [];
  const { bounds, rules } = KEYWORDS_OF[type === 'integer' ? 'number' : type];
  for (const keyword of bounds) {
    const value = boundOf(node, keyword);
    if (value === undefined || saysNothing(keyword, value)) continue;
    if (isWellFormed(keyword, value)) limits[keyword] = value;
    else if (keyword === 'pattern' && typeof value === 'string') checks.push({ keyword, value });
    else reader.lose(path, keyword, `${(JSON.stringify(value) ?? 'this').slice(0, 80)} says nothing here`);
  }
  for (const keyword of rules) {
    const value = own(node, keyword);
    if (value !== undefined) checks.push({ keyword, value });
  }
  return { limits, checks };
}

/** A bound, also as draft 4 wrote it: `exclusiveMinimum: true` beside `minimum`. */
function boundOf(node: JsonSchema, keyword: string): unknown {
  const value = own(node, keyword);
  if (keyword === 'exclusiveMinimum' && typeof value === 'boolean') return value ? own(node, 'minimum') : undefined;
  if (keyword === 'exclusiveMaximum' && typeof value === 'boolean') return value ? own(node, 'maximum') : undefined;
  return value;
}

/** Whether a bound says nothing: Zod writes the bounds of all integers for every one. */
function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  return keyword === 'maximum' ? value === Number.MAX_SAFE_INTEGER : keyword === 'uniqueItems' && value === false;
}

/** The node's words for readers, and its rules that have no shape. */
export function readNotes(reader: Reader, node: JsonSchema, path: string, checks: readonly ShapeCheck[]): ShapeNotes {
  const description = own(node, 'description');
  const title = own(node, 'title');
  const examples = own(node, 'examples');
  const standard = own(node, 'default');
  for (const [keyword, value] of Object.entries({ default: standard, examples }))
    if (value !== undefined && !isJson(value)) reader.lose(path, keyword, 'is no JSON');
  const rules = [...checks, ...rulesOf(node)];
  if (own(node, '$dynamicRef') !== undefined) reader.lose(path, '$dynamicRef', 'is read as a plain reference');
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(standard !== undefined && isJson(standard) ? { defaults: { value: standard } } : {}),
    ...(Array.isArray(examples) && examples.length > 0 && isJson(examples) ? { examples } : {}),
    ...(rules.length === 0 ? {} : { checks: rules }),
  };
}

function rulesOf(node: JsonSchema): ShapeCheck[] {
  const rules: ShapeCheck[] = [];
  if (own(node, 'not') !== undefined) rules.push({ keyword: 'not', value: node.not });
  if (own(node, 'if') !== undefined) {
    const [then, other] = [own(node, 'then'), own(node, 'else')];
    const otherwise = other === undefined ? {} : { else: other };
    const value = { if: node.if, ...(then === undefined ? {} : { then }), ...otherwise };
    rules.push({ keyword: 'if', value });
  }
  return rules;
}
