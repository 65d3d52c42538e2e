import { intersectSchemas } from '../intersect.ts';
import { isRecord } from '../json.ts';
import { KEYWORDS_OF } from '../keywords.ts';
import { itemsOf, type JsonType, listedValues, listIn, mapIn, type Node, namedTypes } from '../node.ts';
import { refTarget } from '../references.ts';
import type { JsonSchema } from '../schema.ts';
import { CLOSED, type SchemaGuide } from './guide.ts';

/** One way to satisfy a node: no reference, no union, everything that must hold together merged. A guide, no judge. */
export interface SchemaView {
  readonly flat: JsonSchema;
  /** The allowed values, where the schema lists them. */
  readonly values: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, Node>;
  /** The known keys: those with a schema, and those that `propertyNames` lists. */
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly (readonly [RegExp, Node])[];
  /** The schema of unlisted keys; false refuses them, undefined says nothing. */
  readonly additional: Node | undefined;
  /** Whether unlisted keys would be dropped without a word. */
  readonly closed: boolean;
  readonly prefix: readonly Node[];
  readonly items: Node | undefined;
  allows(type: JsonType): boolean;
}

/** The most alternatives that are followed: with more, `viewsOf` throws, and its callers do without. */
const MOST = 512;
const views = new WeakMap<JsonSchema, readonly SchemaView[]>();

export function viewsOf(guide: SchemaGuide, node: Node): readonly SchemaView[] {
  if (typeof node === 'boolean') return node ? [ANYTHING] : [];
  let found = views.get(node);
  if (!found) {
    found = flatten(guide, node, []).map(viewOf);
    views.set(node, found);
  }
  return found;
}

export function childOf(view: SchemaView, key: string): Node | undefined {
  const known = view.properties.get(key);
  if (known !== undefined) return known;
  for (const [pattern, node] of view.patterns) if (pattern.test(key)) return node;
  return view.additional;
}

function viewOf(flat: JsonSchema): SchemaView {
  const properties = new Map(Object.entries(mapIn(flat, 'properties')));
  const named = isRecord(flat.propertyNames) ? listIn(flat.propertyNames, 'enum').map(String) : [];
  const { prefix, rest } = itemsOf(flat);
  const types = namedTypes(flat);
  return {
    flat,
    values: listedValues(flat),
    properties,
    names: [...new Set([...properties.keys(), ...named])],
    required: new Set(flat.required as string[] | undefined),
    patterns: patternsOf(flat),
    additional: (flat.additionalProperties ?? flat.unevaluatedProperties) as Node | undefined,
    closed: flat[CLOSED] === true,
    prefix,
    items: rest,
    allows: type => (types ? types.has(type) || (type === 'integer' && types.has('number')) : implied(flat, type)),
  };
}

const ANYTHING = viewOf({});

function patternsOf(flat: JsonSchema): (readonly [RegExp, Node])[] {
  const out: (readonly [RegExp, Node])[] = [];
  for (const [pattern, node] of Object.entries(mapIn(flat, 'patternProperties'))) {
    try {
      out.push([new RegExp(pattern, 'u'), node]);
    } catch {
      // The judge throws on such a schema too, and so refuses.
    }
  }
  return out;
}

/** Whether a schema without a type means this one: the keywords tell what the author had in mind. */
function implied(flat: JsonSchema, type: JsonType): boolean {
  return (type === 'object' || type === 'array') && KEYWORDS_OF[type].parts.some(keyword => keyword in flat);
}

/** All parts that hold together at a node. `above`: the nodes on the way here; a reference back to one adds nothing. */
function flatten(guide: SchemaGuide, node: Node, above: readonly Node[]): JsonSchema[] {
  if (node === false) return [];
  if (node === true) return [{}];
  if (above.includes(node)) return [];
  const path = [...above, node];
  const { $ref, allOf, anyOf, oneOf, ...said } = node;
  let flats: JsonSchema[] = [said];
  const target = refTarget(guide, node);
  const parts = [...(target === undefined ? [] : [target]), ...listIn(node, 'allOf')];
  for (const part of parts) flats = cross(flats, flatten(guide, part, path));
  for (const union of [anyOf, oneOf]) {
    if (!Array.isArray(union)) continue;
    flats = cross(
      flats,
      union.flatMap(branch => flatten(guide, branch, path)),
    );
  }
  return flats;
}

function cross(left: readonly JsonSchema[], right: readonly JsonSchema[]): JsonSchema[] {
  const out: JsonSchema[] = [];
  for (const a of left) {
    for (const b of right) {
      const both = intersectSchemas(a, b);
      if (both) out.push(both);
      if (out.length > MOST) throw new RangeError('The schema has too many alternatives');
    }
  }
  return out;
}
