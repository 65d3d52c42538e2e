import { plainWord } from '../text/nearest.ts';
import type { JsonSchema } from './schema.ts';
import { CLOSED, isRecord, type Node, refTarget, type SchemaShape, setKey } from './shape.ts';

export type Type = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** One way to satisfy a node: no reference, no union, everything that must hold together merged. A guide, no judge. */
export interface SchemaView {
  readonly flat: JsonSchema;
  /** The allowed values, where the schema lists them. */
  readonly values: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, Node>;
  /** Known keys by their plain word, to find one that is spelled with another case or separator. */
  readonly plain: ReadonlyMap<string, readonly string[]>;
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly (readonly [RegExp, Node])[];
  /** The schema of keys that are not listed; false refuses them, undefined says nothing. */
  readonly additional: Node | undefined;
  /** Keys that are not listed would be dropped without a word. */
  readonly closed: boolean;
  readonly prefix: readonly Node[];
  readonly items: Node | undefined;
  allows(type: Type): boolean;
}

/** More alternatives than this are not followed: `viewsOf` throws, and its callers do without. */
const MOST = 512;
const views = new WeakMap<JsonSchema, readonly SchemaView[]>();

export function viewsOf(shape: SchemaShape, node: Node): readonly SchemaView[] {
  if (typeof node === 'boolean') return node ? [ANYTHING] : [];
  let found = views.get(node);
  if (!found) {
    found = flatten(shape, node, []).map(viewOf);
    views.set(node, found);
  }
  return found;
}

/** The keys that the schema lists, in any of its alternatives. */
export function listedKeys(shape: SchemaShape): string[] {
  try {
    return [...new Set(viewsOf(shape, shape.root).flatMap(view => [...view.properties.keys()]))];
  } catch {
    return [];
  }
}

/** The schema of the value under `key`. */
export function childOf(view: SchemaView, key: string): Node | undefined {
  const known = view.properties.get(key);
  if (known !== undefined) return known;
  for (const [pattern, node] of view.patterns) if (pattern.test(key)) return node;
  return view.additional;
}

function viewOf(flat: JsonSchema): SchemaView {
  const properties = new Map(Object.entries(isRecord(flat.properties) ? flat.properties : {})) as Map<string, Node>;
  const names = isRecord(flat.propertyNames) && Array.isArray(flat.propertyNames.enum) ? flat.propertyNames.enum : [];
  const plain = new Map<string, string[]>();
  for (const name of new Set([...properties.keys(), ...names])) {
    const word = plainWord(String(name));
    // A parameter called `user.name` is found by `user_name` too; a key with a dot may be a path, and finds no other.
    for (const known of new Set([word, word.replace(/(?<=\p{L})\.(?=\p{L})/gu, '')])) {
      if (known !== '') plain.set(known, [...(plain.get(known) ?? []), String(name)]);
    }
  }
  const types = typesOf(flat);
  const tuple = Array.isArray(flat.prefixItems) ? flat.prefixItems : Array.isArray(flat.items) ? flat.items : [];
  return {
    flat,
    values: valuesOf(flat),
    properties,
    plain,
    required: new Set(flat.required as string[] | undefined),
    patterns: patternsOf(flat),
    additional: (flat.additionalProperties ?? flat.unevaluatedProperties) as Node | undefined,
    closed: flat[CLOSED] === true,
    prefix: tuple as Node[],
    items: (Array.isArray(flat.items) ? flat.additionalItems : flat.items) as Node | undefined,
    allows: type => (types ? types.has(type) || (type === 'integer' && types.has('number')) : implied(flat, type)),
  };
}

const ANYTHING = viewOf({});

function patternsOf(flat: JsonSchema): (readonly [RegExp, Node])[] {
  const out: (readonly [RegExp, Node])[] = [];
  for (const [pattern, node] of Object.entries(isRecord(flat.patternProperties) ? flat.patternProperties : {})) {
    try {
      out.push([new RegExp(pattern, 'u'), node as Node]);
    } catch {
      // The judge throws on it too, and so refuses.
    }
  }
  return out;
}

