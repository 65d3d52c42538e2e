import { nearest } from '../../tool/text/nearest.ts';
import { ConfigError } from '../config-error.ts';

type KeyCheck<T> = (value: unknown) => value is T;

/** Keys with the check of their value, and the words for it. */
type KeyChecks = Readonly<Record<string, readonly [KeyCheck<unknown>, string]>>;

/** An object whose keys were checked by such a table; each may be left out. */
export type Checked<Table extends KeyChecks> = {
  readonly [Key in keyof Table]?: Table[Key][0] extends KeyCheck<infer T> ? T : never;
};

export const isFilledText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');
export const isTextMap = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && isTexts(Object.values(value));
export const isVariableName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value);

/** Whether a text is an http or https address without a password. */
export const isWebAddress = (value: unknown): value is string => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
};

/** The problem with an object of entries by name, or undefined; each entry is asked for its own problem. */
export function entriesProblem(
  entries: object,
  problemOf: (entry: unknown, name: string) => string | undefined,
): string | undefined {
  for (const [name, entry] of Object.entries(entries)) {
    const problem = problemOf(entry, name);
    if (problem) return `has ${JSON.stringify(name)}, which ${problem}`;
  }
  return undefined;
}

/** The problem with the keys of an object, or undefined; `before` stands before each name. */
export function keysProblem(value: object, keys: KeyChecks, before = ''): string | undefined {
  for (const [key, inner] of Object.entries(value)) {
    const [check, expected] = (Object.hasOwn(keys, key) && keys[key]) || [];
    if (!check) return sayUnknownKey(key, Object.keys(keys), before);
    if (!check(inner)) return `has ${before}${key}, which must be ${expected}`;
  }
  return undefined;
}

export function sayUnknownKey(key: string, known: readonly string[], before = ''): string {
  const [near] = nearest(key, known, 1);
  const hint = near ? `; did you mean ${JSON.stringify(before + near)}?` : '';
  return `has an unknown key ${JSON.stringify(before + key)}${hint}`;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws for an unknown pack; `where` says where it is named. */
export function checkPacks(packs: readonly string[], known: readonly string[], where: string): void {
  const unknown = packs.find(name => !known.includes(name));
  if (unknown === undefined) return;
  const [near] = nearest(unknown, known, 1);
  const advice = near ? `Did you mean ${JSON.stringify(near)}?` : `There are: ${known.join(', ')}.`;
  throw new ConfigError(`${where}: there is no pack ${JSON.stringify(unknown)}`, advice);
}
