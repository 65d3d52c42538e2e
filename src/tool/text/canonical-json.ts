import { newId } from '../id.ts';

/**
 * JSON with sorted keys: equal values give equal texts, and different ones different texts. Values that JSON would make
 * equal (dates, maps, numbers it lacks) differ, and a value that cannot be compared equals nothing, not even itself.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (depth > DEEPEST) return incomparable();
  if (Array.isArray(value)) return `[${value.map(item => canonicalJson(item, depth + 1)).join(',')}]`;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return exotic(value);
  const entries = Object.keys(value)
    .sort()
    .filter(key => (value as Record<string, unknown>)[key] !== undefined)
    .map(key => `${JSON.stringify(key)}:${canonicalJson((value as Record<string, unknown>)[key], depth + 1)}`);
  return `{${entries.join(',')}}`;
}

/** The deepest level: a circle has no end, and the stack has. */
const DEEPEST = 500;

function scalar(value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    return `${typeof value} ${value}`;
  if (typeof value === 'function' || typeof value === 'symbol') return incomparable();
  return JSON.stringify(value) ?? 'null';
}

/** The text of values that a schema may make of arguments besides plain data. */
function exotic(value: object): string {
  if (value instanceof Date) return `date ${value.getTime()}`;
  if (value instanceof URL || value instanceof RegExp)
    return `${value.constructor.name} ${JSON.stringify(String(value))}`;
  if (value instanceof Map || value instanceof Set) return `${value.constructor.name} ${canonicalJson([...value])}`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('base64')}`;
  return incomparable();
}

const incomparable = (): string => `incomparable ${newId()}`;
