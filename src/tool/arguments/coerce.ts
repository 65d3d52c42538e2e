import { isDeepStrictEqual } from 'node:util';
import { accepts, type SchemaGuide } from '../../schema/guide/guide.ts';
import { type SchemaView, viewsOf } from '../../schema/guide/view.ts';
import { isRecord } from '../../schema/json.ts';
import type { Node } from '../../schema/node.ts';
import { addAll } from '../lists/long-lists.ts';
import { type CheckResult, type CompiledSchema, guideOf, withoutUndefined } from './check/compile.ts';
import { hasUnknownKeys } from './check/unknown-keys.ts';
import { arrayReadings } from './coerce/array.ts';
import { objectReadings, unwrapped } from './coerce/object.ts';
import { type Attempt, makeChange, type Repair, takesProse, toRepair, type ValueReading } from './coerce/repair.ts';
import { scalarReadings } from './coerce/scalar.ts';
import { containerIn, readContents } from './coerce/text.ts';
import { findOwnName, type ParameterNames } from './parameter-names.ts';

export type { Repair } from './coerce/repair.ts';

type CoercedArguments = { readonly value: unknown; readonly repairs: readonly Repair[] };

const NO_REPAIRS: readonly Repair[] = Object.freeze([]);

/**
 * Repairs arguments by their schema, where exactly one reading of them validates. Valid arguments, and those that
 * cannot be repaired as a whole, come back as they are: the error then speaks of what was sent. `names`: other names of
 * parameters, understood at every depth where the own name is known.
 */
export function coerce(schema: CompiledSchema, args: unknown, names: readonly ParameterNames[] = []): CoercedArguments {
  const valid = checkNow(schema, args)?.ok;
  return valid ? { value: args, repairs: NO_REPAIRS } : repairRefused(schema, args, { names, valid });
}

interface RefusedArguments {
  readonly names: readonly ParameterNames[];
  /** Whether the value is known to be wrong; undefined where only an asynchronous check can tell. */
  readonly valid: false | undefined;
}

/** Repairs arguments that `checkNow` has not found valid, as `coerce` does. */
export function repairRefused(
  schema: CompiledSchema,
  args: unknown,
  { names, valid }: RefusedArguments,
): CoercedArguments {
  const untouched: CoercedArguments = { value: args, repairs: NO_REPAIRS };
  try {
    const guide = guideOf(schema);
    const sent = withoutUndefined(args);
    const attempt = newAttempt(guide, names);
    if (valid === undefined && attempt.accepts(guide.root, sent)) return untouched;
    const all = whole(attempt, sent, 0);
    const readings = all.filter(each => checkNow(schema, each.value)?.ok !== false);
    const reading = readings[0];
    if (!reading && all.length === 1 && isRecord(args)) formed.set(args, { schema, value: all[0]!.value });
    if (!reading || readings.length > 1 || reading.changes.length === 0) return untouched;
    return { value: reading.value, repairs: reading.changes.map(toRepair) };
  } catch {
    // Too deep, too many alternatives, a schema that cannot be read: no repair.
    return untouched;
  }
}

/** The one reading of arguments that have the right form and are still refused. */
const formed = new WeakMap<object, { readonly schema: CompiledSchema; readonly value: unknown }>();

/**
 * The one reading of arguments, after `coerce`, that has the form that the schema wants and that the schema's own check
 * still refuses: the error then speaks of the refusal, not of the form.
 */
export function nearly(schema: CompiledSchema, args: unknown): unknown {
  const kept = typeof args === 'object' && args !== null ? formed.get(args) : undefined;
  return kept?.schema === schema ? kept.value : undefined;
}

/** The schema's word on a value; undefined where the check is asynchronous. */
export function checkNow(schema: CompiledSchema, value: unknown): CheckResult | undefined {
  const checked = schema.check(value);
  if (!(checked instanceof Promise)) return checked;
  checked.catch(() => {});
  return undefined;
}

