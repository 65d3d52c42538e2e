import { isDeepStrictEqual } from 'node:util';
import { isRecord, setKey } from '../../json.ts';
import { brief } from '../brief.ts';
import type { ArrayShape, Member, ObjectShape, RefTargets, Shape } from '../shape.ts';
import { NO_NOTES, NULL, unionOf } from '../shape.ts';
import type { Codec, LoweredShape, Lowering } from './lowering.ts';

export function lowerArray(lowering: Lowering, array: ArrayShape, path: string): LoweredShape {
  const at = `${path}[]`;
  const prefix = array.prefix.map(shape => lowering.lower(shape, at));
  const items = array.items === false ? undefined : lowering.lower(array.items, at);
  const positions = [...prefix.map(each => each.codec)];
  const shape: ArrayShape = { ...array, prefix: prefix.map(each => each.shape), items: items?.shape ?? false };
  const codec = listCodec(positions, items?.codec);
  if (prefix.length === 0 || lowering.rules.tuples) return { shape, codec };
  if (isUniform(shape)) return { shape: uniform(shape), codec };
  if (lowering.rules.closed) return tupleObject(lowering, shape, codec, path);
  return { shape: mixed(shape, lowering.loweredTargets), codec };
}

function listCodec(positions: readonly (Codec | undefined)[], rest: Codec | undefined): Codec | undefined {
  if (!rest && positions.every(codec => !codec)) return undefined;
  const at = (i: number) => (i < positions.length ? positions[i] : rest);
  return {
    lift: (value, run) => (Array.isArray(value) ? value.map((each, i) => at(i)?.lift(each, run) ?? each) : value),
    lower: (value, run) => (Array.isArray(value) ? value.map((each, i) => at(i)?.lower(each, run) ?? each) : value),
  };
}

/** Whether all places have one shape, as in a pair of numbers. */
const isUniform = ({ prefix, items }: ArrayShape): boolean =>
  prefix.every(each => isDeepStrictEqual(each, prefix[0])) && (items === false || isDeepStrictEqual(items, prefix[0]));

function uniform(array: ArrayShape): ArrayShape {
  const maxItems = array.items === false ? { maxItems: array.prefix.length } : {};
  return { ...array, prefix: [], items: array.prefix[0]!, limits: { ...array.limits, ...maxItems } };
}

function mixed(array: ArrayShape, targets: RefTargets): ArrayShape {
  const forms = [...array.prefix, ...(array.items === false ? [] : [array.items])];
  const maxItems = array.items === false ? { maxItems: array.prefix.length } : {};
  const checks = [
    ...(array.notes.checks ?? []),
    { keyword: 'prefixItems', value: array.prefix.map(form => brief(form, targets)).join(', ') },
  ];
  const isFree = forms.some(form => form.kind === 'any');
  const items: Shape = isFree ? { kind: 'any', notes: {} } : unionOf(forms);
  return { ...array, prefix: [], items, limits: { ...array.limits, ...maxItems }, notes: { ...array.notes, checks } };
}

const MORE = 'more_items';

/** Items of different kinds for providers that know one kind: an object with a property for each place. */
function tupleObject(lowering: Lowering, array: ArrayShape, codec: Codec | undefined, path: string): LoweredShape {
  const least = (array.limits.minItems as number | undefined) ?? 0;
  const members = new Map<string, Member>();
  const nullable = lowering.rules.allRequired;
  const names = array.prefix.map((shape, i) => {
    const optional = i >= least;
    if (optional && nullable && (shape.kind !== 'scalar' || shape.type === 'null'))
      lowering.lose(`${path}[]`, 'optional', 'null at the end and a missing item cannot be told apart');
    members.set(`item_${i + 1}`, {
      shape: optional && nullable ? unionOf([shape, NULL]) : shape,
      required: !optional || nullable,
    });
    return `item_${i + 1}`;
  });
  const hasMore = array.items !== false;
  if (names.length > least + 1 || (hasMore && names.length > least))
    lowering.lose(path, 'prefixItems', 'that no item is left out before another is left to the gate');
  if (array.items !== false) members.set(MORE, { shape: moreItems(array, array.items), required: true });
  const { uniqueItems } = array.limits;
  const checks = [...(array.notes.checks ?? []), ...(uniqueItems ? [{ keyword: 'uniqueItems', value: true }] : [])];
  const notes = checks.length === 0 ? array.notes : { ...array.notes, checks };
  const shape: ObjectShape = { kind: 'object', members, rest: false, limits: {}, notes };
  return { shape, codec: tupleCodec({ names, hasMore, least, nullable, items: codec }) };
}

/** The items after the prefix, with the bounds that remain after it. */
function moreItems({ prefix, limits }: ArrayShape, items: Shape): ArrayShape {
  const { minItems = 0, maxItems } = limits as { minItems?: number; maxItems?: number };
  const left = {
    ...(minItems > prefix.length ? { minItems: minItems - prefix.length } : {}),
    ...(maxItems === undefined ? {} : { maxItems: Math.max(0, maxItems - prefix.length) }),
  };
  return { kind: 'array', prefix: [], items, limits: left, notes: NO_NOTES };
}

interface Places {
  readonly names: readonly string[];
  readonly hasMore: boolean;
  /** The least number of items. */
  readonly least: number;
  readonly nullable: boolean;
  readonly items: Codec | undefined;
}

function tupleCodec({ names, hasMore, least, nullable, items }: Places): Codec {
  const known = new Set([...names, ...(hasMore ? [MORE] : [])]);
  return {
    lift(value, run) {
      const list = isRecord(value) ? listOf(value) : value;
      return items && Array.isArray(list) ? items.lift(list, run) : list;
    },
    lower(value, run) {
      if (!Array.isArray(value) || (value.length > names.length && !hasMore)) return value;
      const list = (items ? items.lower(value, run) : value) as unknown[];
      const out: Record<string, unknown> = {};
      for (const [i, name] of names.entries()) {
        if (i < list.length) setKey(out, name, list[i]);
        else if (nullable) setKey(out, name, null);
      }
      if (hasMore) setKey(out, MORE, list.slice(names.length));
      return out;
    },
  };

  function listOf(value: Record<string, unknown>): unknown {
    if (Object.keys(value).some(key => !known.has(key))) return value;
    const list = names.map(name => (Object.hasOwn(value, name) ? value[name] : undefined));
    const more = Object.hasOwn(value, MORE) ? value[MORE] : [];
    if (!Array.isArray(more)) return value;
    if (more.length === 0)
      while (list.length > least && (list.at(-1) === undefined || (nullable && list.at(-1) === null))) list.pop();
    return list.includes(undefined) ? value : [...list, ...more];
  }
}
