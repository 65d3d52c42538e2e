import { isRecord, setKey } from '../../json.ts';
import { leadsRound } from '../cycles.ts';
import type { Rules } from '../profiles.ts';
import type { ArrayShape, Member, ObjectShape, RefTargets, Shape, ShapeBounds } from '../shape.ts';
import { follow, joinKey, NO_NOTES, NULL, TEXT, unionOf } from '../shape.ts';
import type { Conversion } from './fits.ts';
import { type Codec, isForeignName, type LoweredShape, type Lowering } from './lowering.ts';

interface Way {
  readonly name: string;
  /** The name of the member that the provider is told. */
  readonly sent: string;
  readonly codec?: Codec | undefined;
  /** Whether null stands for a key that is left out. */
  readonly nullIsAbsent: boolean;
}

/** Lowers an object as the provider's rules ask: closed, every property required, names that the provider takes. */
export function lowerObject(lowering: Lowering, object: ObjectShape, path: string): LoweredShape {
  const { rules } = lowering;
  const rest = typeof object.rest === 'object' ? lowering.lower(object.rest, joinKey(path, '*')) : undefined;
  if (rest && !rules.records)
    lowering.lose(path, 'additionalProperties', 'that no key comes twice is left to the gate');
  if (rest && !rules.records && object.members.size === 0) return entriesShape(object, rest);
  const names = sentNames([...object.members.keys()], rules);
  const members = new Map<string, Member>();
  const ways: Way[] = [];
  for (const [name, member] of object.members) {
    const sent = names.get(name)!;
    const at = joinKey(path, name);
    const { shape, codec } = lowering.lower(member.shape, at);
    const nullIsAbsent = rules.allRequired && !member.required;
    if (nullIsAbsent && takesNull(member.shape, lowering.targets))
      lowering.lose(at, 'optional', 'null and a missing value cannot be told apart: null is read as missing');
    const form = nullIsAbsent ? orNull(shape) : shape;
    members.set(sent, {
      shape: sent === name ? form : called(form, name),
      required: nullIsAbsent || mustBe(lowering, member, at),
    });
    ways.push({ name, sent, codec, nullIsAbsent });
  }
  const others = rest && !rules.records ? freeName(members, 'other_entries') : undefined;
  const pairs = others === undefined ? undefined : entriesShape({ ...object, notes: OTHERS, limits: {} }, rest!);
  if (pairs) members.set(others!, { shape: pairs.shape, required: true });
  const closed = rules.closed || object.rest === false;
  const shape: ObjectShape = {
    ...(rules.closed ? countsInWords(object) : object),
    members,
    rest: rest && rules.records ? rest.shape : closed ? false : 'unsaid',
  };
  const same = ways.every(way => !way.codec && !way.nullIsAbsent && way.name === way.sent);
  if (same && !pairs && !rest?.codec) return { shape };
  return { shape, codec: objectCodec({ ways, others, rest: rest?.codec }) };
}

/** Whether a member must be there. A recursive one is optional where the rules want that; the gate then asks for it. */
function mustBe({ rules, cycles, targets, lose }: Lowering, member: Member, path: string): boolean {
  if (!member.required || rules.recursion !== 'optional' || !leadsRound(member.shape, cycles, targets))
    return member.required;
  lose(path, 'required', 'must be given, which is left to the gate');
  return false;
}

const OTHERS = { description: 'Further entries' };

interface Ways {
  readonly ways: readonly Way[];
  /** The property that holds the entries without a property of their own. */
  readonly others: string | undefined;
  readonly rest: Codec | undefined;
}

function objectCodec({ ways, others, rest }: Ways): Codec {
  const bySent = new Map(ways.map(way => [way.sent, way]));
  const byName = new Map(ways.map(way => [way.name, way]));
  const restOf = (value: unknown, run: Conversion, to: 'lift' | 'lower') => (rest ? rest[to](value, run) : value);
  return {
    lift(value, run) {
      if (!isRecord(value)) return value;
      const out: Record<string, unknown> = {};
      for (const [key, inside] of Object.entries(value)) {
        const way = bySent.get(key) ?? byName.get(key);
        const entries = key === others ? fromEntries(inside, run, rest) : undefined;
        // A key that comes twice is left for the gate to refuse.
        if (entries && !Object.keys(entries).some(name => Object.hasOwn(value, name)))
          for (const [name, each] of Object.entries(entries)) setKey(out, name, each);
        else if (key === others) setKey(out, key, inside);
        else if (!way) setKey(out, key, restOf(inside, run, 'lift'));
        else if (inside !== null || !way.nullIsAbsent)
          setKey(out, way.name, way.codec ? way.codec.lift(inside, run) : inside);
      }
      return out;
    },
    lower(value, run) {
      if (!isRecord(value)) return value;
      const out: Record<string, unknown> = {};
      const free: Record<string, unknown> = {};
      for (const [key, inside] of Object.entries(value)) {
        const way = byName.get(key);
        if (way) setKey(out, way.sent, way.codec ? way.codec.lower(inside, run) : inside);
        else if (others === undefined) setKey(out, key, restOf(inside, run, 'lower'));
        else setKey(free, key, inside);
      }
      for (const way of ways) if (way.nullIsAbsent && !Object.hasOwn(out, way.sent)) setKey(out, way.sent, null);
      if (others !== undefined) setKey(out, others, toEntries(free, run, rest));
      return out;
    },
  };
}

