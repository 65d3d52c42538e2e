import { nearest } from '../../tool/text/nearest.ts';
import { isObject } from '../is-object.ts';

/** A model as a config names it; the agents' room says what each key means. */
interface ModelEntry {
  readonly provider?: string;
  readonly model?: string;
  readonly baseURL?: string;
  readonly apiKeyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contextTokens?: number;
}

export type ModelsConfig = Readonly<Record<string, ModelEntry>>;

const NAME = /^[a-zA-Z][a-zA-Z0-9._-]{0,63}$/;

type Check = (value: unknown) => boolean;

const isText: Check = value => typeof value === 'string' && value.trim() !== '';

const KEYS: Readonly<Record<keyof ModelEntry, readonly [Check, string]>> = {
  provider: [isText, 'a text that is not empty, such as "openai-compatible"'],
  model: [isText, 'a text that is not empty'],
  baseURL: [value => isText(value) && isWebAddress(value as string), 'an http or https address without a password'],
  apiKeyEnv: [value => typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value), 'the name of a variable'],
  headers: [
    value => isObject(value) && Object.values(value).every(item => typeof item === 'string'),
    'an object of texts',
  ],
  contextTokens: [value => typeof value === 'number' && value >= 2_000 && value <= 1e8, 'a number from 2000 up'],
};

export const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
};

/** The problem with the models of a config, or undefined. */
export function modelsProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": { "provider": "openai-compatible", "baseURL": … } }';
  for (const [name, entry] of Object.entries(value)) {
    const problem = entryProblem(name, entry);
    if (problem) return `has ${JSON.stringify(name)}, which ${problem}`;
  }
  return undefined;
}

function entryProblem(name: string, entry: unknown): string | undefined {
  if (!NAME.test(name)) return 'is no name: letters, digits, ., - and _, at most 64, beginning with a letter';
  if (!isObject(entry)) return 'must be an object';
  for (const [key, inner] of Object.entries(entry)) {
    if (key === 'apiKey') return 'has a key in it; put it into a variable, and name that as "apiKeyEnv"';
    if (!Object.hasOwn(KEYS, key)) {
      const [near] = nearest(key, Object.keys(KEYS), 1);
      return `has an unknown key ${JSON.stringify(key)}${near ? `; did you mean ${JSON.stringify(near)}?` : ''}`;
    }
    const [check, expected] = KEYS[key as keyof ModelEntry];
    if (!check(inner)) return `has ${key}, which must be ${expected}`;
  }
  return undefined;
}

/** Combines models: a project's say where all is sent, so they count only where it is trusted, and after one's own. */
export const combineModels = (own: ModelsConfig = {}, project: ModelsConfig = {}, trusted: boolean): ModelsConfig => ({
  ...(trusted ? project : {}),
  ...own,
});
