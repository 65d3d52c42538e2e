import { setKey } from './json.ts';
import { listedValues, namedTypes } from './node.ts';
import type { JsonSchema } from './schema.ts';

/** A schema of values that satisfy both, or undefined where their types or values exclude each other. */
export function intersectSchemas(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  const out: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b))
    out[keyword] = Object.hasOwn(a, keyword) ? mergeKeyword(keyword, a[keyword], value) : value;
  const types = namedTypes(out);
  if (types?.size === 0) return undefined;
  const values = listedValues(out);
  if (values && listedValues(a) && listedValues(b)) {
    const shared = values.filter(each => listedValues(a)!.includes(each) && listedValues(b)!.includes(each));
    if (shared.length === 0 && !values.some(each => typeof each === 'object')) return undefined;
  }
  return out;
}

function mergeKeyword(keyword: string, a: unknown, b: unknown): unknown {
  switch (keyword) {
    case 'type':
      return commonTypes([a].flat() as string[], [b].flat() as string[]);
    case 'required':
      return [...new Set([...(a as string[]), ...(b as string[])])];
    case 'properties':
    case 'patternProperties': {
      const out: Record<string, unknown> = {};
      for (const [key, node] of Object.entries(a as object)) setKey(out, key, node);
      for (const [key, node] of Object.entries(b as object))
        setKey(out, key, Object.hasOwn(out, key) ? { allOf: [out[key], node] } : node);
      return out;
    }
    case 'items':
    case 'additionalProperties':
      if (a === true) return b;
      if (b === true) return a;
      return a === false || b === false || Array.isArray(a) || Array.isArray(b) ? a : { allOf: [a, b] };
    case 'enum':
      return (a as unknown[]).filter(each => (b as unknown[]).includes(each));
    default:
      return tighterBound(keyword, a, b) ?? b;
  }
}

/** The types of both lists; an integer is a number. */
export function commonTypes<T extends string>(a: readonly T[], b: readonly T[]): (T | 'integer')[] {
  const out = new Set<T | 'integer'>();
  for (const type of a) {
    if (b.includes(type)) out.add(type);
    else if (isNumber(type) && b.some(isNumber)) out.add('integer');
  }
  return [...out];
}

const isNumber = (type: string): boolean => type === 'number' || type === 'integer';

/** The bound that holds where both bounds do; undefined where the keyword is no bound. */
export function tighterBound(keyword: string, a: unknown, b: unknown): number | undefined {
  if (/^(?:min|exclusiveMin)/.test(keyword)) return Math.max(Number(a), Number(b));
  return /^(?:max|exclusiveMax)/.test(keyword) ? Math.min(Number(a), Number(b)) : undefined;
}
