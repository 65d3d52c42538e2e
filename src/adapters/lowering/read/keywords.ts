import { isJsonObject } from '../../is-json-object.ts';

type KeywordKind =
  | 'number'
  | 'count'
  | 'text'
  | 'flag'
  | 'schema'
  | 'schemas'
  | 'map'
  | 'names'
  | 'values'
  | 'name-lists';

/** What each keyword of JSON Schema must hold to mean anything. */
const KEYWORDS: Readonly<Record<string, KeywordKind>> = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'count',
  maxLength: 'count',
  minItems: 'count',
  maxItems: 'count',
  minContains: 'count',
  maxContains: 'count',
  minProperties: 'count',
  maxProperties: 'count',
  pattern: 'text',
  format: 'text',
  title: 'text',
  description: 'text',
  $ref: 'text',
  uniqueItems: 'flag',
  items: 'schema',
  contains: 'schema',
  unevaluatedItems: 'schema',
  additionalProperties: 'schema',
  unevaluatedProperties: 'schema',
  propertyNames: 'schema',
  not: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: the keyword is called so.
  then: 'schema',
  else: 'schema',
  prefixItems: 'schemas',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  properties: 'map',
  patternProperties: 'map',
  dependentSchemas: 'map',
  $defs: 'map',
  definitions: 'map',
  required: 'names',
  dependentRequired: 'name-lists',
  enum: 'values',
  examples: 'values',
};

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

const isSchema = (value: unknown) => typeof value === 'boolean' || isJsonObject(value);
const isNames = (value: unknown) => Array.isArray(value) && value.every(each => typeof each === 'string');

/** Does the keyword hold what it must? */
export function isWellFormed(keyword: string, value: unknown): boolean {
  if (keyword === 'type') {
    const types = Array.isArray(value) ? value : [value];
    return types.length > 0 && types.every(type => TYPES.has(type)) && new Set(types).size === types.length;
  }
  if (keyword === 'pattern') return typeof value === 'string' && isRegExpText(value);
  if (keyword === 'multipleOf') return Number.isFinite(value) && (value as number) > 0;
  switch (Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined) {
    case 'number':
      return Number.isFinite(value);
    case 'count':
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'schema':
      return isSchema(value);
    case 'schemas':
      return Array.isArray(value) && value.length > 0 && value.every(isSchema);
    case 'map':
      return isJsonObject(value) && Object.values(value).every(isSchema);
    case 'names':
      return isNames(value);
    case 'name-lists':
      return isJsonObject(value) && Object.values(value).every(isNames);
    case 'values':
      return Array.isArray(value);
    default:
      return true;
  }
}

function isRegExpText(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The schemas directly inside a schema, with the way to them. */
export function* schemasIn(
  node: Readonly<Record<string, unknown>>,
): Generator<[way: readonly string[], inside: unknown]> {
  for (const [keyword, value] of Object.entries(node)) {
    const holds = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (holds === 'schema') yield [[keyword], value];
    else if (holds === 'schemas' && Array.isArray(value)) {
      for (const [index, each] of value.entries()) yield [[keyword, String(index)], each];
    } else if (holds === 'map' && isJsonObject(value)) {
      for (const [key, each] of Object.entries(value)) yield [[keyword, key], each];
    }
  }
}
