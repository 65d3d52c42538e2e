import { isRecord } from '../json.ts';
import { resolvePointer } from '../references.ts';
import type { JsonSchema } from '../schema.ts';
import { cut } from './shown.ts';

const DEEPEST = 3;
const LONGEST = 1_000;
const MOST_FIELDS = 12;
const MOST_CHOICES = 8;
const MOST_CHOICE = 24;
type Signed = { readonly name: string; readonly parameters: JsonSchema; readonly returns?: JsonSchema | undefined };

/** A tool as a function in the manner of TypeScript: `read_file({ path: string, offset?: number }): { content: string }`. */
export function signatureOf({ name, parameters, returns }: Signed): string {
  const args = typeWords(parameters, parameters);
  return cut(`${name}(${args === '{}' ? '' : args}): ${returns ? typeWords(returns, returns) : 'string'}`, LONGEST);
}

/** The type that a schema takes. A type that cannot be said shortly is `…` or `any`: the gate checks the value. */
function typeWords(schema: unknown, root: JsonSchema, depth = 0): string {
  if (!isRecord(schema) || depth > DEEPEST * 2) return 'any';
  const { $ref: reference, const: only, enum: listed } = schema;
  // Only definitions of the same schema are looked for.
  if (typeof reference === 'string')
    return typeWords(reference.startsWith('#/') ? resolvePointer(root, reference) : undefined, root, depth + 1);
  if (only !== undefined) return literal(only);
  if (Array.isArray(listed)) return choices(listed.map(literal));
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return choices(either.map(each => typeWords(each, root, depth + 1)));
  const types = [schema.type].flat().filter(type => typeof type === 'string');
  if (types.length > 1) return choices(types.map(type => typeWords({ ...schema, type }, root, depth + 1)));
  return plainType(types[0], schema, { root, depth });
}

function plainType(
  type: string | undefined,
  schema: JsonSchema,
  { root, depth }: { readonly root: JsonSchema; readonly depth: number },
): string {
  if (type === 'integer') return 'number';
  if (type === 'array') {
    const item = typeWords(schema.items, root, depth + 1);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  const fields = isRecord(schema.properties) ? Object.entries(schema.properties) : undefined;
  if (!fields && type !== 'object') return type ?? 'any';
  if (fields && depth >= DEEPEST) return '{ … }';
  if (!fields)
    return isRecord(schema.additionalProperties) ? recordOf(schema.additionalProperties, root, depth) : 'object';
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const ordered = fields.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  const named = ordered
    .slice(0, MOST_FIELDS)
    .map(([name, own]) => `${fieldName(name)}${required.has(name) ? '' : '?'}: ${typeWords(own, root, depth + 1)}`);
  if (fields.length > MOST_FIELDS) named.push('…');
  return named.length === 0 ? '{}' : `{ ${named.join(', ')} }`;
}

const recordOf = (values: JsonSchema, root: JsonSchema, depth: number): string =>
  `Record<string, ${typeWords(values, root, depth + 1)}>`;

const fieldName = (name: string): string =>
  /^[\w$]{1,60}$/.test(name) ? name : JSON.stringify(cut(name, MOST_CHOICE));

const literal = (value: unknown): string => cut(JSON.stringify(value) ?? 'any', MOST_CHOICE);

function choices(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  if (distinct.includes('any') || distinct.length === 0) return 'any';
  return distinct.length > MOST_CHOICES ? `${distinct.slice(0, MOST_CHOICES).join(' | ')} | …` : distinct.join(' | ');
}