function valuesOf(flat: JsonSchema): readonly unknown[] | undefined {
  if (Object.hasOwn(flat, 'const')) return [flat.const];
  return Array.isArray(flat.enum) ? flat.enum : undefined;
}

function typesOf(flat: JsonSchema): ReadonlySet<string> | undefined {
  if (typeof flat.type === 'string') return new Set([flat.type]);
  if (Array.isArray(flat.type)) return new Set(flat.type);
  return valuesOf(flat) && new Set(valuesOf(flat)!.map(typeOf));
}

function typeOf(value: unknown): Type {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Type;
}

/** Without a type, the keywords tell what the author had in mind. */
function implied(flat: JsonSchema, type: Type): boolean {
  if (type === 'object')
    return ['properties', 'required', 'additionalProperties', 'patternProperties'].some(k => k in flat);
  if (type === 'array') return 'items' in flat || 'prefixItems' in flat;
  return false;
}

/** `above`: the nodes on the way here; a reference back to one of them adds nothing. */
function flatten(shape: SchemaShape, node: Node, above: readonly Node[]): JsonSchema[] {
  if (node === false) return [];
  if (node === true) return [{}];
  if (above.includes(node)) return [];
  const path = [...above, node];
  const { $ref, allOf, anyOf, oneOf, ...own } = node;
  let flats: JsonSchema[] = [own];
  const target = refTarget(shape, node);
  const parts = [...(target === undefined ? [] : [target]), ...((allOf ?? []) as Node[])];
  for (const part of parts) flats = cross(flats, flatten(shape, part, path));
  for (const union of [anyOf, oneOf]) {
    if (!Array.isArray(union)) continue;
    const branches = union.flatMap(branch => flatten(shape, branch, path));
    flats = cross(flats, branches);
  }
  return flats;
}

function cross(left: readonly JsonSchema[], right: readonly JsonSchema[]): JsonSchema[] {
  const out: JsonSchema[] = [];
  for (const a of left) {
    for (const b of right) {
      const both = merge(a, b);
      if (both) out.push(both);
      if (out.length > MOST) throw new RangeError('The schema has too many alternatives');
    }
  }
  return out;
}

/** What satisfies both, or undefined where their types or values exclude each other. */
function merge(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  const out: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    out[keyword] = Object.hasOwn(a, keyword) ? mergeKeyword(keyword, a[keyword], value) : value;
  }
  const types = typesOf(out);
  if (types?.size === 0) return undefined;
  const values = valuesOf(out);
  if (values && valuesOf(a) && valuesOf(b)) {
    const shared = values.filter(each => valuesOf(a)!.includes(each) && valuesOf(b)!.includes(each));
    if (shared.length === 0 && !values.some(each => typeof each === 'object')) return undefined;
  }
  return out;
}

function mergeKeyword(keyword: string, a: unknown, b: unknown): unknown {
  switch (keyword) {
    case 'type':
      return intersect([a].flat() as string[], [b].flat() as string[]);
    case 'required':
      return [...new Set([...(a as string[]), ...(b as string[])])];
    case 'properties':
    case 'patternProperties': {
      const out: Record<string, unknown> = {};
      for (const [key, node] of Object.entries(a as object)) setKey(out, key, node);
      for (const [key, node] of Object.entries(b as object)) {
        setKey(out, key, Object.hasOwn(out, key) ? { allOf: [out[key], node] } : node);
      }
      return out;
    }
    case 'items':
    case 'additionalProperties':
      if (a === true) return b;
      if (b === true) return a;
      return a === false || b === false || Array.isArray(a) || Array.isArray(b) ? a : { allOf: [a, b] };
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
      return Math.max(a as number, b as number);
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
      return Math.min(a as number, b as number);
    case 'enum':
      return (a as unknown[]).filter(each => (b as unknown[]).includes(each));
    default:
      return b;
  }
}

function intersect(a: readonly string[], b: readonly string[]): string[] {
  const out = new Set<string>();
  for (const type of a) {
    if (b.includes(type)) out.add(type);
    else if (type === 'number' && b.includes('integer')) out.add('integer');
    else if (type === 'integer' && b.includes('number')) out.add('integer');
  }
  return [...out];
}
