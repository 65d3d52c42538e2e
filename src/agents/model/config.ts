import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';

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
  const problem = `No provider or model of the config is called ${JSON.stringify(first.slice(0, 60))}`;
  throw unknownName(problem, first, [...Object.keys(models), ...Object.keys(PROVIDERS)]);
}

function unknownName(problem: string, name: string, known: readonly string[]): ToolError {
  const [near] = nearest(name, known, 1);
  return needed(problem, near ? `Did you mean ${near}?` : `Known: ${known.join(', ')}.`);
}

function withProvider(name: string, config: ModelConfig): ProviderConfig {
  const provider = config.provider ?? (Object.hasOwn(PROVIDERS, name) ? name : 'openai-compatible');
  if (Object.hasOwn(PROVIDERS, provider)) return { ...config, provider };
  const problem = `names a provider that is not known: ${JSON.stringify(provider)}`;
  throw unknownName(`The model ${JSON.stringify(name)} of the config ${problem}`, provider, Object.keys(PROVIDERS));
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

/** A package of the AI SDK, or an address that speaks as OpenAI does. */
export interface Provider {
  /** The provider's package; where it is not installed by default, it is loaded when it is there. */
  readonly package?: string;
  /** The function in the package that makes the provider. */
  readonly create?: string;
  /** Variables that may hold the key; the first one is the usual. */
  readonly keys: readonly string[];
  /** The variable that names another address. */
  readonly address?: string;
  /** The address where the provider speaks as OpenAI does; then no package is needed. */
  readonly compatible?: string;
  /** The host that the package sends everything to, if no address is named. */
  readonly host?: string;
  /** The profile that schemas are lowered for. */
  readonly profile: 'openai' | 'anthropic' | 'google';
}

const openai = (compatible: string, key: string, more: Partial<Provider> = {}): Provider => {
  return { compatible, keys: [key], profile: 'openai', ...more };
};

/** Providers by the name that stands before the slash. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    package: '@ai-sdk/anthropic',
    create: 'createAnthropic',
    keys: ['ANTHROPIC_API_KEY'],
    address: 'ANTHROPIC_BASE_URL',
    host: 'api.anthropic.com',
    profile: 'anthropic',
  },
  google: {
    package: '@ai-sdk/google',
    create: 'createGoogleGenerativeAI',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    host: 'generativelanguage.googleapis.com',
    profile: 'google',
  },
  cohere: {
    package: '@ai-sdk/cohere',
    create: 'createCohere',
    keys: ['COHERE_API_KEY'],
    host: 'api.cohere.com',
    profile: 'openai',
  },
  openai: openai('https://api.openai.com/v1', 'OPENAI_API_KEY', {
    package: '@ai-sdk/openai',
    create: 'createOpenAI',
    address: 'OPENAI_BASE_URL',
  }),
  mistral: openai('https://api.mistral.ai/v1', 'MISTRAL_API_KEY', {
    package: '@ai-sdk/mistral',
    create: 'createMistral',
  }),
  groq: openai('https://api.groq.com/openai/v1', 'GROQ_API_KEY', { package: '@ai-sdk/groq', create: 'createGroq' }),
  xai: openai('https://api.x.ai/v1', 'XAI_API_KEY', { package: '@ai-sdk/xai', create: 'createXai' }),
  deepseek: openai('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', {
    package: '@ai-sdk/deepseek',
    create: 'createDeepSeek',
  }),
  openrouter: openai('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  ollama: { compatible: 'http://127.0.0.1:11434/v1', address: 'OLLAMA_HOST', keys: [], profile: 'openai' },
  'openai-compatible': { address: 'OPENAI_BASE_URL', keys: ['OPENAI_API_KEY'], profile: 'openai' },
};
