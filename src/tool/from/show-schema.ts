import { isRecord } from '../../schema/json.ts';
import { isData } from '../../schema/keywords.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { rewriteSchema } from '../../schema/walk.ts';
import { hasUnseen, showUnseen } from '../text/unseen.ts';

/** Keywords whose values are words; the values of all others are what arguments are compared with. */
const WORDS: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

/** A schema of somebody else's, for the model: unseen characters in its words stand there as escapes. */
export const showSchema = (schema: JsonSchema): JsonSchema => showPart(schema, 0) as JsonSchema;

/** Shows a part of the schema. The value of an unknown keyword is looked at too: it may be a schema to somebody. */
function showPart(part: unknown, depth: number): unknown {
  if (depth > 200) return part;
  const inside = (inner: unknown) => showPart(inner, depth + 1);
  if (Array.isArray(part)) return part.map(inside);
  if (!isRecord(part)) return part;
  return rewriteSchema(part, {
    schema: inside,
    name: checkSeen,
    value(value, keyword) {
      if (WORDS.has(keyword) && typeof value === 'string') return showUnseen(value);
      return isData(keyword) ? checkSeen(value) : inside(value);
    },
  });
}

/** Throws for unseen characters: a name or a value goes to the server as it is, so it cannot be shown otherwise. */
function checkSeen<T>(data: T): T {
  if (hasUnseen(JSON.stringify(data) ?? ''))
    throw new TypeError('a name or a value in its schema holds characters that cannot be seen');
  return data;
}
