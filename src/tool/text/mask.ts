import { maskCommand } from './mask-command.ts';
import { secretValues, valuePattern } from './secret-values.ts';

const SECRET_KEY =
  /pass(word|wd|phrase)?$|[-_](pwd|pat|auth|pass)$|secret|token$|api[-_]?key|authorization|cookie|credential|private[-_]?key|access[-_]?key|account[-_]?key/i;

/** Shapes of well-known keys and tokens, wherever they stand in a text. Only beginnings of words are looked at. */
const SECRET_WORD = new RegExp(
  String.raw`\b(?:${[
    '(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}',
    'gh[pousr]_[A-Za-z0-9]{20,}',
    'github_pat_[A-Za-z0-9_]{20,}',
    'glpat-[A-Za-z0-9_-]{16,}',
    'npm_[A-Za-z0-9]{30,}',
    'xox[abeoprs]-[A-Za-z0-9-]{10,}',
    String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    '(?:hf|gsk|shp(?:at|ca|pa|ss)|whsec|lin_api|figd|dop_v1|doo_v1|r8|ntn|sq0(?:atp|csp))[_-][A-Za-z0-9_-]{20,}',
    String.raw`(?:pypi-|xapp-|ATATT3|GOCSPX-|tvly-|ya29\.|AGE-SECRET-KEY-1|SG\.)[A-Za-z0-9._=-]{16,}`,
    'AIza[A-Za-z0-9_-]{30,}',
    String.raw`eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+`,
  ].join('|')})`,
  'g',
);

/**
 * Secrets that are known by the text beside them, each with a mark that its text always has: looking back from every
 * place of a text without the mark would cost ten times the rest.
 */
const MARKED_SECRETS: readonly { readonly mark: string; readonly secret: RegExp }[] = [
  { mark: ':AA', secret: /\b\d{8,10}:AA[A-Za-z0-9_-]{30,}/g },
  { mark: 'hooks.slack.com/services/', secret: /(?<=hooks\.slack\.com\/services\/)[A-Za-z0-9/]{20,}/g },
  { mark: '@', secret: /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]{0,64}:)[^\s@/]+(?=@)/g },
  { mark: '@', secret: /(?<=\b[a-z][a-z0-9+.-]*:\/\/)[^\s:/@?#]{20,}(?=@)/g },
  { mark: 'Bearer ', secret: /(?<=\bBearer )[A-Za-z0-9._~+/=-]{8,}/g },
  {
    mark: '-----BEGIN ',
    secret: /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
];

const known = new Map<string, boolean>();

export function isSecretKey(key: string): boolean {
  let secret = known.get(key);
  if (secret === undefined) {
    secret = SECRET_KEY.test(key);
    if (known.size < 10_000) known.set(key, secret);
  }
  return secret;
}

let own: RegExp | undefined;
let ownValues: readonly string[] = [];

/** The user's own secrets, by their values: from here on they are masked wherever they stand. */
export function learnSecrets(env: Readonly<Record<string, string | undefined>>): void {
  ownValues = [...new Set([...ownValues, ...secretValues(env)])].sort((a, b) => b.length - a.length);
  own = valuePattern(ownValues);
}

/** The text without the user's own secrets, and otherwise as it is. */
export const maskOwn = (text: string): string => (own ? text.replace(own, '***') : text);

/** The fewest characters of a key or token. */
const SHORT = 8;

/** Whether nothing in a text marks a name, an option or a pipe: most titles and small outputs need no more masking. */
function isUnmarked(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DASH || code === COLON || code === EQUALS || code === PIPE) return false;
  }
  return true;
}

const [DASH, COLON, EQUALS, PIPE] = [45, 58, 61, 124];

/** The text with everything that looks like a key or a token replaced. */
export function maskText(text: string): string {
  if (text.length < SHORT) return text;
  let shown = maskOwn(text);
  for (const { mark, secret } of MARKED_SECRETS) if (shown.includes(mark)) shown = shown.replace(secret, '***');
  return shown.replace(SECRET_WORD, '***');
}

