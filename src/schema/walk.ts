import { isRecord, setKey } from './json.ts';
import { keywordKind } from './keywords.ts';
import type { JsonSchema } from './schema.ts';

/** The schemas directly inside a schema, with the way to them. */
export function* schemasIn(node: JsonSchema): Generator<[way: readonly string[], inside: unknown]> {
  for (const [keyword, value] of Object.entries(node)) {
    const kind = keywordKind(keyword);
    if (kind === 'schema' || (kind === 'items' && !Array.isArray(value))) yield [[keyword], value];
    else if ((kind === 'schemas' || kind === 'items') && Array.isArray(value))
      for (const [index, each] of value.entries()) yield [[keyword, String(index)], each];
    else if ((kind === 'map' || kind === 'dependencies') && isRecord(value)) {
      for (const [key, each] of Object.entries(value)) if (!Array.isArray(each)) yield [[keyword, key], each];
    }
  }
}

/** Functions that rewrite the parts of a schema; a part that becomes undefined is left out. */
interface SchemaRewriting {
  /** Rewrites a schema directly inside. */
  schema(inside: unknown): unknown;
  /** Rewrites any other value of a keyword. */
  value(value: unknown, keyword: string): unknown;
  /** Rewrites the name that a schema inside has. */
  name?(name: string, keyword: string): string | undefined;
}

/** The schema with every part rewritten, in the same order. */
export function rewriteSchema(node: JsonSchema, rewriting: SchemaRewriting): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    const made = rewriteKeyword(keyword, value, rewriting);
    if (made !== undefined) setKey(out, keyword, made);
  }
  return out;
}

function rewriteKeyword(keyword: string, value: unknown, rewriting: SchemaRewriting): unknown {
  const kind = keywordKind(keyword);
  if (value === undefined) return undefined;
  if ((kind === 'schemas' || kind === 'items') && Array.isArray(value)) return value.map(rewriting.schema);
  if (kind === 'schema' || kind === 'items') return rewriting.schema(value);
  if ((kind !== 'map' && kind !== 'dependencies') || !isRecord(value)) return rewriting.value(value, keyword);
  const out: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const name = rewriting.name ? rewriting.name(key, keyword) : key;
    if (name === undefined) continue;
    setKey(out, name, Array.isArray(each) ? rewriting.value(each, keyword) : rewriting.schema(each));
  }
  return out;
}
