import { dereference, type Schema as Prepared, validate } from '@cfworker/json-schema';
import type { JsonSchema } from './schema.ts';
import { unicodePattern } from './unicode-pattern.ts';

/** A schema or a part of one, as JSON Schema. */
export type Node = JsonSchema | boolean;

/** What a part says in words only: kept for messages, judged by nobody. */
export const HINT = '~hint';

/** Marks an object whose validator drops the keys that are not listed, without a word: they are refused instead. */
export const CLOSED = '~closed';

/** A JSON Schema made ready for walking: a copy with the keywords that mean something here, references resolvable. */
export interface SchemaShape {
  readonly root: Node;
  readonly draft: '7' | '2020-12';
  readonly lookup: Readonly<Record<string, Node>>;
}

const shapes = new WeakMap<JsonSchema, SchemaShape>();

/** Kept per schema object. Throws for a schema that is cyclic or names one id twice. */
export function shapeOf(json: JsonSchema): SchemaShape {
  const kept = shapes.get(json);
  if (kept) return kept;
  const shape = newShape(json, false);
  shapes.set(json, shape);
  return shape;
}

/** `closes`: objects that list keys and say nothing of others are marked as closed. */
export function newShape(json: JsonSchema, closes: boolean): SchemaShape {
  const root = copy(json, { folders: referenced(json), closes }) as Prepared;
  const old = typeof json.$schema === 'string' && /draft-0[3-7]/.test(json.$schema);
  return { root, draft: old ? '7' : '2020-12', lookup: dereference(root) as Record<string, Node> };
}

/** What a node's `$ref` points to. */
export function refTarget(shape: SchemaShape, node: JsonSchema): Node | undefined {
  if (typeof node.$ref !== 'string') return undefined;
  const absolute = (node as Prepared).__absolute_ref__ ?? node.$ref;
  return Object.hasOwn(shape.lookup, absolute) ? shape.lookup[absolute] : undefined;
}

/** Does this part of the schema accept the value? A schema that cannot be evaluated accepts nothing. */
export function accepts(shape: SchemaShape, node: Node, value: unknown): boolean {
  if (typeof node === 'boolean') return node;
  try {
    return validate(value, node as Prepared, shape.draft, shape.lookup as Record<string, Prepared>, true).valid;
  } catch {
    return false;
  }
}

/** Sets a key that may be called `__proto__`. */
export function setKey(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else (target as Record<string, unknown>)[key] = value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NODES = new Set(
  'additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties'.split(' '),
);
for (const keyword of ['items', 'propertyNames', 'not', 'if', 'then', 'else']) NODES.add(keyword);
const LISTS = new Set(['prefixItems', 'items', 'allOf', 'anyOf', 'oneOf']);
const MAPS = new Set(['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
const VALUES = new Set(
  (
    '$id $ref $anchor $schema $recursiveRef $recursiveAnchor type const enum default examples description ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format ' +
    'minItems maxItems uniqueItems minContains maxContains minProperties maxProperties dependentRequired'
  ).split(' '),
).add(HINT);

/** Folders that a `$ref` names and no keyword does, such as `#/components/…`. */
function referenced(json: JsonSchema): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const [, folder] of JSON.stringify(json).matchAll(/"\$ref":"#\/([^/"]+)\//g)) folders.add(folder!);
  return folders;
}

interface ShapeOptions {
  readonly folders: ReadonlySet<string>;
  readonly closes: boolean;
}

function copy(node: unknown, making: ShapeOptions): Node {
  if (!isRecord(node)) return node === false ? false : node === true || node === undefined ? true : {};
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (value === undefined) continue;
    if (LISTS.has(keyword) && Array.isArray(value)) out[keyword] = value.map(each => copy(each, making));
    else if (NODES.has(keyword)) out[keyword] = copy(value, making);
    else if (MAPS.has(keyword)) out[keyword] = copyMap(keyword, value, making);
    else if (keyword === 'required') {
      if (Array.isArray(value)) out.required = value.filter(each => typeof each === 'string');
    } else if (keyword === 'pattern') out.pattern = unicodePattern(String(value));
    else if (VALUES.has(keyword)) out[keyword] = value;
    else if (making.folders.has(keyword) && isRecord(value)) out[keyword] = copyFolder(value, making);
  }
  numericBounds(out);
  if (node.nullable === true) nullable(out);
  const silent = out.additionalProperties === undefined && out.unevaluatedProperties === undefined;
  if (making.closes && out.properties !== undefined && silent) out[CLOSED] = true;
  return out;
}

/** OpenAPI's word for a type or null, which converters leave in schemas. */
function nullable(out: Record<string, unknown>): void {
  if (typeof out.type === 'string' || Array.isArray(out.type)) out.type = [...new Set([out.type, 'null'].flat())];
  if (Array.isArray(out.enum) && !out.enum.includes(null)) out.enum = [...out.enum, null];
}

function copyMap(keyword: string, value: unknown, making: ShapeOptions): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(isRecord(value) ? value : {})) {
    const name = keyword === 'patternProperties' ? unicodePattern(key) : key;
    setKey(out, name, Array.isArray(each) ? each : copy(each, making));
  }
  return out;
}

function copyFolder(value: Record<string, unknown>, making: ShapeOptions): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const schema =
      isRecord(each) && ['type', '$ref', 'properties', 'anyOf', 'allOf', 'oneOf', 'enum'].some(k => k in each);
    setKey(out, key, schema || !isRecord(each) ? copy(each, making) : copyFolder(each, making));
  }
  return out;
}

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`; all later ones write the bound itself. */
function numericBounds(out: Record<string, unknown>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof out[flag] !== 'boolean') continue;
    if (out[flag] === true && typeof out[bound] === 'number') {
      out[flag] = out[bound];
      delete out[bound];
    } else delete out[flag];
  }
}
