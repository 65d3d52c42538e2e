import { isCostlyPattern } from '../../../../schema/costly-pattern.ts';
import { isRecord } from '../../../../schema/json.ts';
import { isData } from '../../../../schema/keywords.ts';
import { resolvePointer } from '../../../../schema/references.ts';
import { rewriteSchema } from '../../../../schema/walk.ts';

type Json = Readonly<Record<string, unknown>>;

/** A schema of others without costly patterns, which are tried here on a model's words. The server has its own. */
export function calmSchema(schema: Json): Json {
  return rewriteSchema(schema, {
    schema: calmValue,
    name: (name, keyword) => (keyword === 'patternProperties' && isCostlyPattern(name) ? undefined : name),
    value(value, keyword) {
      if (keyword === 'pattern' && typeof value === 'string' && isCostlyPattern(value)) return undefined;
      return isData(keyword) ? value : calmValue(value);
    },
  });
}

function calmValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(calmValue);
  return isRecord(value) ? calmSchema(value) : value;
}

/** The size of a schema with every reference in its place; a reference that leads back to itself counts once. */
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
