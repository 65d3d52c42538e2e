import { KEYWORDS_OF } from '../keywords.ts';

export type Profile = 'openai-strict' | 'openai' | 'anthropic' | 'anthropic-strict' | 'google' | 'mcp' | 'langchain';

/** The JSON Schema that a provider takes and holds. From the documentation and the packages of November 2026. */
export interface Rules {
  /** The profile for a schema that does not fit this one. */
  readonly fallback?: Profile;
  /** Whether every keyword may be sent. */
  readonly anyKeyword: boolean;
  readonly limits: ReadonlySet<string>;
  /** Formats that the provider holds; left out: all. */
  readonly formats?: ReadonlySet<string>;
  /** Whether only patterns without look-around and back references are taken. */
  readonly plainPatterns: boolean;
  readonly mostMinItems: number;
  /** Keywords that may be sent, and bind nobody. */
  readonly annotations: ReadonlySet<string>;
  /** Whether every object is closed by `additionalProperties: false`. */
  readonly closed: boolean;
  /** Whether every property is required; an absent one is null instead. */
  readonly allRequired: boolean;
  /** Whether a schema may stand in `additionalProperties`. */
  readonly records: boolean;
  /** Whether `prefixItems` may be sent. */
  readonly tuples: boolean;
  /** Whether a schema without a type may be sent. */
  readonly untyped: boolean;
  readonly enums: ReadonlySet<string>;
  /** Whether other keywords may stand beside a list of types. */
  readonly besideTypes: boolean;
  /** Whether keywords may stand beside `$ref`. */
  readonly besideRef: boolean;
  /** Whether schemas may be recursive; `optional`: only where a property may be left out on the way round. */
  readonly recursion: 'yes' | 'no' | 'optional';
  readonly definitions: '$defs' | 'definitions';
  /** Whether `anyOf` and its like may stand at the root, beside `type: 'object'`. */
  readonly rootUnion: boolean;
  readonly names?: RegExp;
  readonly most: Partial<ProfileCounts>;
  /** The most that all strict tools of one request may have together. */
  readonly request?: { readonly tools: number; readonly optional: number; readonly unions: number };
}

type Counted = 'properties' | 'levels' | 'enumValues' | 'characters' | 'optional' | 'unions';
export type ProfileCounts = Readonly<Record<Counted, number>>;
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const NUMBERS = KEYWORDS_OF.number.bounds.join(' ');
const ARRAYS = 'minItems maxItems';
const FORMATS = 'date-time time date duration email hostname ipv4 ipv6 uuid';
const SCALARS = words('string number integer boolean null');

const OPEN: Rules = {
  anyKeyword: false,
  limits: new Set(Object.values(KEYWORDS_OF).flatMap(({ bounds }) => bounds)),
  plainPatterns: false,
  mostMinItems: Number.POSITIVE_INFINITY,
  annotations: words('title description default examples'),
  closed: false,
  allRequired: false,
  records: true,
  tuples: false,
  untyped: true,
  enums: SCALARS,
  besideTypes: true,
  besideRef: false,
  recursion: 'yes',
  definitions: '$defs',
  rootUnion: false,
  most: {},
};

const STRICT: Rules = {
  ...OPEN,
  annotations: words('title description'),
  closed: true,
  records: false,
  untyped: false,
};

/** The names of properties that Anthropic takes; OpenAI and LangChain have no rule of their own that is known. */
const PLAIN_NAMES = /^[A-Za-z0-9_.-]{1,64}$/;

export const PROFILES: Readonly<Record<Profile, Rules>> = {
  'openai-strict': {
    ...STRICT,
    fallback: 'openai',
    limits: words(`${NUMBERS} ${ARRAYS} pattern format`),
    formats: words(FORMATS),
    plainPatterns: true,
    allRequired: true,
    most: { properties: 5000, levels: 10, enumValues: 1000, characters: 120_000 },
  },
  openai: OPEN,
  'anthropic-strict': {
    ...STRICT,
    fallback: 'anthropic',
    limits: words('format minItems'),
    besideTypes: false,
    formats: words(`${FORMATS} uri`),
    mostMinItems: 1,
    recursion: 'no',
    names: PLAIN_NAMES,
    most: { optional: 24, unions: 16 },
    request: { tools: 20, optional: 24, unions: 16 },
  },
  anthropic: { ...OPEN, anyKeyword: true, tuples: true, besideRef: true, names: PLAIN_NAMES },
  // Google takes the schemas as `parametersJsonSchema`.
  google: {
    ...OPEN,
    limits: words(`minimum maximum ${ARRAYS} format`),
    annotations: words('title description'),
    tuples: true,
    enums: words('string number integer'),
    recursion: 'optional',
    names: /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/,
  },
  mcp: { ...OPEN, anyKeyword: true, tuples: true, besideRef: true, rootUnion: true },
  // LangChain hands a schema on to any provider, so it holds nothing that one of them refuses.
  langchain: { ...OPEN, definitions: 'definitions', names: PLAIN_NAMES },
};

/** Whether the provider holds the bound when the bound is sent. */
export function isHeld(rules: Rules, keyword: string, value: unknown): boolean {
  if (!rules.limits.has(keyword)) return false;
  if (keyword === 'format') return rules.formats === undefined || rules.formats.has(String(value));
  if (keyword === 'pattern') return !rules.plainPatterns || isPlainPattern(String(value));
  return keyword !== 'minItems' || (value as number) <= rules.mostMinItems;
}

/** Whether a pattern is plain: no look-around, no back reference, no classes of Unicode, no word boundary. */
export const isPlainPattern = (pattern: string): boolean => !/\(\?(?!:)|\\[1-9bBkpP]/.test(pattern);

/** Whether a format says it all: beside `format: 'date'` Zod writes 300 letters, no help to models and grammars. */
export function isSaidByFormat(rules: Rules, limits: Readonly<Record<string, unknown>>, keyword = 'pattern'): boolean {
  if (rules.anyKeyword || keyword !== 'pattern' || typeof limits.format !== 'string') return false;
  return String(limits.pattern ?? '').length > 40;
}
