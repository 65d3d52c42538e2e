import {
  type Checked,
  entriesProblem,
  isFilledText,
  isObject,
  isTextMap,
  isVariableName,
  isWebAddress,
  keysProblem,
} from './check-keys.ts';

const NAME = /^[a-zA-Z][a-zA-Z0-9._-]{0,63}$/;

const isContextSize = (value: unknown): value is number => typeof value === 'number' && value >= 2_000 && value <= 1e8;

/** The keys of a model; the agents' room says what each means. */
const KEYS = {
  provider: [isFilledText, 'a text that is not empty, such as "openai-compatible"'],
  model: [isFilledText, 'a text that is not empty'],
  baseURL: [isWebAddress, 'an http or https address without a password'],
  apiKeyEnv: [isVariableName, 'the name of a variable'],
  headers: [isTextMap, 'an object of texts'],
  contextTokens: [isContextSize, 'a number from 2000 up'],
} as const;

export type ModelsConfig = Readonly<Record<string, Checked<typeof KEYS>>>;

export function modelsProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": { "provider": "openai-compatible", "baseURL": … } }';
  return entriesProblem(value, entryProblem);
}

function entryProblem(entry: unknown, name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: letters, digits, ., - and _, at most 64, beginning with a letter';
  if (!isObject(entry)) return 'must be an object';
  if (Object.hasOwn(entry, 'apiKey')) return 'has a key in it; put it into a variable, and name that as "apiKeyEnv"';
  return keysProblem(entry, KEYS);
}

/** Combines models: a project's say where all is sent, so they count only where it is trusted, and after one's own. */
export const combineModels = (own: ModelsConfig = {}, project: ModelsConfig = {}, trusted: boolean): ModelsConfig =>
  trusted ? { ...project, ...own } : own;
