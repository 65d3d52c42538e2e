import type { JsonSchema } from '../../../../index.ts';
import { isRecord } from '../../../../schema/json.ts';
import { rewriteSchema } from '../../../../schema/walk.ts';

/** A schema in the words that most clients read: one type at a place, and `true` for a value that may be anything. */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const made = rewriteSchema(schema, {
    schema: inside => (isRecord(inside) ? portableSchema(inside) : inside),
    value: value => value,
  });
  if (isRecord(made.additionalProperties) && Object.keys(made.additionalProperties).length === 0)
    made.additionalProperties = true;
  if (!Array.isArray(made.type) || made.anyOf !== undefined) return made;
  const { type, ...rest } = made;
  return { ...rest, anyOf: (type as readonly string[]).map(each => ({ type: each })) };
}
