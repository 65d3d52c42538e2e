import type { LanguageModelV4 } from '@ai-sdk/provider';
import { ToolError } from '../tool/error.ts';
import { nearest } from '../tool/nearest.ts';
import { modelFetch } from './model-fetch.ts';
import { PROVIDERS, type Provider } from './providers.ts';

/** A model as a config names it. */
export interface ModelConfig {
  /** Left out: the one that the entry is named after, or `openai-compatible`. */
  readonly provider?: string;
  /** The provider's own name of the model; left out where it stands behind a slash: `NAME/model`. */
  readonly model?: string;
  readonly baseURL?: string;
  /** The variable that holds the key. The key itself has no place in a config. */
  readonly apiKeyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Tokens that it takes in one request. */
  readonly contextTokens?: number;
}

export interface ModelSettings {
  /** The usual one. */
  readonly model?: string | undefined;
  readonly models?: Readonly<Record<string, ModelConfig>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ResolvedModel {
  readonly name: string;
  readonly model: LanguageModelV4;
  readonly contextTokens: number | undefined;
  readonly profile: Provider['profile'];
}

/** `provider/name`, or a name of the config's `models`, as a model that can be asked. */
export async function resolveModel(name: string | undefined, settings: ModelSettings): Promise<ResolvedModel> {
  const wanted = name ?? settings.model;
  if (wanted === undefined) throw noModel();
  const config = configOf(wanted, settings.models ?? {});
  const provider = PROVIDERS[config.provider]!;
  if (config.model === undefined || config.model === '')
    throw needed(`"${wanted}" names no model`, `Write it as ${wanted.replace(/\/$/, '')}/NAME.`);
  const model = await openModel(config as Chosen, provider, settings.env);
  return { name: wanted, model, contextTokens: config.contextTokens, profile: provider.profile };
}

type Chosen = Named & { readonly model: string };

const needed = (message: string, suggestion: string): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', message, { suggestion });

export const noModel = (): ToolError =>
  needed(
    'An agent needs a model, and none is configured',
    'Give --model PROVIDER/NAME, set TOOLGATE_MODEL, or write "model" into your config: anthropic/NAME with ' +
      'ANTHROPIC_API_KEY, openai/NAME with OPENAI_API_KEY, ollama/NAME for a local one, or openai-compatible/NAME ' +
      'with OPENAI_BASE_URL for any other server.',
  );

type Named = ModelConfig & { readonly provider: string };

function configOf(wanted: string, models: Readonly<Record<string, ModelConfig>>): Named {
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

function withProvider(name: string, config: ModelConfig): Named {
  const provider = config.provider ?? (Object.hasOwn(PROVIDERS, name) ? name : 'openai-compatible');
  if (Object.hasOwn(PROVIDERS, provider)) return { ...config, provider };
  const [near] = nearest(provider, Object.keys(PROVIDERS), 1);
  throw needed(
    `The model ${JSON.stringify(name)} of the config names a provider that is not known: ${JSON.stringify(provider)}`,
    near ? `Did you mean ${near}?` : `Known: ${Object.keys(PROVIDERS).join(', ')}.`,
  );
}

async function openModel(config: Chosen, provider: Provider, env: ModelSettings['env']): Promise<LanguageModelV4> {
  const key = keyOf(config, provider, env);
  const address = config.baseURL ?? addressOf(provider, env);
  if (provider.package) {
    const made = await fromPackage(config, provider, { key, address });
    if (made) return made;
  }
  const baseURL = address ?? provider.compatible;
  if (baseURL === undefined) {
    if (provider.package) throw missingPackage(config.provider, provider.package);
    throw needed(
      `${config.provider} needs the address of its server`,
      'Set OPENAI_BASE_URL, such as http://127.0.0.1:8080/v1, or baseURL in the config\'s "models".',
    );
  }
  // What is not needed is not loaded.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: config.provider,
    baseURL,
    includeUsage: true,
    fetch: modelFetch(),
    ...(key === undefined ? {} : { apiKey: key }),
    ...(config.headers ? { headers: { ...config.headers } } : {}),
  }).chatModel(config.model);
}

function keyOf(config: Chosen, provider: Provider, env: ModelSettings['env']): string | undefined {
  const names = config.apiKeyEnv === undefined ? provider.keys : [config.apiKeyEnv];
  const key = names.map(name => env[name]).find(value => value !== undefined && value !== '');
  const isOptional = config.apiKeyEnv === undefined && (provider.keys.length === 0 || !isHosted(config, provider, env));
  if (key === undefined && !isOptional)
    throw needed(`${config.provider} needs a key`, `Set the variable ${names.join(' or ')} to it.`);
  return key;
}

/** A server of one's own may want no key; the provider's own address does. */
const isHosted = (config: Chosen, provider: Provider, env: ModelSettings['env']): boolean =>
  config.baseURL === undefined && addressOf(provider, env) === undefined && config.provider !== 'openai-compatible';

/** OLLAMA_HOST is a host and a port; others are whole addresses. */
function addressOf({ address }: Provider, env: ModelSettings['env']): string | undefined {
  const said = address === undefined ? undefined : env[address] || undefined;
  if (said === undefined || address !== 'OLLAMA_HOST') return said;
  const url = /^https?:\/\//.test(said) ? said : `http://${said}`;
  return `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

type Make = (options: object) => (model: string) => LanguageModelV4;

/** Undefined where the package is not installed and is not needed. */
async function fromPackage(
  config: Chosen,
  { package: name = '', create = '', compatible }: Provider,
  { key, address }: { readonly key: string | undefined; readonly address: string | undefined },
): Promise<LanguageModelV4 | undefined> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(name)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    if (compatible !== undefined || config.baseURL !== undefined) return undefined;
    throw missingPackage(config.provider, name);
  }
  const make = module[create] as Make | undefined;
  const model = make?.({
    fetch: modelFetch(),
    ...(key === undefined ? {} : { apiKey: key }),
    ...(address === undefined ? {} : { baseURL: address }),
    ...(config.headers ? { headers: config.headers } : {}),
  })(config.model);
  if (model?.specificationVersion === 'v4') return model;
  throw needed(
    `The installed ${name} is of another age than Toolgate`,
    `Install a newer one: npm install ${name}@latest`,
  );
}

const missingPackage = (provider: string, name: string): ToolError =>
  needed(
    `${provider} needs the package ${name}`,
    `Install it: npm install ${name} (with -g beside a global toolgate).`,
  );
