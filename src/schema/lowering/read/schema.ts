import { isRecord, own } from '../../json.ts';
import { isWellFormed, KEYWORDS_OF } from '../../keywords.ts';
import { jsonTypeOf, listedValues, listIn } from '../../node.ts';
import { resolvePointer } from '../../references.ts';
import type { JsonSchema } from '../../schema.ts';
import type { Loss, Primitive, RefTargets, ScalarShape, ScalarType, Shape, ShapeCheck } from '../shape.ts';
import { ANY, addNotes, follow, NEVER, NO_NOTES, NULL, notesOf, unionOf } from '../shape.ts';
import { intersect } from './intersect.ts';
import { readArray, readObject } from './object.ts';
import { type Reader, readNotes, readRules, type SchemaPlace } from './rules.ts';

export type ReadSchema = { readonly root: Shape; readonly targets: RefTargets; readonly losses: readonly Loss[] };

/** The bounds of reading: the parts of a schema beyond them take anything. */
const DEEPEST = 64;
const LARGEST = 15_000;

/** Reads any JSON Schema, also broken ones, in bounded time. A rule without a shape is a check in words, or a loss. */
export function readSchema(schema: JsonSchema): ReadSchema {
  const losses: Loss[] = [];
  const targets = new Map<string, Shape>();
  const waiting = new Map<string, string>();
  const reading = new Set<string>();
  let left = LARGEST;

  const reader: Reader = {
    lose: (path, keyword, says) => losses.push({ path, keyword, says }),
    read(node, place) {
      if (node === true || node === undefined) return ANY;
      if (node === false) return NEVER;
      if (!isRecord(node)) return unread(place.path, 'schema', 'what stands here is no schema');
      if (place.depth > DEEPEST) return unread(place.path, 'depth', `nested deeper than ${DEEPEST}: anything is taken`);
      if (--left < 0) return unread(place.path, 'size', `more than ${LARGEST} parts: anything is taken here`);
      return readNode(reader, node, place, refTo);
    },
    both(a, b, path) {
      const resolve = (shape: Shape) => (shape.kind === 'ref' ? (readTarget(shape.target, path) ?? ANY) : shape);
      return intersect(a, b, { resolve, lose: (keyword, says) => reader.lose(path, keyword, says), left: 500 });
    },
  };

  function unread(path: string, keyword: string, says: string): Shape {
    reader.lose(path, keyword, says);
    return ANY;
  }

  function refTo(ref: string, path: string): Shape {
    const target = ref === '#/' ? '#' : ref;
    if (resolvePointer(schema, target) === undefined)
      return unread(path, '$ref', `${target.slice(0, 80)} is not in this schema: anything is taken`);
    if (!targets.has(target) && !waiting.has(target)) waiting.set(target, path);
    return { kind: 'ref', target, notes: NO_NOTES };
  }

  /** The shape of a target; nothing while the target is being read, for an intersection with itself has no end. */
  function readTarget(target: string, path: string): Shape | undefined {
    const known = targets.get(target);
    if (known) return known;
    if (reading.has(target)) {
      reader.lose(path, 'allOf', `${target.slice(0, 80)} contains itself here, and is not looked into`);
      return undefined;
    }
    reading.add(target);
    const shape = reader.read(resolvePointer(schema, target), { path, depth: 0 });
    reading.delete(target);
    targets.set(target, shape);
    return shape;
  }

  reading.add('#');
  const root = reader.read(schema, { path: '', depth: 0 });
  targets.set('#', root);
  for (const [target, path] of waiting) readTarget(target, path);
  for (const target of inCircles(targets))
    targets.set(target, unread('', '$ref', `${target.slice(0, 80)} points to itself: anything is taken`));
  return { root: follow(root, targets) ? root : ANY, targets, losses };
}

/** References that only lead to references, in a circle. */
function inCircles(targets: RefTargets): string[] {
  const ending = new Set<string>();
  const circles = new Set<string>();
  for (const start of targets.keys()) {
    const way = new Set<string>();
    let at: Shape | undefined = { kind: 'ref', target: start, notes: NO_NOTES };
    while (at?.kind === 'ref' && !ending.has(at.target) && !circles.has(at.target) && !way.has(at.target)) {
      way.add(at.target);
      at = targets.get(at.target);
    }
    const found = at?.kind === 'ref' && !ending.has(at.target) ? circles : ending;
    for (const name of way) found.add(name);
  }
  return [...circles];
}

