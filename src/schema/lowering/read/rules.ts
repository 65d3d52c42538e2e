import { own } from '../../json.ts';
import { isWellFormed, KEYWORDS_OF } from '../../keywords.ts';
import type { JsonType } from '../../node.ts';
import type { JsonSchema } from '../../schema.ts';
import type { ShapeBounds, ShapeCheck } from '../shape.ts';
import type { Reader } from './reader.ts';

interface TypeRules {
  readonly limits: ShapeBounds;
  readonly checks: readonly ShapeCheck[];
}

/** The rules of a schema for one type besides the parts of its values: bounds, and rules that have no shape. */
export function readRules(reader: Reader, node: JsonSchema, type: JsonType, path: string): TypeRules {
  const limits: Record<string, unknown> = {};
  const checks: ShapeCheck[] = [];
  const { bounds, rules } = KEYWORDS_OF[type === 'integer' ? 'number' : type];
  for (const keyword of bounds) {
    const value = boundOf(node, keyword);
    if (value === undefined || saysNothing(keyword, value)) continue;
    if (isWellFormed(keyword, value)) limits[keyword] = value;
    else if (keyword === 'pattern' && typeof value === 'string') checks.push({ keyword, value });
    else reader.lose(path, keyword, `${(JSON.stringify(value) ?? 'this').slice(0, 80)} says nothing here`);
  }
  for (const keyword of rules) {
    const value = own(node, keyword);
    if (value !== undefined) checks.push({ keyword, value });
  }
  return { limits, checks };
}

/** A bound, also as draft 4 wrote it: `exclusiveMinimum: true` beside `minimum`. */
function boundOf(node: JsonSchema, keyword: string): unknown {
  const value = own(node, keyword);
  if (keyword === 'exclusiveMinimum' && typeof value === 'boolean') return value ? own(node, 'minimum') : undefined;
  if (keyword === 'exclusiveMaximum' && typeof value === 'boolean') return value ? own(node, 'maximum') : undefined;
  return value;
}

/** Whether a bound says nothing: Zod writes the bounds of all integers for every one. */
function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  return keyword === 'maximum' ? value === Number.MAX_SAFE_INTEGER : keyword === 'uniqueItems' && value === false;
}
