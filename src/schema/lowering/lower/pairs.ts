import { isRecord, setKey } from '../../json.ts';
import { type ArrayShape, NO_NOTES, type ObjectShape, type ShapeBounds, TEXT } from '../shape.ts';
import type { Conversion } from './fits.ts';
import type { Codec, LoweredShape } from './lowering.ts';

/** A record for providers that know none: a list of objects with `key` and `value`. */
export function entriesShape(object: ObjectShape, rest: LoweredShape): LoweredShape {
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

export function toEntries(value: Record<string, unknown>, run: Conversion, inner: Codec | undefined): unknown[] {
  return Object.entries(value).map(([key, each]) => ({ key, value: inner ? inner.lower(each, run) : each }));
}

/** The record of a list of pairs. Nothing for other values, or where a key comes twice: nobody knows which is meant. */
export function fromEntries(
  value: unknown,
  run: Conversion,
  inner: Codec | undefined,
): Record<string, unknown> | undefined {
  if (!Array.isArray(value)) return undefined;
  const out: Record<string, unknown> = {};
  for (const entry of value) {
    if (!isRecord(entry) || typeof entry.key !== 'string' || !Object.hasOwn(entry, 'value')) return undefined;
    if (Object.keys(entry).length !== 2 || Object.hasOwn(out, entry.key)) return undefined;
    setKey(out, entry.key, inner ? inner.lift(entry.value, run) : entry.value);
  }
  return out;
}
