import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { addressOfProvider, chosenModel, keyOf, type ModelSettings, needed } from './config.ts';
import { modelFetch } from './fetch.ts';
import { PROVIDERS } from './providers.ts';

/** `provider/name`, or a name of the config's `models`, as a model that gives vectors; of servers that speak as OpenAI does. */
export async function resolveEmbeddingModel(name: string, settings: ModelSettings): Promise<EmbeddingModelV4> {
  const config = chosenModel(name, settings.models);
  const provider = PROVIDERS[config.provider]!;
  const key = keyOf(config, provider, settings.env);
  const baseURL = config.baseURL ?? addressOfProvider(provider, settings.env) ?? provider.compatible;
  if (baseURL === undefined)
    throw needed(
      `${config.provider} has no embeddings that are known here`,
      'Name a server that speaks as OpenAI does: openai/NAME, ollama/NAME, or a baseURL in the config\'s "models".',
    );
  // What is not needed is not loaded.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: config.provider,
    baseURL,
    fetch: modelFetch(baseURL),
    ...(key === undefined ? {} : { apiKey: key }),
    ...(config.headers ? { headers: { ...config.headers } } : {}),
  }).embeddingModel(config.model);
}
