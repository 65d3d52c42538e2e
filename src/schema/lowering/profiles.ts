import { KEYWORDS_OF } from '../keywords.ts';

export type Profile = 'openai-strict' | 'openai' | 'anthropic' | 'anthropic-strict' | 'google' | 'mcp' | 'langchain';

/** What a provider takes and holds of JSON Schema. From the documentation and the packages of November 2026. */
export interface Rules {
  /** Where a schema goes that does not fit this profile. */
  readonly fallback?: Profile;
  /** Every keyword may be sent. */
  readonly anyKeyword: boolean;
  /** Bounds that are held. */
  readonly limits: ReadonlySet<string>;
  /** Formats that are held; all where it is missing. */
  readonly formats?: ReadonlySet<string>;
  /** Patterns without look-around and back references only. */
  readonly plainPatterns: boolean;
  /** The most that `minItems` may be. */
  readonly mostMinItems: number;
  /** May be sent, and bind nobody. */
  readonly annotations: ReadonlySet<string>;
  /** Every object is closed by `additionalProperties: false`. */
  readonly closed: boolean;
  /** Every property is required; one may be null instead. */
  readonly allRequired: boolean;
  /** A schema in `additionalProperties`. */
  readonly records: boolean;
  /** `prefixItems`. */
  readonly tuples: boolean;
  /** A schema without a type. */
  readonly untyped: boolean;
  readonly enums: ReadonlySet<string>;
  /** Other keywords beside a list of types. */
  readonly besideTypes: boolean;
  /** Keywords beside `$ref`. */
  readonly besideRef: boolean;
  /** `optional`: only where a property may be left out on the way round. */
  readonly recursion: 'yes' | 'no' | 'optional';
  readonly definitions: '$defs' | 'definitions';
  /** `anyOf` and its like at the root, beside `type: 'object'`. */
  readonly rootUnion: boolean;
  readonly names?: RegExp;
  readonly most: ProfileMaxima;
  /** What all strict tools of one request may have together. */
  readonly request?: { readonly tools: number; readonly optional: number; readonly unions: number };
}

/** How much of it. */
export interface ProfileMaxima {
  readonly properties: number;
  readonly levels: number;
  readonly enumValues: number;
  readonly characters: number;
  readonly optional: number;
  readonly unions: number;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const NUMBERS = KEYWORDS_OF.number.bounds.join(' ');
const ARRAYS = 'minItems maxItems';
const FORMATS = 'date-time time date duration email hostname ipv4 ipv6 uuid';
const SCALARS = words('string number integer boolean null');
const NO_END = Number.POSITIVE_INFINITY;
const UNBOUNDED: ProfileMaxima = {
  properties: NO_END,
  levels: NO_END,
  enumValues: NO_END,
  characters: NO_END,
  optional: NO_END,
  unions: NO_END,
};

const OPEN: Rules = {
  anyKeyword: false,
  limits: new Set(Object.values(KEYWORDS_OF).flatMap(({ bounds }) => bounds)),
  plainPatterns: false,
  mostMinItems: NO_END,
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
  most: UNBOUNDED,
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
    most: { ...UNBOUNDED, properties: 5000, levels: 10, enumValues: 1000, characters: 120_000 },
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
    most: { ...UNBOUNDED, optional: 24, unions: 16 },
    request: { tools: 20, optional: 24, unions: 16 },
  },
  anthropic: { ...OPEN, anyKeyword: true, tuples: true, besideRef: true, names: PLAIN_NAMES },
  // Google takes such schemas as `parametersJsonSchema`.
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
  // Handed on to any provider, so with nothing that one of them refuses.
  langchain: { ...OPEN, definitions: 'definitions', names: PLAIN_NAMES },
};
