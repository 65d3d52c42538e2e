import { hasUnseen, showUnseen } from '../text/unseen.ts';
import type { JsonSchema } from './schema.ts';

/** What a schema says in words; all else in it is what values are compared with. */
const WORDS: ReadonlySet<string> = new Set(['description', 'title', '$comment']);
/** What stands below these is data, or names of one's own. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** A schema of somebody else's, for the model: whatever cannot be seen in its words stands there as an escape. */
export const showSchema = (schema: JsonSchema): JsonSchema => showPart(schema, 0) as JsonSchema;

function showPart(part: unknown, depth: number): unknown {
  if (typeof part !== 'object' || part === null || depth > 200) return part;
  if (Array.isArray(part)) return part.map(inner => showPart(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => {
      if (WORDS.has(key) && typeof inner === 'string') return [key, showUnseen(inner)];
      if (DATA.has(key)) return [key, checkSeen(inner)];
      if (NAMED.has(key) && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
        return [key, eachOf(inner, depth)];
      return [key, showPart(inner, depth + 1)];
    }),
  );
}

const eachOf = (named: object, depth: number): unknown =>
  Object.fromEntries(Object.entries(named).map(([name, inner]) => [checkSeen(name), showPart(inner, depth + 1)]));

/** A name or a value goes to the server as it is, so it cannot be shown in another way. */
function checkSeen<T>(data: T): T {
  if (hasUnseen(JSON.stringify(data) ?? '')) {
    throw new TypeError('a name or a value in its schema holds characters that cannot be seen');
  }
  return data;
}
