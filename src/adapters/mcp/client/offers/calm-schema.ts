import { isRecord } from '../../../../schema/json.ts';
import { isData } from '../../../../schema/keywords.ts';
import { resolvePointer } from '../../../../schema/references.ts';
import { rewriteSchema } from '../../../../schema/walk.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A schema of others without patterns that could hold up everything: they are tried here, on a model's words. The
 * server still has its own.
 */
export function calmSchema(schema: Json): Json {
  return rewriteSchema(schema, {
    schema: calmValue,
    name: (name, keyword) => (keyword === 'patternProperties' && isCostly(name) ? undefined : name),
    value(value, keyword) {
      if (keyword === 'pattern' && typeof value === 'string' && isCostly(value)) return undefined;
      return isData(keyword) ? value : calmValue(value);
    },
  });
}

function calmValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(calmValue);
  return isRecord(value) ? calmSchema(value) : value;
}

const REPEATS = /[*+]|\{\d+,\d*\}/g;

/**
 * Repetitions within what is repeated, many one after the other, and references back can take time without end. Some
 * harmless patterns are taken for costly ones.
 */
function isCostly(pattern: string): boolean {
  const plain = pattern.replace(/\\[^1-9k]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (pattern.length > 500 || /\\[1-9k]/.test(plain)) return true;
  return (plain.match(REPEATS)?.length ?? 0) > 2 || hasRepeatedGroup(plain);
}

/** A group that may come often, and itself repeats something or has a choice. */
function hasRepeatedGroup(plain: string): boolean {
  const starts: number[] = [];
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '(') starts.push(at);
    if (plain[at] !== ')') continue;
    const inside = plain.slice((starts.pop() ?? 0) + 1, at);
    if (/^(?:[*+]|\{\d)/.test(plain.slice(at + 1)) && /[*+|]|\{\d|[^(]\?/.test(inside)) return true;
  }
  return false;
}

/** How large a schema is with every reference in its place; one that leads back to itself counts once. */
export function measureSchema(schema: Json): number {
  const known = new Map<unknown, number>();
  function size(node: unknown): number {
    if (typeof node !== 'object' || node === null) return 1;
    const before = known.get(node);
    if (before !== undefined) return before;
    known.set(node, 1);
    let sum = 1;
    for (const inner of Object.values(node)) sum += size(inner);
    const { $ref } = node as Json;
    if (typeof $ref === 'string') sum += size(resolvePointer(schema, $ref));
    known.set(node, sum);
    return sum;
  }
  return size(schema);
}
