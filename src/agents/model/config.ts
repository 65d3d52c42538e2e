import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';
import { PROVIDERS, type Provider } from './providers.ts';

export interface ModelConfig {
  /** The provider; left out: the one that the entry is named after, or `openai-compatible`. */
  readonly provider?: string;
  /** The provider's own name of the model; left out where it stands behind a slash: `NAME/model`. */
  readonly model?: string;
  readonly baseURL?: string;
  /** The variable that holds the key. The key itself has no place in a config. */
  readonly apiKeyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Tokens that the model takes in one request. */
  readonly contextTokens?: number;
}

export interface ModelSettings {
  /** The usual model. */
  readonly model?: string | undefined;
  readonly models?: Readonly<Record<string, ModelConfig>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const needed = (message: string, suggestion: string): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', message, { suggestion });

type ProviderConfig = ModelConfig & { readonly provider: string };

function configOf(wanted: string, models: Readonly<Record<string, ModelConfig>>): ProviderConfig {
  if (Object.hasOwn(models, wanted)) return withProvider(wanted, models[wanted]!);
  const slash = wanted.indexOf('/');
  const [first, rest] = slash < 0 ? [wanted, undefined] : [wanted.slice(0, slash), wanted.slice(slash + 1)];
  if (Object.hasOwn(models, first)) return withProvider(first, { ...models[first]!, ...(rest ? { model: rest } : {}) });
  if (Object.hasOwn(PROVIDERS, first)) return { provider: first, ...(rest ? { model: rest } : {}) };
  const known = [...Object.keys(models), ...Object.keys(PROVIDERS)];
  const [near] = nearest(first, known, 1);
  throw needed(
    `No provider or model of the config is called ${JSON.stringify(first.slice(0, 60))}`,
    near ? `Did you mean ${near}?` : `Known: ${known.join(', ')}.`,
  );
}

function withProvider(name: string, config: ModelConfig): ProviderConfig {
  const provider = config.provider ?? (Object.hasOwn(PROVIDERS, name) ? name : 'openai-compatible');
  if (Object.hasOwn(PROVIDERS, provider)) return { ...config, provider };
  const [near] = nearest(provider, Object.keys(PROVIDERS), 1);
  throw needed(
    `The model ${JSON.stringify(name)} of the config names a provider that is not known: ${JSON.stringify(provider)}`,
    near ? `Did you mean ${near}?` : `Known: ${Object.keys(PROVIDERS).join(', ')}.`,
  );
}

export type ModelChoice = ProviderConfig & { readonly model: string };

export function keyOf(config: ModelChoice, provider: Provider, env: ModelSettings['env']): string | undefined {
  const names = config.apiKeyEnv === undefined ? provider.keys : [config.apiKeyEnv];
  const key = names.map(name => env[name]).find(value => value !== undefined && value !== '');
  const isOptional = config.apiKeyEnv === undefined && (provider.keys.length === 0 || !isHosted(config, provider, env));
  if (key === undefined && !isOptional)
    throw needed(`${config.provider} needs a key`, `Set the variable ${names.join(' or ')} to it.`);
  return key;
}

/** Whether a model is at the provider's own address, which wants a key; a server of one's own may want none. */
const isHosted = (config: ModelChoice, provider: Provider, env: ModelSettings['env']): boolean =>
  config.baseURL === undefined &&
  addressOfProvider(provider, env) === undefined &&
  config.provider !== 'openai-compatible';

/** The address in the environment. OLLAMA_HOST is a host and a port; others are whole addresses. */
export function addressOfProvider({ address }: Provider, env: ModelSettings['env']): string | undefined {
  const said = address === undefined ? undefined : env[address] || undefined;
  if (said === undefined || address !== 'OLLAMA_HOST') return said;
  const url = /^https?:\/\//.test(said) ? said : `http://${said}`;
  return `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

export function hostOfModel(config: ProviderConfig, provider: Provider, env: ModelSettings['env']): string {
  const address = config.baseURL ?? addressOfProvider(provider, env) ?? provider.compatible;
  if (address === undefined) return provider.host ?? config.provider;
  return new URL(address).hostname.replace(/^\[|\]$/g, '');
}

/** The config of a model by its name, complete enough to be opened. */
export function chosenModel(name: string, models: ModelSettings['models'] = {}): ModelChoice {
  const config = configOf(name, models);
  if (config.model !== undefined && config.model !== '') return config as ModelChoice;
  throw needed(`"${name}" names no model`, `Write it as ${name.replace(/\/$/, '')}/NAME.`);
}
