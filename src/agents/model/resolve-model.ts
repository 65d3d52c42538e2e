import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ToolError } from '../../tool/error.ts';
import {
  addressOfProvider,
  chosenModel,
  hostOfModel,
  keyOf,
  type ModelChoice,
  type ModelSettings,
  needed,
  PROVIDERS,
  type Provider,
} from './config.ts';
import { modelFetch } from './fetch.ts';

export interface ResolvedModel {
  readonly name: string;
  readonly model: LanguageModelV4;
  /** The host that everything is sent to, as rules name it. */
  readonly host: string;
  readonly contextTokens: number | undefined;
  readonly profile: Provider['profile'];
}

interface ResolveModelOptions {
  /** Whether answers are to follow a schema; a server that refuses the request is then asked another way. */
  readonly structured?: boolean;
}

/** A model that can be asked, by `provider/name` or a name of the config's `models`. */
export async function resolveModel(
  name: string | undefined,
  settings: ModelSettings,
  options: ResolveModelOptions = {},
): Promise<ResolvedModel> {
  const wanted = name ?? settings.model;
  if (wanted === undefined) throw noModel();
  const config = chosenModel(wanted, settings.models);
  const provider = PROVIDERS[config.provider]!;
  const { env } = settings;
  const model = await openModel(config, provider, { env, ...options });
  const host = hostOfModel(config, provider, env);
  return { name: wanted, model, host, contextTokens: config.contextTokens, profile: provider.profile };
}

export const noModel = (): ToolError =>
  needed(
    'An agent needs a model, and none is configured',
    'Give --model PROVIDER/NAME, set TOOLGATE_MODEL, or write "model" into your config: anthropic/NAME with ' +
      'ANTHROPIC_API_KEY, openai/NAME with OPENAI_API_KEY, ollama/NAME for a local one, or openai-compatible/NAME ' +
      'with OPENAI_BASE_URL for any other server.',
  );

async function openModel(
  config: ModelChoice,
  provider: Provider,
  { env, structured = false }: Pick<ModelSettings, 'env'> & ResolveModelOptions,
): Promise<LanguageModelV4> {
  const key = keyOf(config, provider, env);
  const address = config.baseURL ?? addressOfProvider(provider, env);
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
  return (await openAICompatible(config, { key, baseURL, structured })).chatModel(config.model);
}

/** A server that speaks as OpenAI does. */
export async function openAICompatible(
  { provider, headers }: ModelChoice,
  { key, baseURL, structured }: { key: string | undefined; baseURL: string; structured?: boolean },
) {
  // Code that is not needed is not loaded.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: provider,
    baseURL,
    includeUsage: true,
    supportsStructuredOutputs: structured,
    fetch: modelFetch(baseURL),
    apiKey: key,
    headers,
  });
}

/** The model of a provider's package; undefined where the package is not installed and is not needed. */
async function fromPackage(
  config: ModelChoice,
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
  const make = module[create] as ((options: object) => (model: string) => LanguageModelV4) | undefined;
  const options = { fetch: modelFetch(address), apiKey: key, baseURL: address, headers: config.headers };
  const model = make?.(options)(config.model);
  if (model?.specificationVersion === 'v4') return model;
  const advice = `Install a newer one: npm install ${name}@latest`;
  throw needed(`The installed ${name} is of another age than Toolgate`, advice);
}

const missingPackage = (provider: string, name: string): ToolError =>
  needed(
    `${provider} needs the package ${name}`,
    `Install it: npm install ${name} (with -g beside a global toolgate).`,
  );