/** JSON members and lines of an environment file; in JSON within JSON the quotes are escaped. */
const PAIRS: readonly RegExp[] = [
  /("([\w$.-]{1,64})"\s*:\s*")((?:[^"\\]|\\.)+)/g,
  /(\\"([\w$.-]{1,64})\\"\s*:\s*\\")((?:[^"\\]|\\[^"])+)/g,
  /('([\w$.-]{1,64})'\s*:\s*['"])((?:[^'"\\]|\\.)+)/g,
  /((?<![\w$.-])([A-Z][A-Z0-9_]{1,63})\s?=\s?)([^\s"']+|"[^"\n]*"?|'[^'\n]*'?)/g,
  // Names are looked for from the sign backwards: forwards, every word of a text would be read to its end and back.
  /()(?<=(?<![\w$.?&;-])([a-z][\w.-]{1,63})=)([^\s"'&;)]+|"[^"\n]*"?|'[^'\n]*'?)/g,
  /(^[ \t]*(?:- )?([\w.-]{1,64}):[ \t]+)([^\s"'{[|>&*]\S*|"[^"\n]*"?|'[^'\n]*'?)/gm,
];

/** Headers whose value has blanks: a scheme with its credentials, and cookies. */
const HEADERS: readonly RegExp[] = [
  /((?<![\w-])(?:proxy-)?authorization\s?:\s*(?:basic|bearer|token|digest|negotiate|apikey|key|aws4-hmac-sha256)\s+)(?:[^"'\n\r]|(?<==)"[^"\n\r]*")+/gi,
  /((?<![\w-])(?:set-)?cookie\s?:\s*)(?=[\w.-]+=)[^"'\n\r]+/gi,
];

const IN_QUERY = /([?&;]([\w$.-]{1,64})=)[^\s&;#"'<>`\\)\]]+/g;
/** Short names that mean a secret, too, in the query of an address. */
const SECRET_IN_QUERY = /(?:^|[-_.])(?:key|sig|signature|auth|pwd|code)$/i;

const maskQueries = (text: string): string =>
  text.includes('?')
    ? text.replace(IN_QUERY, (all: string, head: string, name: string) =>
        isSecretKey(name) || SECRET_IN_QUERY.test(name) ? `${head}***` : all,
      )
    : text;

/** Masks a text for records: as `maskText`, and values under a secret name, or where a program takes a password. */
export function maskRecord(text: string): string {
  if (text.length < SHORT && isUnmarked(text)) return text;
  const plain =
    text.includes(' -') || text.startsWith('-') || text.includes('|') ? maskCommand(text, isSecretKey) : text;
  return plain.includes(':') || plain.includes('=') ? maskNamed(plain) : maskText(plain);
}

function maskNamed(text: string): string {
  const headers = HEADERS.reduce((masked, header) => masked.replace(header, '$1***'), text);
  const pairs = PAIRS.reduce(
    (masked, pair) =>
      masked.replace(pair, (all: string, head: string, name: string) => (isSecretKey(name) ? `${head}***` : all)),
    headers,
  );
  return maskText(maskQueries(pairs));
}

/** The beginning of a long text, and how long it was; a text shortened before keeps the length that it told. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const told = SHORTENED.exec(text);
  const shown = told ? told.index : text.length;
  return shown <= most && told ? text : `${text.slice(0, most)}${told?.[0] ?? lengthOf(text)}`;
}

const SHORTENED = /… \(\d+ characters\)$/;
const lengthOf = (text: string): string => `… (${text.length} characters)`;

/** Masks the beginning of a text, as much as may be shown of it, and tells how long the whole was. */
function maskBeginning(text: string, most: number): string {
  if (text.length <= most * 4) return shortenText(maskRecord(text), most);
  return maskRecord(text.slice(0, most * 4)).slice(0, most) + lengthOf(text);
}

/** The beginning of a text, without half a word at its end: half a secret would not be recognised later. */
export const cutBetweenWords = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, text.slice(0, most).search(/\S*$/));

const MOST_KEYS = 200;

/** A copy for records and messages: values under secret names and tokens masked, long texts shortened. */
export function mask(value: unknown, most = 500, depth = 0): unknown {
  if (typeof value === 'string') return maskBeginning(value, most);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (depth > 8) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, 50).map(item => mask(item, most, depth + 1));
    if (value.length > 50) items.push(`… (${value.length} items)`);
    return items;
  }
  const copy: Record<string, unknown> = {};
  let keys = 0;
  for (const key in value) {
    if (!Object.hasOwn(value, key) || ++keys > MOST_KEYS) continue;
    const inner = (value as Record<string, unknown>)[key];
    const hidden = isSecretKey(key) && inner !== null && inner !== undefined && typeof inner !== 'boolean';
    const shown = hidden ? '***' : mask(inner, most, depth + 1);
    // Assigning to the key `__proto__` would change the prototype instead.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: shown, enumerable: true });
    else copy[shortenText(key, most)] = shown;
  }
  if (keys > MOST_KEYS) copy['…'] = `(${keys} keys)`;
  return copy;
}

/** Masks a value that may defend itself: a getter that throws, a proxy. Always gives an object where one was given. */
export function maskSafely(value: unknown, most?: number): unknown {
  try {
    return mask(value, most);
  } catch {
    return typeof value === 'object' ? { '…': 'cannot be shown' } : '…';
  }
}

/** Whether a copy made by `mask` may lack a part of its original. */
export function isShortened(value: unknown): boolean {
  if (typeof value === 'string') return value === '…' || /\*\*\*|… \(\d+ (?:characters|items)\)$/.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === '…' || isShortened(inner));
}

/** A call as one short line: `read_file(path="a", limit=5)`. */
export function callLine(name: string, args: unknown): string {
  const masked = maskSafely(args, 60);
  if (typeof masked !== 'object' || masked === null || Array.isArray(masked)) return `${name}(…)`;
  const parts = Object.entries(masked).map(([key, value]) => `${key}=${cutLine(JSON.stringify(value) ?? '', 100)}`);
  return `${name}(${cutLine(parts.join(', '), 220)})`;
}

const cutLine = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