/** Keywords by type: without a type, they tell what the author had in mind. */
const IMPLIED = Object.entries(KEYWORDS_OF).map(
  ([type, { parts, bounds, rules }]) => [type, [...parts, ...bounds, ...rules]] as const,
);

type RefTo = (ref: string, path: string) => Shape;

function readNode(reader: Reader, node: JsonSchema, place: SchemaPlace, refTo: RefTo): Shape {
  const { path } = place;
  const checks: ShapeCheck[] = [];
  const said = typesOf(reader, node, path);
  const types = said ?? place.types;
  const deeper: SchemaPlace = { path, depth: place.depth + 1, ...(types ? { types } : {}) };
  let shape = readOwn(reader, node, { ...place, ...(types ? { types } : {}) }, said !== undefined);
  const ref = own(node, '$ref') ?? own(node, '$dynamicRef');
  if (typeof ref === 'string') shape = reader.both(shape, refTo(ref, path), path);
  for (const part of listIn(node, 'allOf')) shape = reader.both(shape, reader.read(part, deeper), path);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = listIn(node, keyword);
    if (parts.length === 0) continue;
    if (shape.kind !== 'any' && parts.every(isOnlyRule)) checks.push({ keyword, value: parts });
    else {
      const branches = unionOf(
        parts.map(part => reader.read(part, deeper)),
        NO_NOTES,
        keyword === 'oneOf',
      );
      shape = reader.both(shape, branches, path);
    }
  }
  if (own(node, 'nullable') === true) shape = unionOf([shape, NULL]);
  return addNotes(shape, readNotes(reader, node, path, checks));
}

const RULES = new Set(
  'required not minProperties maxProperties dependentRequired description title $comment'.split(' '),
);

/** Whether a branch such as `{ required: ['a'] }` says when, not what: better in words than as a copy of the object. */
const isOnlyRule = (part: unknown): boolean => isRecord(part) && Object.keys(part).every(keyword => RULES.has(keyword));

function typesOf(reader: Reader, node: JsonSchema, path: string): readonly string[] | undefined {
  const type = own(node, 'type');
  if (type === undefined) return undefined;
  const types = [...new Set([type].flat())].filter(each => isWellFormed('type', each)) as string[];
  if (types.length === 0 || !isWellFormed('type', type))
    reader.lose(path, 'type', `${(JSON.stringify(type) ?? 'this').slice(0, 80)} is not a type of JSON`);
  return types.length === 0 ? undefined : types;
}

/** The node's own shape, for each type that it takes. */
function readOwn(reader: Reader, node: JsonSchema, place: SchemaPlace, isSaid: boolean): Shape {
  const values = readValues(reader, node, place);
  if (values) return values;
  const implied = IMPLIED.filter(([, words]) => words.some(word => own(node, word) !== undefined)).map(
    ([type]) => type,
  );
  if (isSaid) return unionOf(place.types!.map(type => readType(reader, node, type, place)));
  const types = place.types ? implied.filter(type => place.types!.includes(type)) : implied;
  if (types.length === 0) return ANY;
  if (!place.types) reader.lose(place.path, 'type', `no type is given; taken for ${types.join(' or ')}`);
  return unionOf(types.map(type => readType(reader, node, type, place)));
}

function readType(reader: Reader, node: JsonSchema, type: string, place: SchemaPlace): Shape {
  const inside = { path: place.path, depth: place.depth + 1 };
  if (type === 'object') return readObject(reader, node, inside);
  if (type === 'array') return readArray(reader, node, inside);
  const { limits, checks } = readRules(reader, node, type as ScalarType, place.path);
  return { kind: 'scalar', type: type as ScalarType, limits, notes: notesOf(checks) };
}

/** `const` and `enum`: the values by their type, and objects and lists by their parts. */
function readValues(reader: Reader, node: JsonSchema, place: SchemaPlace): Shape | undefined {
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