/** Says the number of keys in words: keys cannot be counted where null stands for a missing one. */
function countsInWords(object: ObjectShape): ObjectShape {
  const counts = Object.entries(object.limits).map(([keyword, value]) => ({ keyword, value }));
  if (counts.length === 0) return object;
  return { ...object, limits: {}, notes: { ...object.notes, checks: [...(object.notes.checks ?? []), ...counts] } };
}

/** The names that are sent: foreign names become plain ones, each once. */
function sentNames(names: readonly string[], rules: Rules): ReadonlyMap<string, string> {
  const sent = new Map<string, string>();
  const taken = new Set(names.filter(name => !isForeignName(name, rules)));
  for (const name of taken) sent.set(name, name);
  for (const name of names) {
    if (sent.has(name)) continue;
    const plain = name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 48);
    const free = freeName(taken, /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`);
    taken.add(free);
    sent.set(name, free);
  }
  return sent;
}

function freeName(taken: { has(name: string): boolean }, wanted: string): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}_${i}`;
  return name;
}

/** The shape with its true name in the description, for readers. */
function called(shape: Shape, name: string): Shape {
  const title =
    shape.notes.description === undefined ? name.slice(0, 200) : `${name.slice(0, 200)}: ${shape.notes.description}`;
  return { ...shape, notes: { ...shape.notes, description: title } };
}

function orNull(shape: Shape): Shape {
  const branches = shape.kind === 'union' && !shape.exactlyOne ? shape.branches : [{ ...shape, notes: NO_NOTES }];
  if (branches.some(branch => branch.kind === 'scalar' && branch.type === 'null')) return shape;
  return unionOf([...branches, NULL], shape.notes);
}

function takesNull(shape: Shape, targets: RefTargets, depth = 0): boolean {
  const at = follow(shape, targets);
  if (!at || at.kind === 'any' || depth > 8) return true;
  if (at.kind === 'union') return at.branches.some(branch => takesNull(branch, targets, depth + 1));
  return at.kind === 'scalar' && at.type === 'null';
}

/** A record for providers that know none: a list of objects with `key` and `value`. */
function entriesShape(object: ObjectShape, rest: LoweredShape): LoweredShape {
  const entry: ObjectShape = {
    kind: 'object',
    members: new Map([
      ['key', { shape: object.keys ?? TEXT, required: true }],
      ['value', { shape: rest.shape, required: true }],
    ]),
    rest: false,
    limits: {},
    notes: NO_NOTES,
  };
  const shape: ArrayShape = {
    kind: 'array',
    prefix: [],
    items: entry,
    limits: counts(object.limits),
    notes: object.notes,
  };
  return { shape, codec: entriesCodec(rest.codec) };
}

const counts = ({ minProperties, maxProperties }: ShapeBounds): ShapeBounds => ({
  ...(minProperties === undefined ? {} : { minItems: minProperties }),
  ...(maxProperties === undefined ? {} : { maxItems: maxProperties }),
});

function entriesCodec(inner: Codec | undefined): Codec {
  return {
    // A model may well send the object itself.
    lift: (value, run) => (isRecord(value) ? mapped(value, run, inner) : (fromEntries(value, run, inner) ?? value)),
    lower: (value, run) => (isRecord(value) ? toEntries(value, run, inner) : value),
  };
}

function mapped(value: Record<string, unknown>, run: Conversion, inner: Codec | undefined): Record<string, unknown> {
  if (!inner) return value;
  const out = {};
  for (const [key, each] of Object.entries(value)) setKey(out, key, inner.lift(each, run));
  return out;
}

function toEntries(value: Record<string, unknown>, run: Conversion, inner: Codec | undefined): unknown[] {
  return Object.entries(value).map(([key, each]) => ({ key, value: inner ? inner.lower(each, run) : each }));
}

/** The record of a list of pairs. Nothing for other values, or where a key comes twice: nobody knows which is meant. */
function fromEntries(value: unknown, run: Conversion, inner: Codec | undefined): Record<string, unknown> | undefined {
  if (!Array.isArray(value)) return undefined;
  const out: Record<string, unknown> = {};
  for (const entry of value) {
    if (!isRecord(entry) || typeof entry.key !== 'string' || !Object.hasOwn(entry, 'value')) return undefined;
    if (Object.keys(entry).length !== 2 || Object.hasOwn(out, entry.key)) return undefined;
    setKey(out, entry.key, inner ? inner.lift(entry.value, run) : entry.value);
  }
  return out;
}
