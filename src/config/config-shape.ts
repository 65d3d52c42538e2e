import type { PolicyInput, PresetName } from '../policy/types.ts';
import type { Vocabulary } from '../registry/registry.ts';
import { nearest } from '../tool/nearest.ts';
import { ConfigError } from './config-error.ts';

/** What a config file may say. */
export interface Config {
  readonly $schema?: string;
  /** A preset's name, or an object that `extends` one. */
  readonly policy?: PresetName | PolicyInput;
  /** Names of packs to load. Left out: all that the policy allows. */
  readonly packs?: readonly string[];
  /** A path, or `memory`. */
  readonly store?: string;
  readonly vocabulary?: Vocabulary;
  /** Seconds until an unanswered approval becomes a rejection. */
  readonly approvalTimeout?: number;
}

/** The user's own file may say different things for different workspaces. */
export interface UserConfig extends Config {
  /** By absolute path of the workspace's root. */
  readonly workspaces?: Readonly<Record<string, Config>>;
}

type Check = (value: unknown) => string | undefined;

const isText: Check = value => (typeof value === 'string' && value !== '' ? undefined : 'must be a text');
const isTexts: Check = value =>
  Array.isArray(value) && value.every(item => typeof item === 'string') ? undefined : 'must be a list of texts';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const KEYS: Readonly<Record<keyof Config, Check>> = {
  $schema: isText,
  policy: value => (typeof value === 'string' || isObject(value) ? undefined : 'must be a preset name or an object'),
  packs: isTexts,
  store: isText,
  vocabulary: value => (value === 'canonical' || value === 'classic' ? undefined : 'must be "canonical" or "classic"'),
  approvalTimeout: value =>
    typeof value === 'number' && value > 0 ? undefined : 'must be a number of seconds above 0',
};

/** Checks what a file said; unknown keys are errors with the nearest known one. The policy is checked where it is made. */
export function checkConfig(value: unknown, where: string, options: { user?: boolean } = {}): UserConfig {
  if (!isObject(value)) throw new ConfigError(`${where} must hold an object`);
  const known = [...Object.keys(KEYS), ...(options.user ? ['workspaces'] : [])];
  for (const [key, inner] of Object.entries(value)) {
    if (!known.includes(key)) throw unknownKey(key, known, where);
    if (key === 'workspaces') checkWorkspaces(inner, where);
    else {
      const problem = KEYS[key as keyof Config](inner);
      if (problem) throw new ConfigError(`${where}: ${key} ${problem}`);
    }
  }
  return value as UserConfig;
}

function checkWorkspaces(value: unknown, where: string): void {
  if (!isObject(value)) throw new ConfigError(`${where}: workspaces must be an object by path`);
  for (const [path, inner] of Object.entries(value)) checkConfig(inner, `${where}: workspaces["${path}"]`);
}

function unknownKey(key: string, known: readonly string[], where: string): ConfigError {
  const [near] = nearest(key, known);
  return new ConfigError(
    `${where}: unknown key ${JSON.stringify(key)}`,
    near ? `Did you mean ${JSON.stringify(near)}?` : `Known keys: ${known.join(', ')}.`,
  );
}
