import { isCostlyPattern } from '../../costly-pattern.ts';
import { isRecord } from '../../json.ts';
import type { ArrayShape, ObjectShape, RefTargets, ScalarShape, Shape, ShapeBounds } from '../shape.ts';

/** One conversion, with the steps that it may still take. */
export type Conversion = { left: number };

interface FitContext {
  readonly run: Conversion;
  readonly targets: RefTargets;
  /** Whether keys of which the schema is silent are let in. */
  readonly loose?: boolean;
}

/** Whether the shape takes the value. Checks in words are not asked. False when there is no time left. */
export function fits(shape: Shape, value: unknown, look: FitContext): boolean {
  if (--look.run.left < 0) return false;
  switch (shape.kind) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'scalar':
      return fitsScalar(shape, value);
    case 'object':
      return isRecord(value) && fitsObject(shape, value, look);
    case 'array':
      return Array.isArray(value) && fitsArray(shape, value, look);
    case 'union':
      return shape.branches.some(branch => fits(branch, value, look));
    case 'ref': {
      const target = look.targets.get(shape.target);
      return target !== undefined && fits(target, value, look);
    }
  }
}

function fitsScalar({ type, values, limits }: ScalarShape, value: unknown): boolean {
  if (type === 'null' ? value !== null : type === 'integer' ? !Number.isInteger(value) : typeof value !== type)
    return false;
  if (values && !values.includes(value as string)) return false;
  if (typeof value === 'number') return Number.isFinite(value) && isWithin(limits, value);
  return typeof value !== 'string' || isSpelled(limits, value);
}

function isWithin(limits: ShapeBounds, value: number): boolean {
  for (const [keyword, bound] of Object.entries(limits) as [string, number][]) {
    if (keyword === 'minimum' && value < bound) return false;
    if (keyword === 'maximum' && value > bound) return false;
    if (keyword === 'exclusiveMinimum' && value <= bound) return false;
    if (keyword === 'exclusiveMaximum' && value >= bound) return false;
    if (keyword === 'multipleOf' && !isMultiple(value, bound)) return false;
  }
  return true;
}

/** Whether a value is a multiple; 0.3 is one of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

interface Spelling {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Patterns that every text of a format matches: enough to tell two forms apart. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d/,
  email: /@/,
  ipv4: /^\d+\.\d+\.\d+\.\d+$/,
  ipv6: /:/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:/,
  uuid: /^[0-9A-Fa-f-]{36}$/,
};

function isSpelled(limits: ShapeBounds, value: string): boolean {
  const { minLength, maxLength, pattern, format } = limits as Spelling;
  if (minLength !== undefined && value.length < 2 * minLength && [...value].length < minLength) return false;
  if (maxLength !== undefined && value.length > maxLength && !isNoLonger(value, maxLength)) return false;
  if (format !== undefined && Object.hasOwn(FORMATS, format) && !FORMATS[format]!.test(value)) return false;
  if (pattern === undefined || value.length > 200 || isCostlyPattern(pattern, 4)) return true;
  return new RegExp(pattern, 'u').test(value);
}

/** Whether a text has at most so many characters, as JSON Schema counts: one may be two units of a string. */
const isNoLonger = (value: string, most: number): boolean => value.length <= 2 * most && [...value].length <= most;

function fitsObject(shape: ObjectShape, value: Record<string, unknown>, look: FitContext): boolean {
  for (const [name, member] of shape.members) if (member.required && !Object.hasOwn(value, name)) return false;
  const names = Object.keys(value);
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = shape.limits as Record<string, number>;
  if (names.length < minProperties || names.length > maxProperties) return false;
  for (const name of names) {
    const member = shape.members.get(name);
    if (member) {
      if (!fits(member.shape, value[name], look)) return false;
    } else if (shape.rest === false || (shape.rest === 'unsaid' && !look.loose)) return false;
    else if (shape.rest !== 'unsaid') {
      if (shape.keys && !fits(shape.keys, name, look)) return false;
      if (!fits(shape.rest, value[name], look)) return false;
    }
  }
  return true;
}

function fitsArray(shape: ArrayShape, value: readonly unknown[], look: FitContext): boolean {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape.limits as Record<string, number>;
  if (value.length < minItems || value.length > maxItems) return false;
  return value.every((each, i) => {
    const item = shape.prefix[i] ?? shape.items;
    return item !== false && fits(item, each, look);
  });
}
