import { isRecord, own } from '../../json.ts';
import { isWellFormed } from '../../keywords.ts';
import { itemsOf, mapIn } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import type { ArrayShape, Member, ObjectShape, Primitive, Shape, ShapeCheck } from '../shape.ts';
import { ANY, NO_NOTES, notesOf, unionOf } from '../shape.ts';
import { childPlace, type Reader, readRules, type SchemaPlace } from './rules.ts';

export function readObject(reader: Reader, node: JsonSchema, place: SchemaPlace): ObjectShape {
  const checks: ShapeCheck[] = [];
  const required = requiredOf(reader, node, place);
  const members = new Map<string, Member>();
  const properties = own(node, 'properties');
  if (properties !== undefined && !isRecord(properties)) reader.lose(place.path, 'properties', 'is no object');
  for (const [name, inside] of Object.entries(mapIn(node, 'properties')))
    members.set(name, { shape: reader.read(inside, childPlace(place, name)), required: required.has(name) });
  for (const [name, shape] of conditional(reader, node, place))
    if (!members.has(name)) members.set(name, { shape, required: required.has(name) });
  let { rest, keys } = restOf(reader, node, place, checks);
  const names = namesOf(keys);
  if (names && typeof rest === 'object') {
    for (const name of names) if (!members.has(name)) members.set(name, { shape: rest, required: required.has(name) });
    rest = false;
    keys = undefined;
  }
  for (const name of required) if (!members.has(name)) members.set(name, { shape: described(rest), required: true });
  const rules = readRules(reader, node, 'object', place.path);
  const notes = notesOf([...checks, ...rules.checks]);
  return { kind: 'object', members, rest, ...(keys ? { keys } : {}), limits: rules.limits, notes };
}

const described = (rest: ObjectShape['rest']): Shape =>
  typeof rest === 'object' ? rest : { kind: 'any', notes: NO_NOTES };

function requiredOf(reader: Reader, node: JsonSchema, place: SchemaPlace): ReadonlySet<string> {
  const required = own(node, 'required');
  if (required !== undefined && !isWellFormed('required', required))
    reader.lose(place.path, 'required', 'is no list of names');
  return new Set(Array.isArray(required) ? required.filter(name => typeof name === 'string') : []);
}

/** Properties that only stand in `then`, `else` and the like: they may be there, and the rule is in words. */
function* conditional(reader: Reader, node: JsonSchema, place: SchemaPlace): Generator<[string, Shape]> {
  const parts = [own(node, 'then'), own(node, 'else'), ...Object.values(mapIn(node, 'dependentSchemas'))];
  for (const part of parts)
    for (const [name, inside] of Object.entries(isRecord(part) ? mapIn(part, 'properties') : {}))
      yield [name, reader.read(inside, childPlace(place, name))];
}

/** The shape of other keys. An object that tells of no property at all is free. */
function restOf(reader: Reader, node: JsonSchema, place: SchemaPlace, checks: ShapeCheck[]) {
  const entry = childPlace(place, '*');
  const additional = own(node, 'additionalProperties') ?? own(node, 'unevaluatedProperties');
  const patterns = mapIn(node, 'patternProperties');
  const byPattern = Object.values(patterns).map(inside => reader.read(inside, entry));
  if (byPattern.length > 0) checks.push({ keyword: 'patternProperties', value: Object.keys(patterns) });
  const propertyNames = own(node, 'propertyNames');
  const named = isRecord(propertyNames) ? reader.read(propertyNames, { ...entry, types: ['string'] }) : undefined;
  const keys = named && !isAnyText(named) ? named : undefined;
  const others = additional === undefined ? undefined : reader.read(additional, entry);
  const shapes = [...byPattern, ...(others && others.kind !== 'never' ? [others] : [])];
  let rest: ObjectShape['rest'] = 'unsaid';
  if (shapes.length > 0) rest = unionOf(shapes);
  else if (others || propertyNames === false) rest = false;
  else if (keys || !isRecord(own(node, 'properties'))) rest = { kind: 'any', notes: NO_NOTES };
  return { rest, keys } as { rest: ObjectShape['rest']; keys: Shape | undefined };
}

/** Whether every text is a key. */
function isAnyText(shape: Shape): boolean {
  const isText = shape.kind === 'scalar' && shape.type === 'string' && !shape.values;
  return shape.kind === 'any' || (isText && Object.keys(shape.limits).length === 0 && !shape.notes.checks);
}

/** The listed keys of a record, which then is an object. */
function namesOf(keys: Shape | undefined): readonly string[] | undefined {
  if (keys?.kind !== 'scalar' || keys.type !== 'string') return undefined;
  return keys.values?.filter((name: Primitive): name is string => typeof name === 'string');
}

export function readArray(reader: Reader, node: JsonSchema, place: SchemaPlace): ArrayShape {
  const item = childPlace(place, '[]');
  const said = itemsOf(node);
  const prefix = said.prefix.map(each => reader.read(each, item));
  const rest: Shape = reader.read(said.rest ?? own(node, 'unevaluatedItems') ?? true, item);
  const { limits, checks } = readRules(reader, node, 'array', place.path);
  const most = limits.maxItems;
  const full = typeof most === 'number' && prefix.length > 0 && most <= prefix.length;
  return {
    kind: 'array',
    prefix: typeof most === 'number' ? prefix.slice(0, most) : prefix,
    items: rest.kind === 'never' || full ? false : rest.kind === 'any' ? ANY : rest,
    limits,
    notes: notesOf(checks),
  };
}