/** Readings of the arguments as a whole: as they are, and inside a lone wrapper. */
function whole(attempt: Attempt, args: unknown, depth: number): ValueReading[] {
  const out = [...attempt.read(attempt.guide.root, args)];
  const wrapper = unwrapped(containerIn(args));
  if (wrapper && depth < 3 && (isRecord(wrapper.inside) || typeof wrapper.inside === 'string')) {
    const taken = makeChange({ [wrapper.key]: wrapper.inside }, wrapper.inside, 'read as its inside');
    for (const inner of whole(attempt, wrapper.inside, depth + 1))
      out.push({ value: inner.value, changes: [taken, ...inner.changes] });
  }
  return distinct(out);
}

/** Steps that one run may take before it is given up as unclear. */
const MOST_STEPS = 25_000;

function newAttempt(guide: SchemaGuide, names: readonly ParameterNames[]): Attempt {
  const known = new Map<Node, Map<unknown, readonly ValueReading[]>>();
  let steps = 0;
  const attempt: Attempt = {
    guide,
    views: node => viewsOf(guide, node),
    ownNames: key => [...new Set(names.flatMap(each => findOwnName(each, key) ?? []))],
    accepts: (node, value) => accepts(guide, node, value) && !hasUnknownKeys(guide, node, value),
    read(node, value, spelling) {
      if (++steps > MOST_STEPS) throw new RangeError('too many steps');
      if (attempt.accepts(node, value)) return [{ value, changes: [] }];
      if (spelling !== undefined) return readings(attempt, { node, value, spelling });
      const kept = known.get(node) ?? new Map<unknown, readonly ValueReading[]>();
      known.set(node, kept);
      const before = kept.get(value);
      if (before) return before;
      // A recursive schema comes back to the same question: the question has no answer there.
      kept.set(value, []);
      const found = readings(attempt, { node, value, spelling });
      kept.set(value, found);
      return found;
    },
  };
  return attempt;
}

type Question = { readonly node: Node; readonly value: unknown; readonly spelling: string | undefined };

function readings(attempt: Attempt, question: Question): readonly ValueReading[] {
  const { node, value } = question;
  if ((value === 'null' || value === '') && attempt.accepts(node, null) && !takesProse(attempt, node))
    return [{ value: null, changes: [makeChange(value, null, 'read as')] }];
  const taken = (found: readonly ValueReading[]) => distinct(found.filter(each => attempt.accepts(node, each.value)));
  const found = taken(attempt.views(node).flatMap(view => viewReadings(attempt, view, question)));
  if (found.length > 0) return found;
  // A list stays a list wherever it can.
  const objects = attempt.views(node).filter(view => view.allows('object'));
  return taken(objects.flatMap(view => listedObject(attempt, view, value)));
}

function viewReadings(attempt: Attempt, view: SchemaView, { value, spelling }: Question): ValueReading[] {
  const out = typeof value === 'object' ? [] : scalarReadings(view, value, spelling);
  if (view.allows('object')) {
    if (isRecord(value)) addAll(out, objectReadings(attempt, view, value));
    else if (typeof value === 'string') addAll(out, writtenObject(attempt, view, value));
  }
  if (view.allows('array')) addAll(out, arrayReadings(attempt, view, value, spelling));
  return out;
}

function writtenObject(attempt: Attempt, view: SchemaView, text: string): ValueReading[] {
  const contents = readContents(text);
  if (contents.kind !== 'container' || !isRecord(contents.value)) return [];
  const read = makeChange(text, contents.value, `read as ${contents.how}`);
  const inside = objectReadings(attempt, view, contents.value);
  return inside.map(each => ({ value: each.value, changes: [read, ...each.changes] }));
}

/** An object given as a list of one, which may be text as well. */
function listedObject(attempt: Attempt, view: SchemaView, value: unknown): ValueReading[] {
  const list = containerIn(value);
  const only: unknown = Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  const taken = makeChange(value, only, 'read as its only item');
  const inside = isRecord(only)
    ? objectReadings(attempt, view, only)
    : typeof only === 'string'
      ? writtenObject(attempt, view, only)
      : [];
  return inside.map(each => ({ value: each.value, changes: [taken, ...each.changes] }));
}

/** The same value by two ways is one reading. */
function distinct(readings: readonly ValueReading[]): ValueReading[] {
  const out: ValueReading[] = [];
  for (const reading of readings)
    if (!out.some(each => isDeepStrictEqual(each.value, reading.value))) out.push(reading);
  return out;
}
