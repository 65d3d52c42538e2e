import { isRecord } from './json.ts';

/**
 * The one table of keywords, of all drafts that are read, by what a keyword holds: schemas (one, a list, by name; `items`
 * one or a list, `dependencies` by name and among lists of names), or a value that is no schema.
 */
const KINDS = {
  schema:
    'additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames not if then else',
  schemas: 'prefixItems allOf anyOf oneOf',
  items: 'items',
  map: '$defs definitions properties patternProperties dependentSchemas',
  dependencies: 'dependencies',
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum',
  step: 'multipleOf',
  count: 'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties',
  text: 'title description $comment $ref format',
  pattern: 'pattern',
  flag: 'uniqueItems',
  types: 'type',
  names: 'required',
  'name-lists': 'dependentRequired',
  values: 'enum examples',
  value: 'const default $id $anchor $schema $recursiveRef $recursiveAnchor',
};

type KeywordKind = keyof typeof KINDS;

const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(
  (Object.keys(KINDS) as KeywordKind[]).flatMap(kind =>
    KINDS[kind].split(' ').map(keyword => [keyword, kind] as const),
  ),
);

/** The kind of a keyword; undefined for one that is not in the table. */
export const keywordKind = (keyword: string): KeywordKind | undefined => KEYWORDS.get(keyword);

/** Whether a keyword holds values to compare with, or names of one's own: nothing in it is a schema. */
export function isData(keyword: string): boolean {
  return keyword === 'const' || keyword === 'default' || DATA.has(keywordKind(keyword));
}

const DATA: ReadonlySet<KeywordKind | undefined> = new Set(['values', 'names', 'name-lists']);

interface TypeKeywords {
  /** Keywords for the parts of a value. */
  readonly parts: readonly string[];
  /** Bounds, each of which holds for a value by itself. */
  readonly bounds: readonly string[];
  /** All other rules of the type. */
  readonly rules: readonly string[];
}

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));
const keywordsOf = (parts: string, bounds: string, rules: string): TypeKeywords => ({
  parts: words(parts),
  bounds: words(bounds),
  rules: words(rules),
});

/** The keywords that speak of one type, and say nothing of values of another. */
export const KEYWORDS_OF = {
  object: keywordsOf(
    'properties required additionalProperties patternProperties propertyNames unevaluatedProperties',
    'minProperties maxProperties',
    'dependentRequired dependentSchemas dependencies',
  ),
  array: keywordsOf(
    'items prefixItems additionalItems unevaluatedItems',
    'minItems maxItems uniqueItems',
    'contains minContains maxContains',
  ),
  string: keywordsOf('', 'minLength maxLength pattern format', 'contentEncoding contentMediaType contentSchema'),
  number: keywordsOf('', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', ''),
  boolean: keywordsOf('', '', ''),
  null: keywordsOf('', '', ''),
} as const;

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);
const isSchema = (value: unknown) => typeof value === 'boolean' || isRecord(value);
const isNames = (value: unknown) => Array.isArray(value) && value.every(each => typeof each === 'string');

const WELL_FORMED: Readonly<Record<KeywordKind, (value: unknown) => boolean>> = {
  schema: isSchema,
  schemas: value => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  // A list in `items` was a tuple before 2020-12, and is none today.
  items: isSchema,
  map: value => isRecord(value) && Object.values(value).every(isSchema),
  dependencies: value => isRecord(value) && Object.values(value).every(each => isSchema(each) || isNames(each)),
  number: value => Number.isFinite(value),
  step: value => Number.isFinite(value) && (value as number) > 0,
  count: value => Number.isSafeInteger(value) && (value as number) >= 0,
  text: value => typeof value === 'string',
  pattern: value => typeof value === 'string' && isPatternText(value, 'u'),
  flag: value => typeof value === 'boolean',
  types: value => {
    const types = Array.isArray(value) ? value : [value];
    return types.length > 0 && types.every(type => TYPES.has(type)) && new Set(types).size === types.length;
  },
  names: isNames,
  'name-lists': value => isRecord(value) && Object.values(value).every(isNames),
  values: value => Array.isArray(value),
  value: () => true,
};

/** Whether a keyword's value is of the kind that the keyword needs; of unknown keywords nothing is asked. */
export function isWellFormed(keyword: string, value: unknown): boolean {
  const kind = keywordKind(keyword);
  return kind === undefined || WELL_FORMED[kind](value);
}

export function isPatternText(text: string, flags: string): boolean {
  try {
    new RegExp(text, flags);
    return true;
  } catch {
    return false;
  }
}
