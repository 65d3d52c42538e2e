import { isAbsolute } from 'node:path';
import type { PolicyInput, PresetName } from '../policy/types.ts';
import type { Vocabulary } from '../registry/types.ts';
import { workspaceIDProblem } from '../store/postgres/place.ts';
import { nearest } from '../tool/text/nearest.ts';
import { ConfigError } from './config-error.ts';
import { isObject } from './keys/check-keys.ts';
import { type McpServersConfig, mcpServersProblem } from './keys/mcp-servers.ts';
import { type ModelsConfig, modelsProblem } from './keys/models.ts';
import { type OwnPacksConfig, ownPacksProblem } from './keys/own-code.ts';
import { type Prices, pricesProblem } from './keys/prices.ts';
import { type RetentionConfig, retentionProblem } from './keys/retention.ts';
import { type WebConfig, webProblem } from './keys/web.ts';

/** The content of a config file. `config.schema.json` says the same to editors. */
export interface Config {
  readonly $schema?: string;
  /** A preset's name, or an object that `extends` one. */
  readonly policy?: PresetName | PolicyInput;
  /** Names of packs to load. Left out: all that the policy allows. */
  readonly packs?: readonly string[];
  /** Tools of one's own: modules, each in a folder that belongs to it. */
  readonly tools?: readonly string[];
  /** Packs of one's own, by name: a folder with manifest.json and pack.ts, or the two files. */
  readonly ownPacks?: OwnPacksConfig;
  /** A module that is asked for unknown tools. */
  readonly toolResolver?: string;
  /** The store: a path, beside the file if it is relative, the URL of a PostgreSQL database, or `memory`. */
  readonly store?: string;
  /** The name of the workspace in a database that several machines share: the same on all of them. */
  readonly workspaceID?: string;
  readonly vocabulary?: Vocabulary;
  /** The tools that models are offered: all, or only `run_code` and `find_tools`, and scripts call the others. */
  readonly offer?: 'all' | 'code';
  /** Tools of other servers, by the name that stands before theirs. */
  readonly mcpServers?: McpServersConfig;
  /** The model that agents think with: `provider/name`, or a name of `models`. */
  readonly model?: string;
  /** Models under names of one's own. */
  readonly models?: ModelsConfig;
  /** Prices of models, so that runs can tell their cost. */
  readonly prices?: Prices;
  /** The model that looks at pictures; left out: `model`. */
  readonly visionModel?: string;
  /** The model by which code is searched by meaning too: `provider/name`, or a name of `models`. */
  readonly embeddingModel?: string;
  /** The service that searches the web. */
  readonly web?: WebConfig;
  /** The agents that there are. Left out: the built-in ones and those of files. */
  readonly agents?: readonly string[];
  /** Seconds until an unanswered approval becomes a rejection. */
  readonly approvalTimeout?: number;
  /** Folders that commands may change without a way back, as in a .gitignore; `!dist/` takes one out, false all. */
  readonly outsideUndo?: readonly string[] | false;
  /** How long records, outputs and images for undo are kept, and in how much room; false for ever. */
  readonly retention?: RetentionConfig | false;
}

/** The user's own file, which may say different things for different workspaces. */
export interface UserConfig extends Config {
  /** Configs by the absolute path of the workspace's root. */
  readonly workspaces?: Readonly<Record<string, Config>>;
}

/** Gives the problem with a value, or undefined. */
type Check = (value: unknown) => string | undefined;

const isText: Check = value =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a text that is not empty';

const isTexts: Check = value =>
  Array.isArray(value) && value.every(item => isText(item) === undefined)
    ? undefined
    : 'must be a list of texts, such as ["filesystem"]';

function isVocabulary(value: unknown): string | undefined {
  if (value === 'canonical' || value === 'classic') return undefined;
  const [near] = typeof value === 'string' ? nearest(value, ['canonical', 'classic'], 1) : [];
  return `must be "canonical" or "classic"${near ? `; did you mean "${near}"?` : ''}`;
}

const KEYS: Readonly<Record<keyof Config, Check>> = {
  $schema: isText,
  policy: value => (typeof value === 'string' || isObject(value) ? undefined : 'must be a preset name or an object'),
  packs: isTexts,
  tools: isTexts,
  ownPacks: ownPacksProblem,
  toolResolver: isText,
  store: isText,
  workspaceID: workspaceIDProblem,
  vocabulary: isVocabulary,
  offer: value => (value === 'all' || value === 'code' ? undefined : 'must be "all" or "code"'),
  mcpServers: mcpServersProblem,
  model: isText,
  models: modelsProblem,
  prices: pricesProblem,
  visionModel: isText,
  embeddingModel: isText,
  web: webProblem,
  agents: isTexts,
  approvalTimeout: value =>
    typeof value === 'number' && value > 0 && value < 1e9 ? undefined : 'must be a number of seconds above 0',
  outsideUndo: value =>
    value === false || isTexts(value) === undefined
      ? undefined
      : 'must be a list such as ["target/", "!dist/"], or false',
  retention: retentionProblem,
};

export const CONFIG_KEYS = Object.keys(KEYS) as readonly (keyof Config)[];

/** Checks a file; unknown keys are errors with the nearest known one. The policy is checked where it is made. */
export function checkConfig(value: unknown, where: string, options: { user?: boolean } = {}): UserConfig {
  if (!isObject(value)) throw new ConfigError(`${where} must hold an object`, 'A config that does nothing is: {}');
  const known = [...CONFIG_KEYS, ...(options.user ? ['workspaces'] : [])];
  for (const [key, inner] of Object.entries(value)) {
    if (!known.includes(key)) throw unknownKey(key, known, where);
    // An ID that is set for all workspaces would mix up their state.
    if (key === 'workspaceID' && options.user)
      throw new ConfigError(
        `${where}: "workspaceID" names one workspace`,
        'Put it into the config of the project, or below "workspaces" and the path of the workspace.',
      );
    if (key === 'workspaces') checkWorkspaces(inner, where);
    else checkValue(key as keyof Config, inner, `${where}: ${key}`);
  }
  return value as UserConfig;
}

export function checkValue(key: keyof Config, value: unknown, at: string): void {
  const problem = KEYS[key](value);
  if (problem) throw new ConfigError(`${at} ${problem}`);
}

function checkWorkspaces(value: unknown, where: string): void {
  if (!isObject(value)) throw new ConfigError(`${where}: workspaces must be an object by path`);
  for (const [path, inner] of Object.entries(value)) {
    const at = `${where}: workspaces[${JSON.stringify(path)}]`;
    const advice = 'Write the whole path of the workspace, or ~/… below your home.';
    if (!isAbsolute(path) && path !== '~' && !path.startsWith('~/'))
      throw new ConfigError(`${at} is no absolute path`, advice);
    checkConfig(inner, at);
  }
}

function unknownKey(key: string, known: readonly string[], where: string): ConfigError {
  if (key === 'workspaces')
    return new ConfigError(`${where}: "workspaces" belongs to your own config, not to a project's`);
  const [near] = nearest(key, known);
  const advice = near ? `Did you mean ${JSON.stringify(near)}?` : `Known keys: ${known.join(', ')}.`;
  return new ConfigError(`${where}: unknown key ${JSON.stringify(key)}`, advice);
}
